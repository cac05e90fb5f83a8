// SPDX-License-Identifier: MIT
// What the emulator counted, read from inside a check. On a real GPU there
// are no counters and recording() is false.
#pragma once
// Host code only. The library is looked up at run time, so the same
// executable also runs on a real GPU (see docs/emulator.md).

#include <dlfcn.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

extern "C" {
/// Counters of one launch or of one part of it, as the emulator exports them
/// (schema 1). All are executions per warp.
struct SimtTraffic {
  uint64_t requests, sectors, ideal_sectors, bytes;
  uint64_t wavefronts, ideal_wavefronts, bank_conflicts;
};
struct SimtCounters {
  uint64_t warp_instructions, thread_instructions;
  uint64_t branches, divergent_branches;
  uint64_t barriers, warp_barriers, shuffles, votes, atomics, fences;
  SimtTraffic global_load, global_store, shared_load, shared_store;
  SimtTraffic shared_atomic, local_load, local_store;
};
/// One launch; pointers stay valid until the program ends.
struct SimtLaunch {
  const char* kernel;  // demangled
  uint32_t grid[3], block[3];
  uint64_t dynamic_shared_bytes, static_shared_bytes;
  uint64_t dynamic_shared_bytes_touched;
  int32_t registers, resident_blocks_per_sm, cooperative;
  SimtCounters counters;
};
/// Names of the two functions that the emulator's libcudart exports.
using SimtLaunchCount = uint64_t (*)();
/// Fills `out` for launch `index`; 0 when there is no such launch.
using SimtLaunchAt = int (*)(uint64_t index, SimtLaunch* out);
/// Warps that ran instruction `mnemonic` ("fma.rn.f32") in launch `index`.
using SimtInstructionCount = uint64_t (*)(uint64_t index,
                                          const char* mnemonic);
/// Traffic of launch `index` through the allocation that holds `address`.
using SimtAllocationTraffic = int (*)(uint64_t index, const void* address,
                                      SimtTraffic* loads,
                                      SimtTraffic* stores);
}
