// SPDX-License-Identifier: MIT
// How large a block of a kernel may be and how many fit, by the profile and
// by what the kernel takes.
#pragma once

#include "simt/context/state.h"

namespace simt::cudart {

/// Clusters of so many blocks that are resident on the device at once, where a
/// multiprocessor has room for `per_sm` blocks.
int resident_clusters(const Device& device, int per_sm, int blocks);
/// What its clusters must be; 0 in x, y and z: anything.
dim3 required_cluster(const KernelEntry& kernel);
/// Blocks that a cluster of it may have.
int most_cluster_blocks(const KernelEntry& kernel);

/// The most threads that one block of the kernel can have: limited by its
/// registers and by __launch_bounds__.
int max_block_threads(const Profile& profile, const KernelEntry& kernel);

/// The most dynamic shared memory that a launch may ask for, bytes: 48 KB
/// less the static part, or what cudaFuncSetAttribute allowed.
uint32_t max_dynamic_shared(const Profile& profile, const KernelEntry& kernel);

/// Bytes that the preferred split of L1 leaves to shared memory on an SM
/// (cudaFuncSetCacheConfig, else cudaDeviceSetCacheConfig); 0: no preference.
uint32_t shared_preference(const Device& device, const KernelEntry& kernel);

/// The rule of the banks, with the mode that the program chose.
BankRule bank_rule(const Device& device, const KernelEntry& kernel);

/// Blocks of this size that one SM holds at once.
int resident_blocks(const Device& device, const KernelEntry& kernel,
                    int threads, size_t dynamic_shared);

}  // namespace simt::cudart
