// SPDX-License-Identifier: MIT
// Groups of lanes that wait for the same, by block and warp.
#include "simt/machine/stuck.h"

namespace simt {
namespace {

using Wait = Split::Wait;
using Why = Stuck::Group::Why;

Why why_of(const Split& split) {
  if (split.wait == Wait::kBarrier) return Why::kBlockBarrier;
  if (split.wait == Wait::kTurn) return Why::kTurn;
  if (split.wait == Wait::kCluster) return Why::kCluster;
  return split.wait == Wait::kWarp ? Why::kWarpMask : Why::kRunning;
}

}  // namespace

std::string occupancy_limit(const Profile& profile, const LaunchShape& shape) {
  const uint32_t shared = shape.dynamic_end;
  const auto fits = [&](int registers, uint32_t bytes) {
    return resident_blocks_per_sm(
        profile,
        {shape.needs.threads, registers, bytes, shape.needs.shared_preference});
  };
  if (fits(0, shared) > shape.per_sm)
    return std::to_string(shape.needs.registers) + " registers per thread, " +
           std::to_string(profile.registers_per_sm) + " per multiprocessor";
  if (fits(shape.needs.registers, 0) > shape.per_sm)
    return std::to_string(shared) + " bytes of shared memory per block, " +
           std::to_string(profile.shared_per_sm) + " per multiprocessor";
  if (profile.max_threads_per_sm / kWarpSize / static_cast<int>(shape.warps) >
      shape.per_sm)
    return std::to_string(profile.max_blocks_per_sm) +
           " blocks per multiprocessor";
  return std::to_string(shape.threads) + " threads per block, " +
         std::to_string(profile.max_threads_per_sm) + " per multiprocessor";
}

std::vector<MaskError> never_arriving(const Block& block, const Warp& warp) {
  std::vector<MaskError> errors;
  for (const Split& s : warp.splits) {
    if (s.wait != Wait::kWarp) continue;
    MaskError error;
    error.kind = MaskError::Kind::kNeverArrives;
    error.at = place_of(block, warp);
    error.pc = error.other_pc = s.pc;
    error.mask = s.asked;
    error.exited = s.asked & ~warp.live;
    error.lanes = s.asked & warp.live & ~s.mask;
    for (const Split& other : warp.splits) {
      if ((other.mask & error.lanes) == 0) continue;
      error.other_pc = other.pc;
      if (other.wait == Wait::kWarp)
        error.kind = MaskError::Kind::kDifferentPlaces;
    }
    errors.push_back(error);
  }
  return errors;
}

std::vector<Stuck::Group> stuck_groups(const Block& block, const Polls& polls) {
  std::vector<Stuck::Group> groups;
  for (const Warp& warp : block.warps) {
    for (const Split& s : warp.splits) {
      Stuck::Group group;
      group.at = place_of(block, warp);
      group.lanes = s.mask;
      group.pc = s.pc;
      group.why = why_of(s);
      group.scarce = s.wait == Wait::kRegisters;
      group.barrier = s.barrier;
      group.mask = s.asked;
      if (group.why == Why::kRunning)
        group.polls = polls.of(group.at, group.lanes);
      groups.push_back(group);
    }
  }
  return groups;
}

}  // namespace simt
