// SPDX-License-Identifier: MIT
// When a seed leaves a launch for a while, so that others run beside its parts.
// Knows no launch.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "simt/machine/dice.h"

namespace simt {

class Pauses {
 public:
  explicit Pauses(Dice& dice) : dice_(dice) {}

  /// The launch runs on at instruction `now`; `may`: others could run beside.
  void begin(bool may, uint64_t now) {
    may_ = may;
    if (may_) next_ = now + gap();
  }
  bool due(uint64_t now) const { return may_ && now >= next_; }
  /// At most so many instructions in a row.
  uint32_t cut(uint32_t wanted, uint64_t now) const {
    if (!may_ || now >= next_) return wanted;
    return static_cast<uint32_t>(std::min<uint64_t>(wanted, next_ - now));
  }
  /// All blocks have ended: now and then others run before the stores arrive
  /// that are held back. Once.
  bool before_end() {
    return may_ && !std::exchange(ends_, true) && dice_.below(2) == 0;
  }

 private:
  static constexpr uint32_t kLongest = 14;  // as a power of 2

  /// Short and long ones: two kernels may meet in a few instructions, or late.
  uint64_t gap() { return 1 + dice_.below(1u << dice_.below(kLongest)); }

  Dice& dice_;
  bool may_ = false;
  bool ends_ = false;  // all blocks have ended
  uint64_t next_ = 0;
};

}  // namespace simt
