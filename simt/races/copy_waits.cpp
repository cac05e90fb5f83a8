// SPDX-License-Identifier: MIT
// A copy ends here where its thread has waited for it, the latest time that the
// manual allows. A cp.async that arrives at a barrier object ends with its
// arrival; a bulk copy, for each warp, where the warp has waited for its
// object.
#include "simt/races/copy_waits.h"

#include <bit>
#include <utility>

namespace simt::races {

void CopyWaitCount::start_launch(const program::Kernel& kernel) {
  copies_.start_launch(kernel);
  count_ = {};
  open_.clear();
  bulk_.clear();
}

void CopyWaitCount::start_block(uint32_t slot) {
  if (const auto before = bulk_.find(slot); before != bulk_.end()) {
    end_bulk(before->second);
    bulk_.erase(before);
  }
  if (!copies_.any()) return;
  copies_.start_block(slot);
  open_[slot].clear();
}

void CopyWaitCount::on_access(const Access& access) {
  if (!copies_.any() || !copies_.is_copy(access.pc) ||
      access.space != ptx::Space::kShared)
    return;
  copies_.on_access(access);
  open_[access.at.slot][access.at.warp] +=
      uint64_t{access.bytes} * std::popcount(access.active);
}

void CopyWaitCount::on_instruction(const WarpPlace& at, uint32_t pc,
                                   LaneMask lanes) {
  if (!copies_.any()) return;
  uint64_t& open = open_[at.slot][at.warp];
  for (const auto& copy : copies_.on_instruction(at, pc, lanes))
    open -= uint64_t{copy.bytes} * std::popcount(copy.lanes);
  if (!copies_.is_wait(pc)) return;
  ++count_.waits;
  count_.bytes_left += open;
}

void CopyWaitCount::on_bulk(const BulkStep& step) {
  if (step.kind != BulkStep::Kind::kIssue) return;
  const BulkCopy& copy = *step.copy;
  if (copy.end != BulkEnd::kObject) return;
  const uint32_t slot = copy.peer.slot_or(copy.at);
  BlockCopies& block = bulk_[slot];
  block.begun[copy.object] += copy.bytes;
  if (slot == copy.at.slot) block.warps[copy.at.warp].issues = true;
}

void CopyWaitCount::on_object(const ObjectUse& use) {
  if (use.kind != ObjectUse::Kind::kTest || bulk_.empty()) return;
  const auto found = bulk_.find(use.peer.slot_or(use.at));
  if (found == bulk_.end()) return;
  BlockCopies& block = found->second;
  WarpWaits& warp = block.warps[use.at.warp];
  bool waited = false;
  for (LaneMask left = use.over; left != 0; left &= left - 1) {
    const uint64_t object = use.address[std::countr_zero(left)];
    const auto begun = block.begun.find(object);
    if (begun == block.begun.end()) continue;
    Seen& seen = warp.seen[object];
    seen.waits = waited = true;
    seen.waited = begun->second;
    if (warp.issues) block.waited_by_issuers[object] = begun->second;
  }
  if (!waited) return;
  ++count_.waits;
  if (warp.issues) {
    if (!std::exchange(warp.waited_as_issuer, true)) ++count_.issuers;
    ++count_.issuer_waits;
    for (const auto& [object, bytes] : block.begun)
      count_.issuer_bytes_left += bytes - block.waited_by_issuers[object];
  }
  for (const auto& [object, bytes] : block.begun) {
    Seen& seen = warp.seen[object];
    seen.left += bytes - seen.waited;
  }
}

void CopyWaitCount::end_bulk(const BlockCopies& block) {
  for (const auto& [index, warp] : block.warps)
    for (const auto& [object, seen] : warp.seen)
      if (seen.waits) count_.bytes_left += seen.left;
}

CopyWaits CopyWaitCount::take() {
  for (const auto& [slot, block] : bulk_) end_bulk(block);
  bulk_.clear();
  return std::exchange(count_, {});
}

}  // namespace simt::races
