// SPDX-License-Identifier: MIT
// The sizes of one launch: its blocks, what each takes, how many are resident.
// Knows nothing of running blocks.
#pragma once

#include "simt/machine/machine.h"
#include "simt/machine/occupancy.h"

namespace simt {

struct LaunchShape {
  LaunchShape(const Settings& settings, const Launch& launch);

  uint64_t blocks = 0;
  uint32_t threads = 0, warps = 0;  // per block
  uint32_t stack_bytes = 0;         // local memory per thread
  uint32_t dynamic_begin = 0;  // in the block's shared memory, as all below
  uint32_t dynamic_end = 0;
  uint32_t reserved_begin = 0;  // the runtime library's own
  uint32_t shared_bytes = 0;
  BlockNeeds needs;       // of which registers and shared memory limit blocks
  int per_sm = 0;         // blocks that fit on one multiprocessor
  uint32_t resident = 0;  // blocks that run at once, at most
};

}  // namespace simt
