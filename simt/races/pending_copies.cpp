// SPDX-License-Identifier: MIT
// One list of open copies for each warp; each lane closes groups of its own.
#include "simt/races/pending_copies.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace simt::races {

void PendingCopies::start_launch(const program::Kernel& kernel) {
  any_ = false;
  does_.assign(kernel.info.size(), Does::kOther);
  spare_.assign(kernel.info.size(), 0);
  waits_.assign(kernel.info.size(), false);
  warps_.clear();
  for (size_t pc = 0; pc < kernel.info.size(); ++pc) {
    const ops::Op* op = kernel.info[pc].op;
    if (op == nullptr || !op->is(ops::Does::kAsync) || op->is(ops::Does::kBulk))
      continue;
    does_[pc] = op->is(ops::Does::kReads)       ? Does::kCopy
                : op->is(ops::Does::kCommits)   ? Does::kCommit
                : op->is(ops::Does::kAllGroups) ? Does::kWaitAll
                                                : Does::kWait;
    waits_[pc] = op->is(ops::Does::kWaits);
    const ptx::Instruction* in = kernel.info[pc].source;
    any_ = any_ || does_[pc] == Does::kCopy;
    if (does_[pc] == Does::kWait && !in->operands.empty())
      spare_[pc] = static_cast<uint32_t>(in->operands[0].bits);
  }
}

void PendingCopies::start_block(uint32_t slot) {
  if (slot >= warps_.size()) warps_.resize(slot + 1);
  warps_[slot].clear();
}

void PendingCopies::on_access(const Access& access) {
  if (access.space != ptx::Space::kShared || access.pc >= does_.size() ||
      does_[access.pc] != Does::kCopy || access.at.slot >= warps_.size())
    return;
  Warp& warp = warps_[access.at.slot][access.at.warp];
  Late copy;
  copy.pc = access.pc;
  copy.bytes = access.bytes;
  copy.at = access.at;
  copy.lanes = access.active;
  for (LaneMask left = access.active; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    copy.address[lane] = access.lane_address(lane);
    copy.group[lane] = warp.groups[lane];
  }
  warp.open.push_back(copy);
}

std::vector<PendingCopies::Late> PendingCopies::on_instruction(
    const WarpPlace& at, uint32_t pc, LaneMask lanes) {
  std::vector<Late> done;
  if (pc >= does_.size() || does_[pc] == Does::kOther ||
      does_[pc] == Does::kCopy || at.slot >= warps_.size())
    return done;
  Warp& warp = warps_[at.slot][at.warp];
  if (does_[pc] == Does::kCommit) {
    for (LaneMask left = lanes; left != 0; left &= left - 1)
      ++warp.groups[std::countr_zero(left)];
    return done;
  }
  for (Late& copy : warp.open) {
    LaneMask ready = 0;
    for (LaneMask left = copy.lanes & lanes; left != 0; left &= left - 1) {
      const int lane = std::countr_zero(left);
      if (does_[pc] == Does::kWaitAll ||
          copy.group[lane] + spare_[pc] < warp.groups[lane])
        ready |= LaneMask{1} << lane;
    }
    if (ready == 0) continue;
    done.push_back(copy);
    done.back().lanes = ready;
    copy.lanes &= ~ready;
  }
  std::erase_if(warp.open, [](const Late& copy) { return copy.lanes == 0; });
  return done;
}

std::vector<PendingCopies::Late> PendingCopies::on_block_end(uint32_t slot) {
  std::vector<Late> left;
  if (slot >= warps_.size()) return left;
  for (auto& [number, warp] : warps_[slot])
    left.insert(left.end(), warp.open.begin(), warp.open.end());
  warps_[slot].clear();
  return left;
}

}  // namespace simt::races
