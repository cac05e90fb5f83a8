// SPDX-License-Identifier: MIT
// Which thread touched each cell of device memory while a part of a launch
// ran. As long as no two threads meet in a cell that one of them stores to, no
// order of theirs can be seen. Where they do, that is all that is known.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "simt/ops/event.h"
#include "simt/ops/pages.h"
#include "simt/ops/undo.h"

namespace simt::ops {

/// Names a thread of a part; those below Owners::first() mean nobody.
using Owner = uint32_t;

/// The cells of one part of a launch; serves one launch after another, so that
/// its pages are there already.
class Owners {
 public:
  /// A launch begins. Cells have 1 << `shift` bytes, of device addresses
  /// [base, base + bytes); `undo` keeps what is written. `threads` owners will
  /// be named. False: there is no room.
  bool start(uint64_t base, uint64_t bytes, int shift, uint64_t threads,
             Undo& undo);
  Owner first() const { return first_; }
  /// Stands for several readers of a cell.
  Owner many() const { return next_ - 2; }
  /// Stands for writers that were atomics alone.
  Owner atomics() const { return next_ - 1; }
  /// All pages go.
  void drop() { *this = Owners(); }

  /// True when one part wrote a cell of [begin, end) that the other touched;
  /// atomics alone do not meet.
  static bool meet(const Owners& a, const Owners& b, uint64_t begin,
                   uint64_t end);

  // For those who note accesses (owned.cpp).
  int shift() const { return shift_; }
  size_t cell(uint64_t address) const { return (address - base_) >> shift_; }
  uint32_t* writer(uint64_t address) { return writer_ + cell(address); }
  uint32_t* reader(uint64_t address) { return reader_ + cell(address); }
  bool holds(uint64_t address, uint64_t bytes) const {
    return address - base_ < bytes_ && bytes <= bytes_ - (address - base_);
  }
  /// Notes that bytes [begin, end) are read. True: some of their pages were
  /// written.
  bool touch(uint64_t begin, uint64_t end) {
    return note(read_, written_, begin, end);
  }
  /// Likewise that they are about to be written. True: some of their pages were
  /// read.
  bool keep(uint64_t begin, uint64_t end) {
    undo_->keep(begin, end);
    return note(written_, read_, begin, end);
  }

 private:
  static constexpr int kPageBits = 12;

  bool note(uint32_t* pages, const uint32_t* others, uint64_t begin,
            uint64_t end) {
    bool both = false;
    const uint64_t last = (end - 1 - base_) >> kPageBits;
    for (uint64_t page = (begin - base_) >> kPageBits; page <= last; ++page) {
      pages[page] = first_;
      both = both || others[page] == first_;
    }
    return both;
  }

  uint64_t base_ = 0, bytes_ = 0;
  int shift_ = 2;
  Owner first_ = 1, next_ = 1;
  Undo* undo_ = nullptr;
  Pages writers_, readers_, read_pages_, written_pages_;
  uint32_t* writer_ = nullptr;  // by cell
  uint32_t* reader_ = nullptr;  // by cell
  // By page of device memory: first_ where it was read, or written.
  uint32_t* read_ = nullptr;
  uint32_t* written_ = nullptr;
};

}  // namespace simt::ops
