// SPDX-License-Identifier: MIT
// Reads of an allocation that nothing has written: listed, and brought into
// the cells by its first write.
#include <algorithm>
#include <array>
#include <bit>

#include "simt/races/global_cells.h"

namespace simt::races {
namespace {

// Past this many turns of the lists, 100 MB, all reads go to the cells.
constexpr size_t kMostListed = size_t{1} << 21;

}  // namespace

/// Notes a read; false: it must go to the cells.
bool GlobalCells::list(const Access& access, Mark mark, Region& region) {
  if (listed_ >= kMostListed) {
    for (auto& [begin, other] : regions_) bring_in(other);
    region.in_cells = true;
    return false;
  }
  const int64_t bytes = access.shape == Shape::kUniform ? 0 : access.bytes;
  if (access.shape != Shape::kGeneral) {
    const int first = std::countr_zero(access.active);
    add(region,
        {access.lane_address(first), bytes, mark, access.active, access.bytes});
    return true;
  }
  std::array<Read, 4> parts;  // of equal steps; more is not worth it
  size_t count = 0;
  for (LaneMask left = access.active; left != 0; ++count) {
    if (count == parts.size()) return false;
    const int first = std::countr_zero(left);
    Read& part = parts[count];
    part = {access.lane_address(first), 0, mark, LaneMask{1} << first,
            access.bytes};
    left &= left - 1;
    if (left == 0) continue;
    const int next = std::countr_zero(left);
    const auto step =
        static_cast<int64_t>(access.lane_address(next) - part.base);
    if (step % (next - first) != 0) continue;
    part.stride = step / (next - first);
    for (; left != 0; left &= left - 1) {
      const int lane = std::countr_zero(left);
      if (access.lane_address(lane) !=
          part.base + static_cast<uint64_t>(part.stride * (lane - first)))
        break;
      part.lanes |= LaneMask{1} << lane;
    }
  }
  for (size_t i = 0; i < count; ++i) add(region, parts[i]);
  return true;
}

void GlobalCells::add(Region& region, const Read& read) {
  listed_ -= region.listed.kept();
  region.listed.add(read);
  listed_ += region.listed.kept();
}

void GlobalCells::bring_in(Region& region) {
  region.listed.each([this](const Read& read) { bring_in(read); });
  listed_ -= region.listed.kept();
  region.listed.clear();
}

void GlobalCells::bring_in(const Read& read) {
  if (read.mark < records_.first()) return;
  const int first = std::countr_zero(read.lanes);
  for (LaneMask left = read.lanes; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const LaneMask bits = read.stride == 0 ? read.lanes : LaneMask{1} << lane;
    const uint64_t at =
        read.base + static_cast<uint64_t>(read.stride * (lane - first));
    Page& page = page_at(at);
    make_touch(page);
    if (read.bytes < 1 << page.shift) use_byte_cells(page);
    const auto cell =
        static_cast<uint32_t>((at & (kPageBytes - 1)) >> page.shift);
    for (uint32_t i = 0; i < uint32_t{read.bytes} >> page.shift; ++i)
      add_entry({page, cell + i}, read.mark, bits);
    if (read.stride == 0) return;
  }
}

}  // namespace simt::races
