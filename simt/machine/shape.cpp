// SPDX-License-Identifier: MIT
// Sizes of a launch, from its kernel and its profile.
#include "simt/machine/shape.h"

#include <algorithm>
#include <cstring>

#include "simt/program/specials.h"

namespace simt {

LaunchShape::LaunchShape(const Settings& settings, const Launch& launch) {
  const program::Kernel& kernel = *launch.kernel;
  blocks = uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
  grid = launch.grid;
  cluster = launch.cluster;
  cluster_blocks = cluster[0] * cluster[1] * cluster[2];
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
  resident = std::max(resident / cluster_blocks, 1u) * cluster_blocks;
}

uint32_t LaunchShape::block_of(uint64_t number, uint32_t rank) const {
  if (cluster_blocks == 1) return static_cast<uint32_t>(number);
  uint64_t index = 0, stride = 1;
  for (size_t i = 0; i < 3; ++i) {
    const uint32_t clusters = grid[i] / cluster[i];
    index += stride * (number % clusters * cluster[i] + rank % cluster[i]);
    stride *= grid[i];
    number /= clusters;
    rank /= cluster[i];
  }
  return static_cast<uint32_t>(index);
}

std::vector<std::vector<std::byte>> constants_by_rank(
    const program::Kernel& kernel, uint32_t blocks) {
  std::vector<std::vector<std::byte>> all(blocks);
  const auto move = [](auto first, std::byte* row, uint32_t rank) {
    for (int i = 0; i < kWarpSize; ++i, row += sizeof(first)) {
      std::memcpy(&first, row, sizeof(first));
      first = static_cast<decltype(first)>(ops::map_to_rank(first, rank));
      std::memcpy(row, &first, sizeof(first));
    }
  };
  for (uint32_t rank = 1; rank < blocks; ++rank) {
    all[rank] = kernel.constants;
    for (const ops::Ref ref : kernel.shared_rows[0])
      move(uint32_t{0}, &all[rank][ref & 0x3fffffffu], rank);
    for (const ops::Ref ref : kernel.shared_rows[1])
      move(uint64_t{0}, &all[rank][ref & 0x3fffffffu], rank);
  }
  return all;
}

}  // namespace simt
