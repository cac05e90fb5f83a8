// SPDX-License-Identifier: MIT
// The least time in which a GPU can do what a launch did, resource by resource:
// a lower bound, never an estimate. docs/floor.md has the rules. Pure
// arithmetic on counts.
#pragma once

#include <cstdint>

#include "simt/machine/profile.h"
#include "simt/report/report.h"

namespace simt::checks {

/// What a launch cannot save, whatever machine code it becomes.
struct LeastWork {
  uint64_t blocks = 0;
  /// Sectors of 32 bytes of the device's own memory, each once: those that are
  /// read and never written in the launch, and those that are written.
  uint64_t sectors_read = 0, sectors_written = 0;
  double l1_wavefronts = 0, shared_wavefronts = 0;
  uint64_t float_adds = 0, float_multiplies = 0, float_multiply_adds = 0;
  uint64_t double_adds = 0, double_multiplies = 0, double_multiply_adds = 0;
  /// Halves of an operation with 16-bit factors; a multiply-add counts as two.
  uint64_t tensor_halves = 0, tensor_double_halves = 0;
  uint64_t updates_of_one_word = 0;  // requests of atomics
};

report::Floor floor_of(const LeastWork& work, const Profile& profile);

}  // namespace simt::checks
