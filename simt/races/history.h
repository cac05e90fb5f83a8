// SPDX-License-Identifier: MIT
// The rule that finds races: what an access does to one cell of memory, whose
// history is its last writer and those who touched it since. Knows nothing of
// how a storage keeps that, nor of what orders accesses.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "simt/races/cell_rows.h"
#include "simt/races/memory_model.h"
#include "simt/races/record.h"
#include "simt/races/records.h"

namespace simt::races {

/// The rule is that of FastTrack (Flanagan and Freund, PLDI 2009): a read is
/// compared with the last write, a write also with the reads since, and where
/// reads cannot be told by one epoch a cell keeps several. Two things are of
/// GPUs: one epoch stands for a warp, with a lane mask, and atomics touch a
/// cell without being its writer.
///
/// There are two storages, SharedCells and GlobalCells: they say where a cell
/// keeps its history, and how much of it. A storage derives from
/// History<itself> and has
///   Cell                         names a cell
///   writer(cell), set_writer(cell, entry)
///   each_touched(cell, now, f)   f(entry), the oldest first
///   remember(cell, now)          keeps a toucher
///   clear_touched(cell)
///   readers_left_out(cell)       see Pair::more
///   width(cell)                  log2 of its bytes
///   merges(old, now)             may one stand for both, if they are ordered?
///   stands_for(old, now)         may `now` stand for both, ordered or not?
///   passed(mark, now)            true: all that it did comes before `now`
///   clear()                      clears all marks and kept entries
///   kSpace
template <class Storage>
class History {
 public:
  /// How many accesses had to be forgotten: with those, races may be missed.
  uint64_t forgotten() const { return forgotten_; }

 protected:
  /// The access that is being looked at.
  struct Now {
    const Access* access = nullptr;
    const Record* record = nullptr;
    Mark mark = 0;
    int lane = 0;
    LaneMask bits = 1;    // the lanes that do it: `lane`, or many that read
    uint64_t origin = 0;  // address of cell 0
    Entry counted;        // earlier side already counted for this lane

    void set_lane(int next) {
      lane = next;
      bits = LaneMask{1} << next;
      counted = {};
    }
  };

  History(size_t most_records, size_t most_entries)
      : records_(most_records), most_entries_(most_entries) {}

  /// From now on `ordering` is asked, and `sink` is told. Before any access.
  void judge_by(const Ordering& ordering, PairSink& sink) {
    ordering_ = &ordering;
    sink_ = &sink;
  }

  // The bounds: a full list of records is forgotten whole, an entry for which
  // there is no room is not kept. Both are counted.

  Mark mark_of(uint32_t slot, const Record& record) {
    if (const Mark mark = records_.mark_of(slot, record)) return mark;
    forgotten_ += records_.size();
    forget();
    return records_.mark_of(slot, record);
  }

  /// All that went before comes before whatever follows. The storage has let
  /// go of all that it kept.
  void drop() {
    if (!records_.drop()) forget();
    base_ = records_.first();
  }

  /// Adds an entry to `rest`, which a cell has beside its first ones.
  bool keep(std::vector<Entry>& rest, const Entry& entry) {
    if (entries_ >= most_entries_) {
      ++forgotten_;
      return false;
    }
    ++entries_;
    rest.push_back(entry);
    return true;
  }
  /// So many entries that were kept are erased.
  void let_go(size_t count) { entries_ -= count; }
  /// Of `rest`, which is copied so many times.
  void copied(const std::vector<Entry>& rest, size_t times) {
    entries_ += rest.size() * times;
  }
  void kept_more(size_t count) { entries_ += count; }
  bool has_room() const { return entries_ + 8 <= most_entries_; }
  bool keeps_any() const { return entries_ != 0; }

  /// A read or an atomic.
  template <class Cell>
  void touch(Cell cell, Now& now) {
    check_writer(cell, now);
    check_touched(cell, now);
    self().remember(cell, now);
  }

  template <class Cell>
  void write(Cell cell, Now& now) {
    // Lanes of one store that write one value: whichever comes last, it stays.
    const Entry writer = self().writer(cell);
    if (writer.mark == now.mark &&
        all_store_alike(*now.access, writer.lanes, now.lane)) {
      self().set_writer(cell, {now.mark, writer.lanes | now.bits});
      return;
    }
    check_writer(cell, now);
    check_touched(cell, now);
    self().set_writer(cell, {now.mark, now.bits});
    if (now.record->use != Use::kVolatileWrite && !now.record->bulk)
      self().clear_touched(cell);
  }

