// SPDX-License-Identifier: MIT
// The access patterns whose cost is measured on a GPU: which byte each lane of
// one warp touches. Knows nothing of kernels or counters.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace patterns {

/// Every offset plus width stays within this; memory starts 128-byte aligned.
constexpr uint32_t kMemoryBytes = 48 * 1024;

enum class Space { kShared, kGlobal };
/// kReduction is an atomic addition whose result nobody uses.
enum class Op { kLoad, kStore, kAtomic, kReduction };

/// One warp-wide access of `width` bytes per lane.
struct Pattern {
  std::string name;  // "stride 33": unique within space, op and width
  Space space;
  Op op;
  uint32_t width;                    // 1, 2, 4, 8 or 16
  uint32_t active;                   // bit i: lane i takes part
  std::array<uint32_t, 32> offsets;  // in bytes, multiples of width
};

/// An addition, with or without a result, to global memory.
bool is_global_atomic(Space space, Op op);

/// "ld", "st", "atom" or "red", as in the recording.
const char* name_of(Op op);

/// All of them, in the order in which they are launched and recorded.
std::vector<Pattern> all_patterns();

}  // namespace patterns
