// SPDX-License-Identifier: MIT
// Which thread touched each cell of device memory while a part of a launch
// ran. As long as no two threads meet in a cell that one of them stores to, no
// order of theirs can be seen. Where they do, that is all that is known.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "simt/ops/event.h"
#include "simt/ops/flags.h"
#include "simt/ops/pages.h"
#include "simt/ops/undo.h"

namespace simt::ops {

/// Names a thread of a part; those below Owners::first() mean nobody.
using Owner = uint32_t;

/// The cells of one part of a launch; serves one launch after another, so that
/// its pages are there already.
class Owners {
 public:
  /// What an access with an order may do.
  enum class Ordered : uint8_t {
    kAlone,  // no more than another one; atomics may meet
    kMeets,  // threads meet in words where all accesses have an order: blocks
             // run one after the other, and all such accesses are equally wide
  };
  struct Threads {
    uint64_t all = 0;    // that will be named
    uint32_t block = 1;  // of them, in a block
  };
  /// A launch begins. Cells have 1 << `shift` bytes, of device addresses
  /// [base, base + bytes); `undo` keeps what is written. False: there is no
  /// room.
  bool start(uint64_t base, uint64_t bytes, int shift, const Threads& threads,
             Ordered ordered, Undo& undo);
  /// See Flags.
  void enter(uint32_t slot, const uint32_t& met) { flags_.enter(slot, met); }
  Owner first() const { return first_; }
  /// Stands for several readers of a cell.
  Owner many() const { return next_ - 2; }
  /// Stands for writers that were atomics, or relaxed stores, alone.
  Owner atomics() const { return next_ - 1; }
  // Of kMeets.
  /// Stands for readers whose loads had an order; teller() is the only one.
  Owner listeners() const { return next_ - 3; }
  /// Stands for a writer by volatile stores alone: teller() is the last.
  Owner flag() const { return next_ - 4; }
  /// Likewise, of one that is no longer fresh (Flags).
  Owner old_flag() const { return next_ - 5; }
  /// Of a line: its cells say who wrote them.
  Owner in_cells() const { return next_ - 6; }
  /// All pages go.
  void drop() { *this = Owners(); }

  /// True when one part wrote a cell of [begin, end) that the other touched;
  /// atomics alone do not meet.
  static bool meet(const Owners& a, const Owners& b, uint64_t begin,
                   uint64_t end);

  // For those who note accesses (owned.cpp).
  int shift() const { return shift_; }
  size_t cell(uint64_t address) const { return (address - base_) >> shift_; }
  /// The cells of an access at its natural alignment; they say who wrote them
  /// from now on.
  uint32_t* writer(uint64_t address) {
    const size_t first = cell(address);
    if (line_[first / kLine] != in_cells()) open(first / kLine);
    return writer_ + first;
  }
  /// Likewise those of [begin, end).
  uint32_t* writers(uint64_t begin, uint64_t end) {
    const size_t last = cell(end - 1) / kLine;
    for (size_t line = cell(begin) / kLine; line <= last; ++line)
      if (line_[line] != in_cells()) open(line);
    return writer_ + cell(begin);
  }
  /// All lanes of a warp store to the line at `begin`, lane 0 as `owner`, and
  /// nobody reads there. True: that is noted. False: others stored there.
  bool write_line(uint64_t begin, Owner owner) {
    Owner& line = line_[cell(begin) / kLine];
    if (line >= first_ && line != owner) return false;
    line = owner;
    return true;
  }
  bool is_line(uint64_t begin, size_t cells) const {
    return cells == kLine && cell(begin) % kLine == 0;
  }
  uint32_t* reader(uint64_t address) { return reader_ + cell(address); }
  uint32_t* teller(uint64_t address) { return teller_ + cell(address); }
  bool ordered_meet() const { return ordered_ == Ordered::kMeets; }
  bool same_block(Owner a, Owner b) const { return flags_.same_block(a, b); }
  /// Before `me` stores to a cell with an order.
  void tell(Owner me, uint64_t address, bool volatile_store) {
    flags_.store(me, cell(address), volatile_store,
                 [this](size_t cell, Owner by) {
                   if (writer_[cell] == flag() && teller_[cell] == by)
                     writer_[cell] = old_flag();
                 });
  }
  bool holds(uint64_t address, uint64_t bytes) const {
    return address - base_ < bytes_ && bytes <= bytes_ - (address - base_);
  }
  /// Notes that bytes [begin, end) are read. True: some of their pages were
  /// written.
  bool touch(uint64_t begin, uint64_t end) {
    return note(read_, written_, begin, end, [this](uint64_t page) {
      // Memory that is loaded before it is stored to costs two page faults.
      reader_[page << (kPageBits - shift_)] = 0;
    });
  }
  /// Likewise that they are about to be written. True: some of their pages were
  /// read.
  bool keep(uint64_t begin, uint64_t end) {
    undo_->keep(begin, end);
    return note(written_, read_, begin, end, [](uint64_t) {});
  }
  /// writer() of an atomic. What one wrote before is kept already.
  uint32_t* updated(uint64_t address, uint32_t width) {
    uint32_t* const cells = writer_ + cell(address);
    if (*cells == atomics()) return cells;
    keep(address, address + width);
    return writer(address);
  }

 private:
  static constexpr int kPageBits = 12;
  static constexpr size_t kLine = 32;  // cells: what a warp stores at once

  static bool meet_in(const Owners& a, const Owners& b, size_t line);

  void open(size_t line) {
    const Owner owner = line_[line];
    if (owner >= first_)
      for (uint32_t i = 0; i < kLine; ++i)
        writer_[line * kLine + i] = owner + i;
    line_[line] = in_cells();
  }
  /// Below first(): nobody.
  Owner writer_of(size_t cell) const {
    const Owner line = line_[cell / kLine];
    return line < first_ || line == in_cells()
               ? writer_[cell]
               : line + static_cast<Owner>(cell % kLine);
  }

  /// Calls `fresh(page)` for each page that `pages` did not have yet.
  template <class Fresh>
  bool note(uint32_t* pages, const uint32_t* others, uint64_t begin,
            uint64_t end, const Fresh& fresh) {
    bool both = false;
    const uint64_t last = (end - 1 - base_) >> kPageBits;
    for (uint64_t page = (begin - base_) >> kPageBits; page <= last; ++page) {
      if (pages[page] != first_) fresh(page);
      pages[page] = first_;
      both = both || others[page] == first_;
    }
    return both;
  }

  uint64_t base_ = 0, bytes_ = 0;
  int shift_ = 2;
  Owner first_ = 1, next_ = 1;
  Ordered ordered_ = Ordered::kAlone;
  Flags flags_;
  Undo* undo_ = nullptr;
  Pages writers_, lines_, readers_, tellers_, read_pages_, written_pages_;
  uint32_t* writer_ = nullptr;  // by cell, where line_ says so
  // By line: who wrote its first cell, and the lanes after him the others; or
  // in_cells(); below first_ nobody wrote.
  uint32_t* line_ = nullptr;
  uint32_t* reader_ = nullptr;  // by cell
  uint32_t* teller_ = nullptr;  // by cell, see listeners() and flag()
  // By page of device memory: first_ where it was read, or written.
  uint32_t* read_ = nullptr;
  uint32_t* written_ = nullptr;
};

}  // namespace simt::ops
