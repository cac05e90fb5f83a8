// SPDX-License-Identifier: MIT
// How many blocks of a kernel fit on an SM, by the rules of NVIDIA's
// occupancy calculator.
#pragma once

#include "simt/machine/profile.h"

namespace simt {

/// What a kernel takes per block.
struct BlockNeeds {
  int threads = 1;
  int registers = 0;    // per thread; 0: none
  uint32_t shared = 0;  // static + dynamic, bytes
  /// Bytes that the L1 split leaves to shared memory (16, 32 or 48 KB); obeyed
  /// where the profile splits. 0: the most.
  uint32_t shared_preference = 0;
};

/// Blocks that fit on one SM at once; 0 when a block does not fit at all.
int resident_blocks_per_sm(const Profile& profile, const BlockNeeds& needs);

/// Clusters of so many blocks that are resident at once on so many
/// multiprocessors, of which each has room for `per_sm` blocks.
int resident_clusters(int sms, int per_sm, int blocks);

/// Registers per thread as the profile's compiler would cap them: what the
/// profile cannot give a thread would lie in local memory there.
int capped_registers(const Profile& profile, int registers);

/// The most threads of one block with `registers` per thread, a multiple of
/// 32.
int max_threads_for_registers(const Profile& profile, int registers);

}  // namespace simt
