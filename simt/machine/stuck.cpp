// SPDX-License-Identifier: MIT
// When nothing can run any more: who waits where, and for whom.
#include <bit>

#include "simt/machine/grid.h"
#include "simt/machine/occupancy.h"

namespace simt {
namespace {

using Wait = Split::Wait;
using Why = Stuck::Group::Why;

Why why_of(const Split& split) {
  if (split.wait == Wait::kBarrier) return Why::kBlockBarrier;
  if (split.wait == Wait::kTurn) return Why::kTurn;
  return split.wait == Wait::kWarp ? Why::kWarpMask : Why::kRunning;
}

}  // namespace

// Splits of one warp that wait by a mask tell on those that do not come.
void Grid::blame(const Block& block, const Warp& warp) {
  for (const Split& s : warp.splits) {
    if (s.wait != Wait::kWarp) continue;
    MaskError error;
    error.kind = MaskError::Kind::kNeverArrives;
    error.at = {block.index, block.slot, warp.index};
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
    observer_.on_mask_error(error);
  }
}

// What keeps more blocks of this kernel from one multiprocessor: without it,
// more would fit.
std::string Grid::fit() const {
  const Profile& p = *settings_.profile;
  const auto threads = static_cast<int>(shape_.threads);
  const uint32_t shared = shape_.dynamic_end;
  auto fits = [&](int registers, uint32_t bytes) {
    return resident_blocks_per_sm(
        p, {threads, registers, bytes, launch_.shared_preference});
  };
  if (fits(0, shared) > shape_.per_sm)
    return std::to_string(launch_.registers) + " registers a thread, " +
           std::to_string(p.registers_per_sm) + " a multiprocessor";
  if (fits(launch_.registers, 0) > shape_.per_sm)
    return std::to_string(shared) + " bytes of shared memory a block, " +
           std::to_string(p.shared_per_sm) + " a multiprocessor";
  if (p.max_threads_per_sm / kWarpSize / static_cast<int>(shape_.warps) >
      shape_.per_sm)
    return std::to_string(p.max_blocks_per_sm) + " blocks a multiprocessor";
  return std::to_string(threads) + " threads a block, " +
         std::to_string(p.max_threads_per_sm) + " a multiprocessor";
}

Outcome Grid::explain(Stuck::Kind kind) {
  Stuck stuck;
  stuck.kind = kind;
  stuck.blocks_not_started = not_started();
  stuck.sms = sms_of(settings_);
  stuck.blocks_per_sm = shape_.per_sm;
  stuck.fit = fit();
  stuck.limit = kind == Stuck::Kind::kTooMuchText ? kPrintLimit
                                                  : settings_.instruction_limit;
  stuck.blocks_resident = queue_.size();
  for (const Block* block : queue_) {
    stuck.threads_exited += block->exited_threads;
    for (const Warp& warp : block->warps) {
      if (kind == Stuck::Kind::kDeadlock) blame(*block, warp);
      for (const Split& s : warp.splits) {
        Stuck::Group group;
        group.at = {block->index, block->slot, warp.index};
        group.lanes = s.mask;
        group.pc = s.pc;
        group.why = why_of(s);
        group.barrier = s.barrier;
        group.mask = s.asked;
        if (group.why == Why::kRunning)
          group.polls = livelock_.polls().of(group.at, group.lanes);
        stuck.groups.push_back(group);
      }
    }
  }
  observer_.on_stuck(stuck);
  return Outcome::kStuck;
}

}  // namespace simt
