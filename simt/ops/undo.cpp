// SPDX-License-Identifier: MIT
// See undo.h.
#include "simt/ops/undo.h"

#include <sys/mman.h>

#include <cstring>
#include <thread>

namespace simt::ops {
namespace {

/// Address space whose pages are zero and cost nothing until they are used.
void* reserve(uint64_t bytes) {
  void* pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return pages == MAP_FAILED ? nullptr : pages;
}

/// A place for copies. Its pages cost as much as the copies: the thread's next
/// launch gets them again, unless they are many.
class Room {
 public:
  ~Room() { drop(); }
  std::byte* get(uint64_t bytes) {
    if (bytes != bytes_) drop();
    if (place_ == nullptr) place_ = reserve(bytes);
    bytes_ = bytes;
    return static_cast<std::byte*>(place_);
  }
  void drop() {
    if (place_ != nullptr) munmap(place_, bytes_);
    place_ = nullptr;
  }

 private:
  void* place_ = nullptr;
  uint64_t bytes_ = 0;
};

Room& room() {
  thread_local Room room;
  return room;
}

constexpr uint64_t kMostBytes = uint64_t{1} << 26;  // that stay in the room

}  // namespace

Undo::Undo(uint64_t base, uint64_t bytes, int64_t delta)
    : base_(base), bytes_(bytes), delta_(delta) {
  states_ = static_cast<uint8_t*>(reserve(bytes_ / kPage + 1));
  copies_ = room().get(bytes_);
}

Undo::~Undo() {
  if (states_ != nullptr) munmap(states_, bytes_ / kPage + 1);
  if (kept_.load() * kPage > kMostBytes) room().drop();
}

std::byte* Undo::memory(uint64_t page) const {
  return reinterpret_cast<std::byte*>(base_ + page * kPage +
                                      static_cast<uint64_t>(delta_));
}

void Undo::keep_page(uint64_t page) {
  uint8_t expected = kFresh;
  if (state(page).compare_exchange_strong(expected, kBusy)) {
    std::memcpy(copies_ + page * kPage, memory(page), kPage);
    kept_.fetch_add(1, std::memory_order_relaxed);
    state(page).store(kKept, std::memory_order_release);
    return;
  }
  while (state(page).load(std::memory_order_acquire) != kKept)
    std::this_thread::yield();
}

void Undo::put_back(uint64_t end) {
  const uint64_t pages = (end - base_ + kPage - 1) / kPage;
  for (uint64_t page = 0; page < pages; ++page)
    if (states_[page] == kKept)
      std::memcpy(memory(page), copies_ + page * kPage, kPage);
}

}  // namespace simt::ops
