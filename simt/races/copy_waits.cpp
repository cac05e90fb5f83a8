// SPDX-License-Identifier: MIT
// A copy ends here where its thread has waited for it, the latest time that the
// manual allows. One that arrives at a barrier object ends with its arrival.
#include "simt/races/copy_waits.h"

#include <bit>
#include <utility>

namespace simt::races {

void CopyWaitCount::start_launch(const program::Kernel& kernel) {
  copies_.start_launch(kernel);
  count_ = {};
  open_.clear();
}

void CopyWaitCount::start_block(uint32_t slot) {
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

CopyWaits CopyWaitCount::take() { return std::exchange(count_, {}); }

}  // namespace simt::races
