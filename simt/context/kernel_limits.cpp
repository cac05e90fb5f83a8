// SPDX-License-Identifier: MIT
// Block limits (CUDA C++ Programming Guide, compute capabilities).
#include "simt/context/kernel_limits.h"

#include <algorithm>

#include "simt/machine/occupancy.h"

namespace simt::cudart {
int max_block_threads(const Profile& profile, const KernelEntry& kernel) {
  const int threads = max_threads_for_registers(profile, kernel.registers);
  const int asked = kernel.code ? kernel.code->maxntid : 0;
  return asked > 0 ? std::min(threads, asked) : threads;
}

uint32_t max_dynamic_shared(const Profile& profile, const KernelEntry& kernel) {
  if (kernel.max_dynamic_shared >= 0) {
    return static_cast<uint32_t>(kernel.max_dynamic_shared);
  }
  const uint32_t taken = kernel.code ? kernel.code->static_shared : 0;
  return profile.shared_per_block - std::min(profile.shared_per_block, taken);
}

uint32_t shared_preference(const Device& device, const KernelEntry& kernel) {
  const bool own = kernel.cache_config != cudaFuncCachePreferNone;
  switch (own ? kernel.cache_config : device.cache_config) {
    case cudaFuncCachePreferL1:
      return 16 * 1024;
    case cudaFuncCachePreferEqual:
      return 32 * 1024;
    default:
      return 0;
  }
}

BankRule bank_rule(const Device& device, const KernelEntry& kernel) {
  if (device.profile->banks == Banks::kHalfWarp) return BankRule::kHalfWarp;
  if (device.profile->banks == Banks::kFourByte) return BankRule::kFourByte;
  const bool own = kernel.shared_config != cudaSharedMemBankSizeDefault;
  const auto config = own ? kernel.shared_config : device.shared_config;
  return config == cudaSharedMemBankSizeEightByte ? BankRule::kKeplerEight
                                                  : BankRule::kKeplerFour;
}

int resident_clusters(const Device& device, int per_sm, int blocks) {
  return simt::resident_clusters(device.sms, per_sm, blocks);
}

dim3 required_cluster(const KernelEntry& kernel) {
  const auto& own = kernel.code->cluster;
  if (own[0] != 0) return {own[0], own[1], own[2]};
  const auto size = [&](int i) {
    return static_cast<unsigned>(kernel.cluster[i]);
  };
  return {size(0), size(1), size(2)};
}

int most_cluster_blocks(const KernelEntry& kernel) {
  constexpr int kPortable = 8, kMost = 16;
  const int most = kernel.any_cluster_size ? kMost : kPortable;
  const int asked = kernel.code->max_cluster_blocks;
  return asked > 0 ? std::min(most, asked) : most;
}

int resident_blocks(const Device& device, const KernelEntry& kernel,
                    int threads, size_t dynamic_shared) {
  const uint64_t shared = kernel.code->static_shared + dynamic_shared;
  if (shared > device.profile->shared_per_sm) return 0;
  return resident_blocks_per_sm(
      *device.profile,
      {threads, kernel.registers, static_cast<uint32_t>(shared),
       shared_preference(device, kernel)});
}

}  // namespace simt::cudart
