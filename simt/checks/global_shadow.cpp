// SPDX-License-Identifier: MIT
// See global_shadow.h. on_access is hot: full warps that touch a row of cells
// are handled by loops that the compiler turns into vector instructions.
#include "simt/checks/global_shadow.h"

#include <algorithm>
#include <bit>

namespace simt::checks {
namespace {

// Limits of what is kept, past which overflowed() says so.
constexpr size_t kMostRecords = size_t{1} << 24;  // 448 MB
constexpr size_t kMostEntries = size_t{1} << 24;
// Past this many listed reads they all go to the cells.
constexpr size_t kMostListed = size_t{1} << 22;
constexpr uint32_t kLastMark = 1u << 31;

bool all_below(const uint32_t* values, size_t count, uint32_t bound) {
  uint32_t most = 0;
  for (size_t i = 0; i < count; ++i) most = std::max(most, values[i]);
  return most < bound;
}

bool all_equal(const uint32_t* values, size_t count, uint32_t value) {
  uint32_t differs = 0;
  for (size_t i = 0; i < count; ++i) differs |= values[i] ^ value;
  return differs == 0;
}

/// Cell i belongs to lane i >> shift.
bool all_own(const LaneMask* lanes, size_t count, int shift) {
  uint32_t differs = 0;
  for (size_t i = 0; i < count; ++i)
    differs |= lanes[i] ^ (LaneMask{1} << (i >> shift));
  return differs == 0;
}

void fill_own(LaneMask* lanes, size_t count, int shift) {
  for (size_t i = 0; i < count; ++i) lanes[i] = LaneMask{1} << (i >> shift);
}

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

}  // namespace

void GlobalShadow::start_launch(uint32_t launch, bool forget_all, bool clear,
                                bool orders) {
  launch_ = launch;
  orders_ = orders;
  direct_ = !clear;
  if (forget_all) {
    first_ += static_cast<Mark>(records_.size());
    records_.clear();
    entries_ = 0;
    overflowed_ = false;
    if (first_ >= kLastMark) forget();
  }
  base_ = clear ? first_ + static_cast<Mark>(records_.size()) : first_;
  for (auto& [begin, region] : regions_) {
    region.in_cells = false;
    if (forget_all) region.listed.clear();
    if (direct_) bring_in(region);
  }
  if (forget_all) listed_ = 0;
}

void GlobalShadow::start_block(uint32_t slot) {
  if (slot >= recent_.size()) recent_.resize(slot + 1);
  if (!recent_[slot]) recent_[slot] = std::make_unique<SlotRecent>();
  *recent_[slot] = {};
}

void GlobalShadow::on_free(uint64_t begin, uint64_t end) {
  regions_.erase(begin);
  last_region_ = ~uint64_t{0};
  // Pages that other allocations share stay; addresses are not used again.
  const uint64_t first = (begin + kPageBytes - 1) >> kPageBits;
  for (uint64_t page = first; page < end >> kPageBits; ++page)
    pages_.erase(page);
  last_page_ = ~uint64_t{0};
}

void GlobalShadow::forget() {
  pages_.clear();
  last_page_ = ~uint64_t{0};
  for (auto& [begin, region] : regions_) region.listed.clear();
  for (auto& recent : recent_)
    if (recent) *recent = {};
  records_.clear();
  listed_ = entries_ = 0;
  first_ = base_ = 1;
  ordered_ = {};
}

GlobalShadow::Mark GlobalShadow::mark_of(const Access& access, const When& when,
                                         Use use, bool looks) {
  Recent& recent = recent_[access.at.slot]->of[when.warp][access.pc & 15];
  if (recent.mark >= first_ && recent.pc == access.pc &&
      recent.epoch == when.epoch && recent.version == when.version)
    return recent.mark;
  if (records_.size() >= kMostRecords) {
    forget();
    overflowed_ = true;
  }
  const Mark mark = first_ + static_cast<Mark>(records_.size());
  const bool narrow = access.scope == Scope::kCta && use == Use::kAtomic;
  records_.push_back({when, access.pc, launch_, use, narrow, looks});
  recent = {mark, access.pc, when.epoch, when.version};
  return mark;
}

GlobalShadow::Page& GlobalShadow::page_at(uint64_t address) {
  const uint64_t number = address >> kPageBits;
  if (number == last_page_) return *last_;
  std::unique_ptr<Page>& page = pages_[number];
  if (!page) {
    page = std::make_unique<Page>();
    const size_t cells = kPageBytes >> 2;
    page->writer.assign(cells, 0);
    page->writer_lane.assign(cells, 0);
  }
  last_page_ = number;
  last_ = page.get();
  return *last_;
}

void GlobalShadow::make_touch(Page& page) {
  if (!page.touch.empty()) return;
  page.touch.assign(page.writer.size(), 0);
  page.touch_lanes.assign(page.writer.size(), 0);
  page.enough.assign(page.writer.size(), 0);
}

void GlobalShadow::use_byte_cells(Page& page) {
  const auto spread = [](auto& cells) {
    std::remove_reference_t<decltype(cells)> bytes(cells.size() * 4);
    for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = cells[i / 4];
    cells = std::move(bytes);
  };
  for (auto* values :
       {&page.writer, &page.touch, &page.writer_lane, &page.touch_lanes})
    spread(*values);
  spread(page.enough);
  std::unordered_map<uint32_t, std::vector<Entry>> more;
  for (const auto& [cell, entries] : page.more)
    for (uint32_t i = 0; i < 4; ++i) more[cell * 4 + i] = entries;
  page.more = std::move(more);
  page.shift = 0;
}

void GlobalShadow::on_access(const Access& access, const When& when, Use use,
                             bool looks, uint64_t begin, GlobalJudge& judge) {
  const Mark mark = mark_of(access, when, use, looks);
  if (begin != last_region_) {
    region_ = &regions_[begin];
    last_region_ = begin;
  }
  Region& region = *region_;
  if (use == Use::kRead && !direct_ && begin != 0 && !region.in_cells &&
      list(access, mark, region))
    return;
  if (use != Use::kRead && use != Use::kVolatileRead && !region.in_cells) {
    region.in_cells = true;
    bring_in(region);
  }
  const GlobalRecord now_record = record(mark);
  Now now;
  now.record = &now_record;
  now.mark = mark;
  now.slot = access.at.slot;
  now.judge = &judge;
  if (row(access, now) || uniform_read(access, now)) return;
  for (LaneMask left = access.active; left != 0; left &= left - 1) {
    now.be(std::countr_zero(left));
    visit_lane(access, now);
  }
}

/// Notes a read; false: it must go to the cells.
bool GlobalShadow::list(const Access& access, Mark mark, Region& region) {
  if (listed_ >= kMostListed) {
    for (auto& [begin, other] : regions_) bring_in(other);
    region.in_cells = true;
    return false;
  }
  const int64_t bytes = access.shape == Shape::kUniform ? 0 : access.bytes;
  if (access.shape != Shape::kGeneral) {
    const int first = std::countr_zero(access.active);
    region.listed.push_back(
        {access.lane_address(first), bytes, mark, access.active, access.bytes});
    ++listed_;
    return true;
  }
  std::array<Listed, 4> parts;  // of equal steps; more is not worth it
  size_t count = 0;
  for (LaneMask left = access.active; left != 0; ++count) {
    if (count == parts.size()) return false;
    const int first = std::countr_zero(left);
    Listed& part = parts[count];
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
  region.listed.insert(region.listed.end(), parts.begin(),
                       parts.begin() + static_cast<ptrdiff_t>(count));
  listed_ += count;
  return true;
}

void GlobalShadow::bring_in(Region& region) {
  for (const Listed& read : region.listed) bring_in(read);
  listed_ -= region.listed.size();
  region.listed.clear();
}

void GlobalShadow::bring_in(const Listed& read) {
  if (read.mark < first_) return;
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
      add_entry(page, cell + i, read.mark, bits);
    if (read.stride == 0) return;
  }
}

/// A full warp's row of cells inside one page, in the usual cases.
bool GlobalShadow::row(const Access& access, Now& now) {
  const Use use = now.record->use;
  if (access.shape != Shape::kConsecutive || access.active != kAllLanes ||
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
  return use == Use::kRead ? load_row(page, cell, cells, per_lane, now.mark)
                           : store_row(page, cell, cells, per_lane, now);
}

bool GlobalShadow::load_row(Page& page, size_t cell, size_t cells, int per_lane,
                            Mark mark) const {
  if (!all_below(&page.writer[cell], cells, base_)) return false;
  make_touch(page);
  Mark* touch = &page.touch[cell];
  LaneMask* lanes = &page.touch_lanes[cell];
  if (all_equal(touch, cells, mark) && all_own(lanes, cells, per_lane))
    return true;
  if (!all_below(touch, cells, base_)) return false;
  if (!page.more.empty()) return false;
  std::fill_n(touch, cells, mark);
  fill_own(lanes, cells, per_lane);
  std::fill_n(&page.enough[cell], cells, uint8_t{0});
  return true;
}

bool GlobalShadow::store_row(Page& page, size_t cell, size_t cells,
                             int per_lane, const Now& now) const {
  if (!page.more.empty()) return false;
  Mark* writer = &page.writer[cell];
  LaneMask* writer_lane = &page.writer_lane[cell];
  const auto own = [&](const Mark* marks, const LaneMask* lanes) {
    return marks[0] >= base_ && all_equal(marks, cells, marks[0]) &&
           record(marks[0]).when.serial == now.record->when.serial &&
           record(marks[0]).when.warp == now.record->when.warp &&
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

/// The cells of the lane; an access is aligned to its size and stays inside
/// the page.
GlobalShadow::Cells GlobalShadow::cells_of(const Access& access, Now& now) {
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
bool GlobalShadow::comes_before(Mark writer, LaneMask lanes, const Now& now) {
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
bool GlobalShadow::uniform_read(const Access& access, Now& now) {
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

void GlobalShadow::visit_lane(const Access& access, Now& now) {
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

bool GlobalShadow::mine(const Entry& entry, const Now& now) const {
  if (entry.lanes != now.bits) return false;
  if (entry.mark == now.mark) return true;
  const GlobalRecord& r = record(entry.mark);
  return r.when.warp == now.record->when.warp &&
         r.when.serial == now.record->when.serial;
}

void GlobalShadow::note_read(Page& page, uint32_t cell, Now& now) {
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

void GlobalShadow::write(Page& page, uint32_t cell, Now& now) {
  check_writer(page, cell, now);
  check_touched(page, cell, now);
  page.writer[cell] = now.mark;
  page.writer_lane[cell] = now.bits;
  if (now.record->use == Use::kVolatileWrite) return;
  page.touch[cell] = 0;
  if (!page.more.empty()) page.more.erase(cell);
}

void GlobalShadow::touch(Page& page, uint32_t cell, Now& now) {
  check_writer(page, cell, now);
  check_touched(page, cell, now);
  remember(page, cell, now);
}

void GlobalShadow::check_writer(Page& page, uint32_t cell, Now& now) {
  const Entry writer{page.writer[cell], page.writer_lane[cell]};
  if (writer.mark >= base_ && !mine(writer, now))
    compare(page, cell, writer, now);
}

void GlobalShadow::check_touched(Page& page, uint32_t cell, Now& now) {
  const Entry first{page.touch[cell], page.touch_lanes[cell]};
  if (first.mark < base_) return;
  if ((page.enough[cell] & kNotOnlyReads) == 0 && only_reads(now.record->use))
    return;
  if (!mine(first, now)) compare(page, cell, first, now);
  if (page.more.empty()) return;
  const auto rest = page.more.find(cell);
  if (rest == page.more.end()) return;
  for (const Entry& entry : rest->second)
    if (!mine(entry, now)) compare(page, cell, entry, now);
}

void GlobalShadow::compare(const Page& page, uint32_t cell, const Entry& before,
                           Now& now) {
  const GlobalRecord& then = record(before.mark);
  const bool both_read = only_reads(then.use) && only_reads(now.record->use);
  if (both_read) return;
  const bool both_atomic =
      then.use == Use::kAtomic && now.record->use == Use::kAtomic;
  const bool narrow = then.narrow || now.record->narrow;
  if (both_atomic && !narrow) return;
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
bool GlobalShadow::renew(Entry& entry, const Now& now) const {
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

void GlobalShadow::remember(Page& page, uint32_t cell, const Now& now) {
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

bool GlobalShadow::renew_more(Page& page, uint32_t cell, const Now& now) {
  if (page.more.empty()) return false;
  const auto found = page.more.find(cell);
  if (found == page.more.end()) return false;
  std::vector<Entry>& rest = found->second;
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
  return false;
}

/// One more entry, whatever the others are.
void GlobalShadow::add_entry(Page& page, uint32_t cell, Mark mark,
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
  std::vector<Entry>& rest = page.more[cell];
  const auto elsewhere = [&](Mark other) {
    const GlobalRecord& r = record(other);
    return r.use == mine.use && r.launch == mine.launch &&
           mine.launch == launch_ && r.when.serial != mine.when.serial &&
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

}  // namespace simt::checks
