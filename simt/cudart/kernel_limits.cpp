// SPDX-License-Identifier: MIT
// Block limits (CUDA C++ Programming Guide, compute capabilities).
#include "simt/cudart/kernel_limits.h"

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

int resident_blocks(const Profile& profile, const KernelEntry& kernel,
                    int threads, size_t dynamic_shared) {
  const uint64_t shared = kernel.code->static_shared + dynamic_shared;
  if (shared > profile.shared_per_sm) return 0;
  return resident_blocks_per_sm(
      profile, {threads, kernel.registers, static_cast<uint32_t>(shared)});
}

}  // namespace simt::cudart
