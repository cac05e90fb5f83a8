// SPDX-License-Identifier: MIT
// What the machine code of a kernel cannot save of its PTX: units, and how far
// requests may be joined. Found once per kernel, without running it.
#pragma once

#include <cstdint>
#include <vector>

#include "simt/ops/unit.h"
#include "simt/program/program.h"

namespace simt::checks {

class KernelWork {
 public:
  explicit KernelWork(const program::Kernel& kernel);

  ops::UnitUse unit(uint32_t pc) const { return units_[pc]; }
  /// How many requests of this instruction or its neighbours may become one:
  /// the compiler joins those of adjacent addresses up to 16 bytes per lane.
  /// 1: it stays one.
  uint32_t joined(uint32_t pc) const { return joined_[pc]; }

 private:
  std::vector<ops::UnitUse> units_;
  std::vector<uint8_t> joined_;
};

}  // namespace simt::checks
