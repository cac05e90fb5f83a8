// SPDX-License-Identifier: MIT
// Checks a module before anything of it is decoded: what execution relies on
// holds for every module that passes (docs/verifier.md). Knows nothing of
// values, which only the run shows.
#pragma once

#include <optional>
#include <string>

#include "simt/ptx/module.h"

namespace simt::verify {

/// Most that a module may ask for, in bytes unless said otherwise. They are at
/// or above the limits of ptxas and of every device here.
inline constexpr uint64_t kMostAlign = 1 << 20;
inline constexpr uint64_t kMostEntryParameters = 32764;     // of one kernel
inline constexpr uint64_t kMostShared = 1 << 20;            // of one function
inline constexpr uint64_t kMostLocal = 64 << 20;            // of one function
inline constexpr uint64_t kMostConstant = 1 << 20;          // of a module
inline constexpr uint64_t kMostGlobal = uint64_t{1} << 44;  // of a module
inline constexpr uint64_t kMostFrame = 64 << 20;   // of one warp's call
inline constexpr uint64_t kMostAccess = 32;        // of one lane's request
inline constexpr uint64_t kMostThreads = 1 << 20;  // .maxntid, in threads

/// The first rule that a module breaks.
struct Refusal {
  std::string function;  // as the PTX names it; "" outside of any
  int ptx_line = 0;      // of the PTX text, 1-based; 0: of no instruction
  int location = -1;     // index into Module::locations, -1: none
  std::string what;      // "`add.u64`: operand 1, `%h1`, has 16 bits, not 64"
};

/// Nothing when `module` keeps all rules. A form that the emulator does not
/// have is no offence: running it is the error that names it.
std::optional<Refusal> verify(const ptx::Module& module);

}  // namespace simt::verify
