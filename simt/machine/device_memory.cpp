// SPDX-License-Identifier: MIT
// The reserved range, its two views and its allocations.
#include "simt/machine/device_memory.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

namespace simt {
namespace {

constexpr uint64_t kAlign = 512, kGap = 256;
constexpr uint64_t kLarge = uint64_t{1} << 30;
constexpr int kShared = MAP_SHARED | MAP_NORESERVE;
constexpr int kOpen = PROT_READ | PROT_WRITE;

/// A file of memory, -1 when there can be no more files.
int make_file() { return memfd_create("device memory", MFD_CLOEXEC); }

/// Of the system, which on arm64 may be more than 4 KiB.
uint64_t page_bytes() {
  static const auto kBytes = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  return kBytes;
}

uint64_t round_up(uint64_t value, uint64_t unit) {
  return (value + unit - 1) / unit * unit;
}

/// Gives whole pages back to the system. True when they are zero now; a byte
/// tells, as qemu-user takes the request for a hint and reports success.
bool remove_pages(std::byte* first, uint64_t bytes) {
  if (bytes == 0) return true;
  volatile std::byte* seen = first;
  *seen = std::byte{1};
  return madvise(first, bytes, MADV_REMOVE) == 0 && *seen == std::byte{0};
}

}  // namespace

DeviceMemory::DeviceMemory(int file) {
  struct stat facts {};
  const bool known = fstat(file, &facts) == 0 && facts.st_size > 0;
  if (!known || !map(file, static_cast<uint64_t>(facts.st_size), false)) {
    throw std::bad_alloc();
  }
}

// The program may close any file, and open another under its number: once it
// is mapped, ours is closed.
DeviceMemory::DeviceMemory() {
  const int file = make_file();
  bool mapped = false;
  for (const uint64_t size : kDeviceSizes) {
    const bool large = ftruncate(file, static_cast<off_t>(size)) == 0;
    mapped = large && map(file, size, true);
    if (mapped) break;
  }
  close(file);
  if (!mapped) throw std::bad_alloc();
}

/// Makes both views of the file's `size` bytes.
bool DeviceMemory::map(int file, uint64_t size, bool anywhere) {
  void* closed = mmap(reinterpret_cast<void*>(kDeviceBase), size, PROT_NONE,
                      kShared | MAP_FIXED_NOREPLACE, file, 0);
  if (closed == MAP_FAILED && anywhere)
    closed = mmap(nullptr, size, PROT_NONE, kShared, file, 0);
  if (closed == MAP_FAILED) return false;
  void* open = mmap(nullptr, size, kOpen, kShared, file, 0);
  if (open == MAP_FAILED) {
    munmap(closed, size);
    return false;
  }
  // So that an address plus the distance of the two is never below either.
  if (open < closed) {
    std::swap(open, closed);
    if (mprotect(closed, size, PROT_NONE) != 0 ||
        mprotect(open, size, kOpen) != 0) {
      munmap(closed, size);
      munmap(open, size);
      return false;
    }
  }
  base_ = reinterpret_cast<uint64_t>(closed);
  size_ = size;
  delta_ = static_cast<int64_t>(reinterpret_cast<uint64_t>(open) - base_);
  next_ = base_ + page_bytes();
  return true;
}

bool DeviceMemory::renew() {
  const int file = make_file();
  const auto over = [&](uint64_t begin, int protection) {
    return mmap(reinterpret_cast<void*>(begin), size_, protection,
                kShared | MAP_FIXED, file, 0) != MAP_FAILED;
  };
  const bool done = ftruncate(file, static_cast<off_t>(size_)) == 0 &&
                    over(base_, PROT_NONE) &&
                    over(base_ + static_cast<uint64_t>(delta_), kOpen);
  close(file);
  return done;
}

DeviceMemory::~DeviceMemory() {
  munmap(reinterpret_cast<void*>(base_), size_);
  munmap(reinterpret_cast<void*>(base_ + static_cast<uint64_t>(delta_)), size_);
}

// Where `bytes` fit: fresh addresses first, then between live allocations.
uint64_t DeviceMemory::place(uint64_t bytes, uint64_t align) {
  const uint64_t end = base_ + size_;
  uint64_t at = round_up(next_, align);
  if (at < end && bytes <= end - at) return at;
  uint64_t free_from = base_ + page_bytes();
  for (const auto& [begin, a] : allocations_) {
    if (a->freed || !contains(begin)) continue;
    at = round_up(free_from, align);
    if (at + bytes + kGap <= begin) return at;
    free_from = std::max(free_from, a->end + kGap);
  }
  at = round_up(free_from, align);
  return at < end && bytes <= end - at ? at : 0;
}

Allocation* DeviceMemory::allocate(uint64_t bytes, std::string name, int number,
                                   bool host_visible) {
  if (bytes == 0) bytes = 1;
  if (bytes > size_) return nullptr;
  const uint64_t align = host_visible ? page_bytes() : kAlign;
  const uint64_t room = host_visible ? round_up(bytes, page_bytes()) : bytes;
  const uint64_t at = place(room, align);
  if (at == 0) return nullptr;
  forget(at, at + room);
  auto a = std::make_unique<Allocation>();
  a->begin = at;
  a->end = at + bytes;
  a->number = number;
  a->name = std::move(name);
  a->host_visible = host_visible;
  a->delta = delta_;
  if (host_visible)
    mprotect(reinterpret_cast<void*>(at), room, PROT_READ | PROT_WRITE);
  if (at + room > next_)
    next_ = round_up(at + room + kGap, host_visible ? page_bytes() : kAlign);
  live_ += bytes;
  return (allocations_[at] = std::move(a)).get();
}

// Drops freed entries that overlap a range about to be used again. They are
// kept aside, because a launch may still hold a pointer to one.
void DeviceMemory::forget(uint64_t begin, uint64_t end) {
  auto it = allocations_.upper_bound(begin);
  if (it != allocations_.begin()) --it;
  while (it != allocations_.end() && it->first < end) {
    if (it->second->freed && it->second->end > begin) {
      retired_.push_back(std::move(it->second));
      it = allocations_.erase(it);
    } else {
      ++it;
    }
  }
}

Allocation* DeviceMemory::adopt(void* host, uint64_t bytes, std::string name,
                                int number) {
  const auto begin = reinterpret_cast<uint64_t>(host);
  forget(begin, begin + bytes);
  auto a = std::make_unique<Allocation>();
  a->begin = begin;
  a->end = begin + bytes;
  a->number = number;
  a->name = std::move(name);
  a->host_visible = true;
  live_ += bytes;
  return (allocations_[begin] = std::move(a)).get();
}

void DeviceMemory::release(Allocation& a) {
  a.freed = true;
  a.reach = 0;
  live_ -= a.end - a.begin;
  if (!contains(a.begin)) return;
  if (a.host_visible)
    mprotect(reinterpret_cast<void*>(a.begin),
             round_up(a.end - a.begin, page_bytes()), PROT_NONE);
  const uint64_t first = round_up(a.begin, page_bytes());
  const uint64_t last = a.end / page_bytes() * page_bytes();
  if (last > first)
    madvise(reinterpret_cast<void*>(first + static_cast<uint64_t>(delta_)),
            last - first, MADV_REMOVE);
}

void DeviceMemory::clear(const Allocation& a, std::byte* begin,
                         uint64_t bytes) {
  const auto at = reinterpret_cast<uint64_t>(begin);
  const uint64_t first = round_up(at, page_bytes());
  const uint64_t last = (at + bytes) / page_bytes() * page_bytes();
  const bool ours = a.delta != 0;  // not the host's own memory
  if (!ours || bytes < kLarge ||
      !remove_pages(begin + (first - at), last - first)) {
    std::memset(begin, 0, bytes);
    return;
  }
  std::memset(begin, 0, first - at);
  std::memset(begin + (last - at), 0, at + bytes - last);
}

void DeviceMemory::reset() {
  for (auto& [begin, a] : allocations_) {
    if (!a->freed) release(*a);
    retired_.push_back(std::move(a));
  }
  allocations_.clear();
}

bool DeviceMemory::is_of_device(uint64_t address) const {
  // An int leads as far, with elements of 16 bytes. Linux puts nothing of the
  // host so near to kDeviceBase; the range may lie elsewhere.
  const uint64_t reach = base_ == kDeviceBase ? 16ull << 31 : 0;
  return address - (base_ - reach) < size_ + 2 * reach;
}

Allocation* DeviceMemory::find(uint64_t address) {
  Allocation* a = below(address);
  return a != nullptr && address < a->end ? a : nullptr;
}

Allocation* DeviceMemory::below(uint64_t address) {
  const auto it = allocations_.upper_bound(address);
  return it == allocations_.begin() ? nullptr : std::prev(it)->second.get();
}

Allocation* DeviceMemory::near(uint64_t address) {
  Allocation* last = below(address);
  const auto above = allocations_.upper_bound(address);
  if (above == allocations_.end()) return last;
  Allocation* next = above->second.get();
  if (last == nullptr) return next;
  if (address < last->end) return last;
  return address - last->end < next->begin - address ? last : next;
}

std::byte* DeviceMemory::host(uint64_t address, uint64_t bytes) {
  const Allocation* a = find(address);
  if (a == nullptr || a->freed || bytes > a->end - address) return nullptr;
  return host(*a, address);
}

}  // namespace simt
