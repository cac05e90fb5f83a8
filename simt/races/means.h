// SPDX-License-Identifier: MIT
// What a kernel's instructions can do to order its threads, read from them
// before it runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "simt/program/program.h"

namespace simt::races {

class Means {
 public:
  Means() = default;
  explicit Means(const program::Kernel& kernel);

  /// There is a fence, or an access that releases or acquires.
  bool order() const { return order_; }
  /// Threads may order each other without a barrier: those, or a strong or
  /// volatile load, or an atomic whose result is used.
  bool flags() const { return order_ || look_; }
  /// Lanes may exchange values: by shuffles or votes.
  bool exchanges() const { return exchanges_; }
  /// Threads may wait for a part of their block.
  bool partial() const { return partial_ || order_; }
  /// By barriers: those that a part of the block may join, and barrier objects.
  bool partial_by_barriers() const { return partial_ || objects_; }
  /// An mbarrier instruction, which acquires and releases.
  bool is_mbarrier(uint32_t pc) const {
    return pc < mbarrier_.size() && mbarrier_[pc] != 0;
  }
  /// An atomic that counts: neither an exchange nor a comparison of one value.
  bool counts(uint32_t pc) const {
    return pc < counts_.size() && counts_[pc] != 0;
  }
  /// The program uses the row that this instruction writes.
  bool result_used(uint32_t pc) const {
    return pc >= used_.size() || used_[pc] != 0;
  }
  /// See program::volatile_updates.
  bool updates(uint32_t pc) const {
    return pc < updates_.size() && updates_[pc] != 0;
  }

 private:
  void read(const program::InstInfo& info, size_t pc);

  bool order_ = false, look_ = false, partial_ = false, exchanges_ = false;
  bool objects_ = false;  // there is an mbarrier instruction
  std::vector<uint8_t> mbarrier_, counts_, used_, updates_;  // by pc
};

}  // namespace simt::races
