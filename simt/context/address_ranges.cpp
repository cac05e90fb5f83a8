// SPDX-License-Identifier: MIT
// Reserved addresses and their mappings. The second view of the device's
// memory (machine/device_memory.h) shows at mapped addresses the pages of what
// is mapped; allocations are made anew when that changes.
#include "simt/context/address_ranges.h"

#include <sys/mman.h>

#include <algorithm>
#include <new>

namespace simt::cudart {
namespace {

constexpr uint64_t kPage = 4096;

uint64_t round_up(uint64_t value, uint64_t unit) {
  return (value + unit - 1) / unit * unit;
}

}  // namespace

uint64_t AddressRanges::reserve(uint64_t bytes, uint64_t align) {
  const uint64_t unit = std::max(align, kGranularity);
  if (bytes > memory_.device().capacity() - unit) return 0;
  Allocation* all = memory_.reserve_addresses(bytes + unit);
  if (!all) return 0;
  const uint64_t begin = round_up(all->begin, unit);
  Range& range = ranges_[begin];
  range = {begin, begin + bytes, all->name, {}, {}};
  memory_.take_away(*all);
  renew(range);
  return begin;
}

bool AddressRanges::give_back(uint64_t begin, uint64_t bytes) {
  const auto found = ranges_.find(begin);
  if (found == ranges_.end()) return false;
  Range& range = found->second;
  if (range.end - begin != bytes || !range.mappings.empty()) return false;
  for (Allocation* piece : range.pieces) memory_.take_away(*piece);
  ranges_.erase(found);
  return true;
}

uint64_t AddressRanges::create(uint64_t bytes, int device) {
  Allocation* pages = memory_.make_physical(bytes, device);
  if (!pages) return 0;
  physical_[++last_] = {device, bytes, pages};
  return last_;
}

PhysicalMemory* AddressRanges::find(uint64_t handle) {
  const auto found = physical_.find(handle);
  return found == physical_.end() || found->second.holders == 0
             ? nullptr
             : &found->second;
}

void AddressRanges::release(uint64_t handle) {
  PhysicalMemory& one = physical_[handle];
  if (one.holders > 0) --one.holders;
  if (one.holders > 0 || one.mappings > 0) return;
  memory_.end_physical(*one.pages, one.bytes);
  physical_.erase(handle);
}

AddressRanges::Range* AddressRanges::range_at(uint64_t address) {
  auto next = ranges_.upper_bound(address);
  if (next == ranges_.begin()) return nullptr;
  Range& range = std::prev(next)->second;
  return address < range.end ? &range : nullptr;
}

const Mapping* AddressRanges::at(uint64_t address, uint64_t* begin) {
  const Range* range = range_at(address);
  if (!range) return nullptr;
  auto next = range->mappings.upper_bound(address);
  if (next == range->mappings.begin()) return nullptr;
  const auto& [from, mapping] = *std::prev(next);
  if (address >= mapping.end) return nullptr;
  if (begin) *begin = from;
  return &mapping;
}

std::pair<uint64_t, uint64_t> AddressRanges::around(uint64_t address) {
  const Range* range = range_at(address);
  if (!range) return {0, 0};
  return {range->begin, range->end - range->begin};
}

bool AddressRanges::map(uint64_t begin, uint64_t bytes, uint64_t handle) {
  Range* range = range_at(begin);
  PhysicalMemory& one = physical_[handle];
  if (!range || bytes > range->end - begin) return false;
  const uint64_t end = begin + bytes;
  const auto next = range->mappings.lower_bound(begin);
  const bool before = at(begin) != nullptr;
  const bool after = next != range->mappings.end() && next->first < end;
  if (before || after) return false;
  show(begin, round_up(one.pages->begin, kPage), bytes, false);
  range->mappings[begin] = {end, handle, 0};
  ++one.mappings;
  return true;
}

bool AddressRanges::covers(uint64_t begin, uint64_t bytes) {
  const uint64_t end = begin + bytes;
  uint64_t start = 0;
  for (uint64_t next = begin; next < end;) {
    const Mapping* mapping = at(next, &start);
    if (!mapping || start != next) return false;
    next = mapping->end;
    if (next > end) return false;
  }
  return true;
}

void AddressRanges::open(uint64_t begin, uint64_t bytes, uint32_t bits,
                         uint32_t reach) {
  Range& range = *range_at(begin);
  for (auto& [from, mapping] : range.mappings) {
    if (from < begin || from >= begin + bytes) continue;
    mapping.reach = (mapping.reach & ~bits) | (reach & bits);
  }
  renew(range);
}

void AddressRanges::unmap(uint64_t begin, uint64_t bytes) {
  Range& range = *range_at(begin);
  const auto first = range.mappings.lower_bound(begin);
  const auto last = range.mappings.lower_bound(begin + bytes);
  std::vector<uint64_t> handles;
  for (auto it = first; it != last; ++it) {
    show(it->first, it->first, it->second.end - it->first, true);
    handles.push_back(it->second.handle);
  }
  range.mappings.erase(first, last);
  renew(range);
  for (const uint64_t handle : handles) {
    PhysicalMemory& one = physical_[handle];
    --one.mappings;
    if (one.holders == 0) release(handle);
  }
}

/// Runs of mappings that touch and are open to the same devices, and holes.
std::vector<AddressRanges::Piece> AddressRanges::pieces_of(const Range& range) {
  std::vector<Piece> pieces;
  const auto add = [&](uint64_t begin, uint64_t end, uint32_t reach) {
    if (begin == end) return;
    if (!pieces.empty() && pieces.back().reach == reach)
      pieces.back().end = end;
    else
      pieces.push_back({begin, end, reach});
  };
  uint64_t next = range.begin;
  for (const auto& [begin, mapping] : range.mappings) {
    add(next, begin, 0);
    add(begin, mapping.end, mapping.reach);
    next = mapping.end;
  }
  add(next, range.end, 0);
  return pieces;
}

void AddressRanges::renew(Range& range) {
  std::vector<Allocation*> kept;
  std::vector<Piece> wanted = pieces_of(range);
  for (Allocation* old : range.pieces) {
    const auto same = std::ranges::find_if(wanted, [&](const Piece& piece) {
      return piece.begin == old->begin && piece.end == old->end &&
             piece.reach == old->reach;
    });
    if (same == wanted.end()) {
      memory_.take_away(*old);
    } else {
      kept.push_back(old);
      wanted.erase(same);
    }
  }
  for (const Piece& piece : wanted) {
    const uint64_t offset = piece.begin - range.begin;
    const std::string name =
        offset == 0 ? range.name
                    : range.name + " from byte " + std::to_string(offset);
    kept.push_back(
        memory_.put(piece.begin, piece.end - piece.begin, name, piece.reach));
  }
  range.pieces = std::move(kept);
}

/// The open view of [begin, begin + bytes) becomes that of the pages that
/// belong to `from`. A mapping of shared pages whose size is given as 0 is
/// copied, with its rights: so it is taken from the closed view where the
/// addresses get their own pages back.
void AddressRanges::show(uint64_t begin, uint64_t from, uint64_t bytes,
                         bool closed) const {
  const auto delta = static_cast<uint64_t>(memory_.device().delta());
  const auto view = [](uint64_t address) {
    return reinterpret_cast<void*>(address);  // NOLINT: it is a number there
  };
  // qemu-user copies no mapping.
  if (mremap(view(closed ? from : from + delta), 0, bytes,
             MREMAP_MAYMOVE | MREMAP_FIXED, view(begin + delta)) == MAP_FAILED)
    throw std::bad_alloc();
  if (closed) mprotect(view(begin + delta), bytes, PROT_READ | PROT_WRITE);
}

}  // namespace simt::cudart
