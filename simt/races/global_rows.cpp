// SPDX-License-Identifier: MIT
// A full warp that touches a row of cells, in the usual cases: loops that the
// compiler turns into vector instructions.
#include <algorithm>
#include <bit>

#include "simt/races/cell_rows.h"
#include "simt/races/global_cells.h"

namespace simt::races {

/// A row of cells that lanes read or store to, where all that it could be a
/// race with certainly comes before it. Else nothing has changed.
bool GlobalCells::known_row(Page& page, size_t first, int per_lane, Now& now) {
  make_touch(page);
  const bool reads = now.record->use == Use::kRead;
  const auto each = [&](const auto& act) {
    for (LaneMask left = now.access->active; left != 0; left &= left - 1) {
      now.set_lane(std::countr_zero(left));
      for (int i = 0; i < 1 << per_lane; ++i) {
        const size_t at = first + (static_cast<size_t>(now.lane) << per_lane);
        if (!act(Cell{page,
                      static_cast<uint32_t>(at) + static_cast<uint32_t>(i)}))
          return false;
      }
    }
    return true;
  };
  const bool known = each([&](const Cell& cell) {
    const Entry by = writer(cell);
    const LaneMask lanes = now.access->active;
    return (by.mark < base_ || mine(by, now) || settled(by, now, lanes)) &&
           all_settled(cell, now, lanes);
  });
  if (!known) return false;
  return each([&](const Cell& cell) {
    if (reads) {
      keep_read(cell, now);
    } else {
      set_writer(cell, {now.mark, now.bits});
      clear_touched(cell);
    }
    return true;
  });
}

/// Lanes that touch a row of cells inside one page, in the usual cases.
bool GlobalCells::row(const Access& access, Now& now) {
  const Use use = now.record->use;
  if (access.shape != Shape::kConsecutive ||
      (use != Use::kRead && use != Use::kWrite))
    return false;
  const uint64_t bytes = uint64_t{access.bytes} * kWarpSize;
  const uint64_t inside = access.base & (kPageBytes - 1);
  if (inside + bytes > kPageBytes) return false;
  Page& page = page_at(access.base);
  if (access.bytes < 1 << page.shift) use_byte_cells(page);
  const size_t cell = inside >> page.shift;
  const size_t cells = bytes >> page.shift;
  const int per_lane =
      std::countr_zero(static_cast<unsigned>(access.bytes)) - page.shift;
  const bool full = access.active == kAllLanes;
  const bool done =
      use == Use::kRead
          ? full && load_row(page, cell, cells, per_lane, now.mark)
          : full && store_row(page, cell, cells, per_lane, now);
  return done || (!now.record->bulk && known_row(page, cell, per_lane, now));
}

bool GlobalCells::load_row(Page& page, size_t cell, size_t cells, int per_lane,
                           Mark mark) const {
  if (!all_below(&page.writer[cell], cells, base_)) return false;
  make_touch(page);
  Mark* touch = &page.touch[cell];
  LaneMask* lanes = &page.touch_lanes[cell];
  if (all_equal(touch, cells, mark) && all_own(lanes, cells, per_lane))
    return true;
  if (!all_below(touch, cells, base_)) return false;
  if (page.has_more(cell, cells)) return false;
  std::fill_n(touch, cells, mark);
  fill_own(lanes, cells, per_lane);
  std::fill_n(&page.enough[cell], cells, kNotOnlyUpdates);
  return true;
}

bool GlobalCells::store_row(Page& page, size_t cell, size_t cells, int per_lane,
                            const Now& now) const {
  if (page.has_more(cell, cells)) return false;
  Mark* writer = &page.writer[cell];
  LaneMask* writer_lane = &page.writer_lane[cell];
  const auto own = [&](const Mark* marks, const LaneMask* lanes) {
    return marks[0] >= base_ && all_equal(marks, cells, marks[0]) &&
           records_[marks[0]].epoch.same_warp(now.record->epoch) &&
           all_own(lanes, cells, per_lane);
  };
  Mark* touch = page.touch.empty() ? nullptr : &page.touch[cell];
  if (touch != nullptr && !all_below(touch, cells, base_)) {
    if (!own(touch, &page.touch_lanes[cell])) return false;
    std::fill_n(touch, cells, Mark{0});
  }
  if (!all_below(writer, cells, base_) && !own(writer, writer_lane))
    return false;
  std::fill_n(writer, cells, now.mark);
  fill_own(writer_lane, cells, per_lane);
  return true;
}

}  // namespace simt::races
