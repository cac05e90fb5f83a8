// SPDX-License-Identifier: MIT
// Which words of device memory a part of a launch read and wrote: a bit for
// each four bytes. Two parts that touched no word in common, but for words
// that both only read or only updated, could have run in any order.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simt/ops/pages.h"
#include "simt/ops/undo.h"

namespace simt::ops {

class Marks {
 public:
  /// For device addresses [base, base + bytes); `undo` keeps what is written.
  Marks(uint64_t base, uint64_t bytes, Undo& undo);

  /// False: there were no pages for the bits.
  bool ready() const { return bits_ != nullptr; }

  void read(uint64_t address, uint64_t bytes) { set(bits_, address, bytes); }
  /// Before it is written.
  void writes(uint64_t address, uint64_t bytes) {
    if (address - base_ < size_) undo_.keep(address, address + bytes);
    set(bits_ + words_, address, bytes);
  }
  /// Before an atomic updates it. Atomics of two parts may meet.
  void updates(uint64_t address, uint64_t bytes) {
    if (address - base_ < size_) undo_.keep(address, address + bytes);
    set(bits_ + 2 * words_, address, bytes);
  }
  /// Something was touched that has no bits, or in a way that they cannot say.
  void lose_track() { lost_ = true; }
  bool lost() const { return lost_; }

  /// True when one part wrote a word of [begin, end) that the other touched.
  static bool meet(const Marks& a, const Marks& b, uint64_t begin,
                   uint64_t end);

 private:
  void set(uint64_t* bits, uint64_t address, uint64_t bytes) {
    if (address - base_ >= size_) return lose_track();
    const uint64_t first = (address - base_) / 4;
    const uint64_t last = (address + bytes - 1 - base_) / 4;
    for (uint64_t word = first / 64; word <= last / 64; ++word) {
      const uint64_t low = word == first / 64 ? first % 64 : 0;
      const uint64_t high = word == last / 64 ? last % 64 : 63;
      bits[word] |= (~uint64_t{0} >> (63 - high)) & (~uint64_t{0} << low);
    }
  }

  uint64_t base_, size_;
  Undo& undo_;
  uint64_t words_;  // of 64 bits, for the reads; then writes, then updates
  Pages pages_;
  uint64_t* bits_;
  bool lost_ = false;
};

}  // namespace simt::ops
