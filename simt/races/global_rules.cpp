// SPDX-License-Identifier: MIT
// What one lane, or many that read one place, does to a cell: who was there
// before, and who is remembered. Hot: no call leaves this file.
#include <algorithm>
#include <bit>

#include "simt/races/cell_rows.h"
#include "simt/races/global_cells.h"

namespace simt::races {
namespace {

// Entries beside the first ones; past this many, overflowed() says so.
constexpr size_t kMostEntries = size_t{1} << 24;
constexpr size_t kFewEntries = 32;  // of a cell: not worth tidying

bool only_reads(Use use) {
  return use == Use::kRead || use == Use::kVolatileRead ||
         use == Use::kStrongRead;
}

// In Page::enough: somebody did something else than read.
constexpr uint8_t kNotOnlyReads = 0x80;

uint8_t other_than_reads(Use use) {
  return only_reads(use) ? 0 : kNotOnlyReads;
}

uint8_t bit_of(Use use) { return static_cast<uint8_t>(1u << int(use)); }

bool writes(Use use) {
  return use == Use::kWrite || use == Use::kVolatileWrite;
}

/// A volatile or strong read and an atomic, whichever came first.
bool may_meet(Use then, Use now) {
  const auto polls = [](Use use) {
    return use == Use::kVolatileRead || use == Use::kStrongRead;
  };
  return (polls(then) && now == Use::kAtomic) ||
         (then == Use::kAtomic && polls(now));
}

}  // namespace

/// The cells of the lane; an access is aligned to its size and stays inside
/// the page.
GlobalCells::Cells GlobalCells::cells_of(const Access& access, Now& now) {
  const uint64_t address = access.lane_address(now.lane);
  Page& page = page_at(address);
  make_touch(page);
  if (access.bytes < 1 << page.shift) use_byte_cells(page);
  now.page = address & ~(kPageBytes - 1);
  return {page,
          static_cast<uint32_t>((address & (kPageBytes - 1)) >> page.shift),
          uint32_t{access.bytes} >> page.shift};
}

/// True: whatever the warp of `writer` did there comes before what `lanes` do
/// now. What a warp knows only grows, so that this stays true.
bool GlobalCells::comes_before(Mark writer, LaneMask lanes, const Now& now) {
  if (writer < base_) return true;
  Ordered& known = ordered_[(writer * 31 + now.mark) % ordered_.size()];
  if (known.before == writer && known.now == now.mark &&
      (lanes & ~known.lanes) == 0)
    return true;
  for (LaneMask left = lanes; left != 0; left &= left - 1)
    if (now.judge->unordered(record(writer), kAllLanes, now.slot, *now.record,
                             std::countr_zero(left)) != 0)
      return false;
  known = {writer, now.mark, lanes};
  return true;
}

/// All lanes read the same place, and only reads came before: they are
/// remembered together.
bool GlobalCells::uniform_read(const Access& access, Now& now) {
  if (now.record->use != Use::kRead || access.shape != Shape::kUniform)
    return false;
  const int first = std::countr_zero(access.active);
  now.be(first);
  const auto [page, cell, count] = cells_of(access, now);
  for (uint32_t i = 0; i < count; ++i)
    if (page.touch[cell + i] >= base_ &&
        (page.enough[cell + i] & kNotOnlyReads) != 0)
      return false;
  for (uint32_t i = 0; i < count; ++i) {
    if (comes_before(page.writer[cell + i], access.active, now)) continue;
    for (LaneMask left = access.active; left != 0; left &= left - 1) {
      now.be(std::countr_zero(left));
      check_writer(page, cell + i, now);
    }
  }
  now.lane = first;
  now.bits = access.active;
  for (uint32_t i = 0; i < count; ++i) note_read(page, cell + i, now);
  return true;
}

void GlobalCells::visit_lane(const Access& access, Now& now) {
  const auto [page, cell, per_lane] = cells_of(access, now);
  for (uint32_t i = 0; i < per_lane; ++i) {
    if (now.record->use == Use::kRead) {
      check_writer(page, cell + i, now);
      note_read(page, cell + i, now);
    } else if (writes(now.record->use)) {
      write(page, cell + i, now);
    } else {
      touch(page, cell + i, now);
    }
  }
}

bool GlobalCells::mine(const Entry& entry, const Now& now) const {
  if (entry.lanes != now.bits) return false;
  if (entry.mark == now.mark) return true;
  const GlobalRecord& r = record(entry.mark);
  return r.epoch.warp == now.record->epoch.warp &&
         r.epoch.serial == now.record->epoch.serial;
}

void GlobalCells::note_read(Page& page, uint32_t cell, Now& now) {
  const Mark touched = page.touch[cell];
  if (touched == now.mark) {
    page.touch_lanes[cell] |= now.bits;
    return;
  }
  if (touched >= base_) {
    if ((page.enough[cell] & bit_of(Use::kRead)) != 0 &&
        record(touched).launch == launch_)
      // Strong accesses are at odds with plain writes only.
      return check_touched(page, cell, now);
    check_touched(page, cell, now);
  }
  remember(page, cell, now);
}

void GlobalCells::write(Page& page, uint32_t cell, Now& now) {
  // Lanes of one store that write one value: whichever comes last, it stays.
  if (page.writer[cell] == now.mark &&
      all_store_alike(*now.access, page.writer_lane[cell], now.lane)) {
    page.writer_lane[cell] |= now.bits;
    return;
  }
  check_writer(page, cell, now);
  check_touched(page, cell, now);
  page.writer[cell] = now.mark;
  page.writer_lane[cell] = now.bits;
  if (now.record->use == Use::kVolatileWrite) return;
  page.touch[cell] = 0;
  if (!page.more.empty()) page.more.erase(cell);
}

void GlobalCells::touch(Page& page, uint32_t cell, Now& now) {
  check_writer(page, cell, now);
  check_touched(page, cell, now);
  remember(page, cell, now);
}

void GlobalCells::check_writer(Page& page, uint32_t cell, Now& now) {
  const Entry writer{page.writer[cell], page.writer_lane[cell]};
  if (writer.mark < base_ || mine(writer, now)) return;
  // What it reads, it wrote itself, as others did in the same store.
  const Entry own{writer.mark, writer.lanes & now.bits};
  if (only_reads(now.record->use) && own.lanes != 0 && mine(own, now)) return;
  compare(page, cell, writer, now);
}

void GlobalCells::check_touched(Page& page, uint32_t cell, Now& now) {
  const Entry first{page.touch[cell], page.touch_lanes[cell]};
  if (first.mark < base_) return;
  if ((page.enough[cell] & kNotOnlyReads) == 0 && only_reads(now.record->use))
    return;
  if (!mine(first, now)) compare(page, cell, first, now);
  if (page.more.empty()) return;
  const auto rest = page.more.find(cell);
  if (rest == page.more.end()) return;
  for (const Entry& entry : rest->second.entries)
    if (!mine(entry, now)) compare(page, cell, entry, now);
}

void GlobalCells::compare(const Page& page, uint32_t cell, const Entry& before,
                          Now& now) {
  const GlobalRecord& then = record(before.mark);
  const bool both_read = only_reads(then.use) && only_reads(now.record->use);
  if (both_read) return;
  const bool both_atomic =
      then.use == Use::kAtomic && now.record->use == Use::kAtomic;
  const bool narrow = then.narrow || now.record->narrow;
  if (both_atomic && !narrow) return;
  if (may_meet(then.use, now.record->use) && !narrow) return;
  const LaneMask lanes =
      now.judge->unordered(then, before.lanes, now.slot, *now.record, now.lane);
  if (lanes == 0) return;
  GlobalPair pair;
  pair.before = &then;
  pair.now = now.record;
  pair.before_lanes = lanes;
  pair.slot = now.slot;
  pair.lane = now.lane;
  pair.address = now.page + (uint64_t{cell} << page.shift);
  pair.bytes = 1u << page.shift;
  pair.again = now.counted.mark == before.mark && now.counted.lanes == lanes;
  now.counted = {before.mark, lanes};
  now.judge->on_conflict(pair);
}

/// True when `entry` needs no place beside the new access: the same access, or
/// an older one that comes before it.
bool GlobalCells::renew(Entry& entry, const Now& now) const {
  if (entry.mark == now.mark) {
    entry.lanes |= now.bits;
    return true;
  }
  if (entry.mark >= base_) {
    const GlobalRecord& old = record(entry.mark);
    if (old.use != now.record->use || old.narrow != now.record->narrow)
      return false;
    if (old.use == Use::kAtomic && now.record->looks && !old.narrow) {
      entry = {now.mark, now.bits};
      return true;
    }
    if (!mine(entry, now) && now.judge->unordered(old, entry.lanes, now.slot,
                                                  *now.record, now.lane) != 0)
      return false;
  }
  entry = {now.mark, now.bits};
  return true;
}

void GlobalCells::remember(Page& page, uint32_t cell, const Now& now) {
  Entry first{page.touch[cell], page.touch_lanes[cell]};
  if (first.mark < base_) {
    if (!page.more.empty()) page.more.erase(cell);
    page.enough[cell] = other_than_reads(now.record->use);
  } else if (first.mark != now.mark) {
    if ((page.enough[cell] & bit_of(now.record->use)) != 0 &&
        record(first.mark).launch == launch_)
      return;
    page.enough[cell] |= other_than_reads(now.record->use);
    if (renew_more(page, cell, now)) return;
  }
  if (renew(first, now)) {
    page.touch[cell] = first.mark;
    page.touch_lanes[cell] = first.lanes;
    return;
  }
  add_entry(page, cell, now.mark, now.bits);
}

bool GlobalCells::renew_more(Page& page, uint32_t cell, const Now& now) {
  if (page.more.empty()) return false;
  const auto found = page.more.find(cell);
  if (found == page.more.end()) return false;
  std::vector<Entry>& rest = found->second.entries;
  if (now.record->use == Use::kAtomic && now.record->looks &&
      !now.record->narrow) {
    // It saw every atomic before it: who comes after it comes after them.
    std::erase_if(rest, [&](const Entry& entry) {
      return entry.mark != now.mark && record(entry.mark).use == Use::kAtomic &&
             !record(entry.mark).narrow;
    });
  }
  for (Entry& entry : rest) {
    if (entry.mark != now.mark) continue;
    entry.lanes |= now.bits;
    return true;
  }
  const size_t few = rest.size() - std::min<size_t>(rest.size(), 8);
  for (size_t i = few; i < rest.size(); ++i)
    if (renew(rest[i], now)) return true;
  tidy(found->second, now);
  return false;
}

/// Forgets the entries that the new one, soon to be added, may stand for. They
/// are looked at when there are twice as many as were left the last time, so
/// that a place where all threads meet again and again costs each of them a
/// few looks, not one at everybody of all rounds.
void GlobalCells::tidy(More& more, const Now& now) {
  std::vector<Entry>& rest = more.entries;
  uint32_t& due = more.tidy[static_cast<size_t>(now.record->use)];
  if (rest.size() < std::max<size_t>(due, kFewEntries)) return;
  const size_t gone =
      std::erase_if(rest, [&](Entry entry) { return renew(entry, now); });
  entries_ -= std::min(entries_, gone);
  due = static_cast<uint32_t>(2 * rest.size());
}

/// One more entry, whatever the others are.
void GlobalCells::add_entry(Page& page, uint32_t cell, Mark mark,
                            LaneMask bits) {
  const Mark first = page.touch[cell];
  if (first < base_ && (mark >= base_ || first < first_)) {
    page.touch[cell] = mark;
    page.touch_lanes[cell] = bits;
    page.enough[cell] = other_than_reads(record(mark).use);
    if (!page.more.empty()) page.more.erase(cell);
    return;
  }
  if (first == mark) {
    page.touch_lanes[cell] |= bits;
    return;
  }
  const GlobalRecord& mine = record(mark);
  if (first >= base_ && (page.enough[cell] & bit_of(mine.use)) != 0 &&
      record(first).launch == launch_)
    return;
  std::vector<Entry>& rest = page.more[cell].entries;
  const auto elsewhere = [&](Mark other) {
    const GlobalRecord& r = record(other);
    return r.use == mine.use && r.launch == mine.launch &&
           mine.launch == launch_ && r.epoch.serial != mine.epoch.serial &&
           !r.narrow && !mine.narrow;
  };
  bool enough = elsewhere(first);
  for (Entry& entry : rest) {
    if (entry.mark == mark) {
      entry.lanes |= bits;
      return;
    }
    enough = enough || elsewhere(entry.mark);
  }
  if (entries_ >= kMostEntries) {
    overflowed_ = true;
    return;
  }
  ++entries_;
  rest.push_back({mark, bits});
  if (enough && !orders_) page.enough[cell] |= bit_of(mine.use);
}

}  // namespace simt::races