  template <class Cell>
  void check_writer(Cell cell, Now& now) {
    const Entry writer = self().writer(cell);
    if (writer.mark < base_ || mine(writer, now)) return;
    // What it reads, it wrote itself, as others did in the same store.
    const Entry own{writer.mark, writer.lanes & now.bits};
    if (only_reads(now.record->use) && own.lanes != 0 && mine(own, now)) return;
    compare(cell, writer, now, false);
  }

  template <class Cell>
  void check_touched(Cell cell, Now& now) {
    const bool more = self().readers_left_out(cell);
    self().each_touched(cell, now, [&](const Entry& entry) {
      if (!mine(entry, now)) compare(cell, entry, now, more);
    });
  }

  template <class Cell>
  void compare(Cell cell, const Entry& before, Now& now, bool more) {
    if (self().passed(before.mark, now)) return;
    const Record& then = records_[before.mark];
    if ((then.bulk || now.record->bulk) &&
        (then.launch == now.record->launch ||
         (then.use == Use::kAtomic && now.record->use == Use::kAtomic)))
      return;
    if (!conflict(then.use, now.record->use, morally_strong(then, *now.record)))
      return;
    const LaneMask lanes = ordering_->unordered(then, before.lanes, *now.record,
                                                now.access->at.slot, now.lane);
    if (lanes == 0) return;
    Pair pair;
    pair.before = then;
    pair.now = *now.record;
    pair.before_lanes = lanes;
    pair.lane = now.lane;
    pair.at = now.access->at;
    pair.space = Storage::kSpace;
    pair.address = self().address(cell, now);
    pair.bytes = 1u << self().width(cell);
    // A wide access meets the same partner in several cells: one pair.
    pair.again = now.counted.mark == before.mark && now.counted.lanes == lanes;
    pair.more = more;
    now.counted = {before.mark, lanes};
    sink_->on_pair(pair);
  }

  /// True when the same lanes of the same warp did both.
  bool mine(const Entry& entry, const Now& now) const {
    if (entry.lanes != now.bits) return false;
    return entry.mark == now.mark ||
           records_[entry.mark].epoch.same_warp(now.record->epoch);
  }

  /// True when what the two conflict with is the same.
  static bool alike(const Record& old, const Record& now) {
    return old.use == now.use && old.bulk == now.bulk &&
           is_wide(old.scope) == is_wide(now.scope) &&
           is_of_cluster(old.scope) == is_of_cluster(now.scope) &&
           (old.bytes == now.bytes || is_plain(old.use));
  }

  /// True when `entry` needs no place beside the new access, for which it then
  /// stands: the same access, or an older one that comes before it.
  bool renew(Entry& entry, const Now& now) const {
    if (entry.mark == now.mark) {
      entry.lanes |= now.bits;
      return true;
    }
    if (entry.mark >= base_) {
      const Record& old = records_[entry.mark];
      if (!alike(old, *now.record)) return false;
      if (self().stands_for(old, *now.record)) {
        entry = {now.mark, entry.lanes | now.bits};
        return true;
      }
      // An atomic that looks has seen the atomics before it.
      const bool saw =
          old.use == Use::kAtomic && now.record->looks && is_wide(old.scope);
      if (!saw && !mine(entry, now) && !self().passed(entry.mark, now) &&
          (!Storage::merges(old, *now.record) ||
           ordering_->unordered(old, entry.lanes, *now.record,
                                now.access->at.slot, now.lane) != 0))
        return false;
    }
    entry = {now.mark, now.bits};
    return true;
  }

  Records records_;
  Mark base_ = records_.first();  // marks below it mean nothing
  uint64_t forgotten_ = 0;
  const Ordering* ordering_ = nullptr;

 private:
  Storage& self() { return static_cast<Storage&>(*this); }
  const Storage& self() const { return static_cast<const Storage&>(*this); }

  void forget() {
    self().clear();
    records_.restart();
    base_ = records_.first();
    entries_ = 0;
  }

  size_t most_entries_, entries_ = 0;  // kept
  PairSink* sink_ = nullptr;
};

}  // namespace simt::races
