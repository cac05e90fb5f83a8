// SPDX-License-Identifier: MIT
// Sizes of a launch, from its kernel and its profile.
#include "simt/machine/shape.h"

#include <algorithm>

#include "simt/program/specials.h"

namespace simt {

LaunchShape::LaunchShape(const Settings& settings, const Launch& launch) {
  const program::Kernel& kernel = *launch.kernel;
  blocks = uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
  threads = launch.block[0] * launch.block[1] * launch.block[2];
  warps = (threads + kWarpSize - 1) / kWarpSize;
  if (kernel.uses_local) {
    stack_bytes = kernel.functions[0].local_bytes;
    if (kernel.grows_stack) stack_bytes += settings.local_bytes;
  }
  dynamic_begin = kernel.static_shared;
  for (const auto& s : kernel.shared)
    if (s.dynamic) dynamic_begin = s.begin;
  dynamic_end = dynamic_begin + launch.dynamic_shared;
  // The library's own bytes are not counted to the block's.
  reserved_begin = (dynamic_end + 15) / 16 * 16;
  shared_bytes = kernel.uses_reserved_shared
                     ? reserved_begin + program::kReservedShared
                     : dynamic_end;
  needs = {static_cast<int>(threads), launch.registers,
           kernel.static_shared + launch.dynamic_shared,
           launch.shared_preference};
  per_sm = resident_blocks_per_sm(*settings.profile, needs);
  resident = static_cast<uint32_t>(std::min<uint64_t>(
      blocks,
      uint64_t(std::max(1, per_sm)) * static_cast<uint64_t>(sms_of(settings))));
}

}  // namespace simt
