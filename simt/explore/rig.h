// SPDX-License-Identifier: MIT
// Runs one kernel on the emulator's core, without the CUDA API, and keeps what
// it counted, reported and did.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "simt/checks/session.h"
#include "simt/machine/machine.h"
#include "simt/ptx/module.h"
#include "simt/steps/steps.h"

namespace simt::explore {

/// How a kernel is launched, and what it is given.
struct Run {
  std::string kernel;
  uint32_t grid = 1, block = 32;
  uint32_t dynamic_shared = 0;
  int sms = 0;  // of the device; 0: all
  uint64_t schedule = 0;
  bool checks = false;  // false: counters only
  /// Bytes of global memory that the kernel gets as pointers, its first
  /// arguments. They hold zeros, or begin with `filled`.
  std::vector<uint64_t> buffers;
  std::vector<int32_t> filled = {};  // of the first buffer
  std::vector<int32_t> numbers;      // its other arguments
};

/// What came of it.
struct Ran {
  Outcome outcome = Outcome::kDone;
  report::Counters counters;
  std::vector<report::Diagnostic> diagnostics;
  steps::Run steps;
  std::vector<std::byte> last;  // the last buffer

  /// The words of the last buffer.
  template <class T>
  std::vector<T> words() const {
    std::vector<T> out(last.size() / sizeof(T));
    std::memcpy(out.data(), last.data(), out.size() * sizeof(T));
    return out;
  }
};

class Rig {
 public:
  /// Throws std::runtime_error for a text that is no PTX.
  explicit Rig(const std::string& ptx);

  /// On an H200. Throws std::runtime_error for a kernel that does not exist,
  /// and for a run that did not end well, unless `checks` are on.
  Ran run(const Run& run);

 private:
  const program::Kernel& kernel(const std::string& name);

  ptx::Module module_;
  std::map<std::string, std::unique_ptr<program::Kernel>> kernels_;
};

/// The only act of this kind that accesses shared or global memory ("shared",
/// "global"). Throws std::runtime_error when there is another number of them.
const steps::Act& access_of(const Ran& ran, steps::ActKind kind,
                            const std::string& space);

}  // namespace simt::explore
