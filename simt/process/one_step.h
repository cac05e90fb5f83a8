// SPDX-License-Identifier: MIT
// A thread executes the one instruction at which it faulted, then raises
// SIGTRAP. By the trap flag of x86-64; arm64 keeps that from programs, so a
// copy of the instruction runs there, with a breakpoint behind it. Knows no
// pages.
#pragma once

#include <cstdint>

namespace simt::cudart {

/// One thread's step. All of it is for signal handlers; `context` is what they
/// were given.
class OneStep {
 public:
  /// Whether this machine has a way at all.
  static constexpr bool possible() {
#if defined(__x86_64__) || defined(__aarch64__)
    return true;
#else
    return false;
#endif
  }

  /// The program's instruction at which the thread stopped, also while its copy
  /// runs.
  uint64_t instruction(const void* context) const;
  /// False when this one cannot be stepped over: then nothing was done.
  bool begin(void* context);
  /// In the handler of SIGTRAP: the thread goes on after the instruction.
  void end(void* context);

 private:
  uint64_t original_ = 0;
  uint64_t copy_ = 0;  // 0: none
};

}  // namespace simt::cudart
