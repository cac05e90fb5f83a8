// SPDX-License-Identifier: MIT
// Tells an observer of each instruction that a warp ran, and of the registers
// that it filled or read. The machine has one only while an observer asks for
// it (Observer::steps).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "simt/machine/block.h"
#include "simt/ops/observer.h"

namespace simt {

class StepWatch {
 public:
  StepWatch(const program::Kernel& kernel, Observer& observer)
      : kernel_(kernel), observer_(observer) {}

  /// Instruction `pc` is about to run: keeps what it takes, where its result
  /// may come into the same register.
  void before(ops::Context& c, uint32_t pc);
  /// It ran for `lanes`, of those that came to it.
  void after(ops::Context& c, const Warp& warp, LaneMask came, LaneMask lanes,
             uint32_t pc);

 private:
  static constexpr size_t kRowBytes = 512;  // of the widest register

  const program::Kernel& kernel_;
  Observer& observer_;
  std::array<std::byte, kRowBytes> kept_;  // of an atomic
};

}  // namespace simt
