// SPDX-License-Identifier: MIT
// The sizes of one launch: its blocks, what each takes, how many are resident.
// Knows nothing of running blocks.
#pragma once

#include "simt/machine/machine.h"
#include "simt/machine/occupancy.h"

namespace simt {

struct LaunchShape {
  LaunchShape(const Settings& settings, const Launch& launch);

  /// The block of this rank in the cluster of this number.
  uint32_t block_of(uint64_t cluster, uint32_t rank) const;

  uint64_t blocks = 0;
  std::array<uint32_t, 3> grid{}, cluster{};
  uint32_t cluster_blocks = 1;
  uint32_t threads = 0, warps = 0;  // per block
  uint32_t stack_bytes = 0;         // local memory per thread
  uint32_t dynamic_begin = 0;  // in the block's shared memory, as all below
  uint32_t dynamic_end = 0;
  uint32_t reserved_begin = 0;  // the runtime library's own
  uint32_t shared_bytes = 0;
  BlockNeeds needs;       // of which registers and shared memory limit blocks
  int per_sm = 0;         // blocks that fit on one multiprocessor
  uint32_t resident = 0;  // blocks that run at once, at most; whole clusters
};

/// By rank in a cluster of so many blocks, the kernel's constants: addresses of
/// shared memory hold the rank. None for rank 0, which has the kernel's own.
std::vector<std::vector<std::byte>> constants_by_rank(
    const program::Kernel& kernel, uint32_t blocks);

}  // namespace simt
