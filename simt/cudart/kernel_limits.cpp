// SPDX-License-Identifier: MIT
// Block limits (CUDA C++ Programming Guide, compute capabilities).
#include "simt/cudart/kernel_limits.h"

#include <algorithm>

namespace simt::cudart {
namespace {

constexpr int kLanes = 32;

}  // namespace

int max_block_threads(const Profile& profile, const KernelEntry& kernel) {
  int threads = profile.max_threads_per_block;
  const int unit = profile.register_unit;
  const int per_warp = (kernel.registers * kLanes + unit - 1) / unit * unit;
  if (per_warp > 0) {
    int warps = profile.registers_per_block / per_warp;
    warps -= warps % profile.warp_unit;
    threads = std::min(threads, warps * kLanes);
  }
  if (kernel.code && kernel.code->maxntid > 0) {
    threads = std::min(threads, kernel.code->maxntid);
  }
  return threads;
}

uint32_t max_dynamic_shared(const Profile& profile, const KernelEntry& kernel) {
  if (kernel.max_dynamic_shared >= 0) {
    return static_cast<uint32_t>(kernel.max_dynamic_shared);
  }
  const uint32_t taken = kernel.code ? kernel.code->static_shared : 0;
  return profile.shared_per_block - std::min(profile.shared_per_block, taken);
}

int resident_blocks(const Profile& profile, const KernelEntry& kernel,
                    int threads, size_t dynamic_shared) {
  const uint64_t shared = kernel.code->static_shared + dynamic_shared;
  if (shared > profile.shared_per_sm) return 0;
  return resident_blocks_per_sm(
      profile, {threads, kernel.registers, static_cast<uint32_t>(shared)});
}

}  // namespace simt::cudart
