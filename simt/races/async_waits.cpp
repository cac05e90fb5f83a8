// SPDX-License-Identifier: MIT
// Who has waited for which copies of the asynchronous proxy; see async_proxy.h.
#include <algorithm>
#include <bit>

#include "simt/races/async_proxy.h"
#include "simt/races/block_order.h"

namespace simt::races {

void AsyncProxy::wait(const BulkStep& step, const Record& record) {
  Block& block = blocks_[step.at.slot];
  for (const CopyPtr& copy : block.copies) {
    const BulkCopy& what = copy->what;
    if (what.at.warp != step.at.warp || (step.lanes & bit(what.lane)) == 0)
      continue;
    if (what.end == BulkEnd::kObject && what.map != 0 && step.open == 0 &&
        copy->let_go.empty())
      copy->let_go.push_back({record, bit(what.lane)});
    if (what.end != BulkEnd::kGroup) continue;
    const uint32_t closed = block.groups[thread_of(what.at.warp, what.lane)];
    if (copy->group + uint64_t{step.open} >= closed) continue;
    const Moment now{record, bit(what.lane)};
    if (copy->read.empty()) copy->read.push_back(now);
    if (step.kind == BulkStep::Kind::kWait && copy->waited.empty())
      copy->waited.push_back(now);
  }
}

/// A phase of the object is over: what it counted can be waited for.
void AsyncProxy::tell(uint32_t slot, uint64_t object) {
  Block& block = blocks_[slot];
  for (const CopyPtr& copy : block.copies)
    if (copy->what.end == BulkEnd::kObject && copy->what.object == object &&
        copy->done && copy->told == 0)
      copy->told = ++block.tells;
}

/// A lane has waited that had not.
void AsyncProxy::add_waiter(std::vector<Moment>& list, const Record& record,
                            int lane) {
  const auto same = std::find_if(
      list.begin(), list.end(),
      [&](const Moment& m) { return m.record.epoch == record.epoch; });
  if (same == list.end())
    list.push_back({record, bit(lane)});
  else
    same->lanes |= bit(lane);
}

void AsyncProxy::on_object(const ObjectUse& use, const Record& record) {
  const uint32_t slot = use.peer.slot_or(use.at);
  Block& block = blocks_[slot];
  for (LaneMask left = use.over; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const uint64_t object = use.address[lane];
    if (use.kind != ObjectUse::Kind::kTest) {
      tell(slot, object);
      continue;
    }
    uint64_t& heard = block.heard[{record.epoch.serial, record.epoch.warp,
                                   object}][static_cast<size_t>(lane)];
    if (heard == block.tells) continue;
    for (const CopyPtr& copy : block.copies) {
      if (copy->told <= heard || copy->what.object != object) continue;
      add_waiter(copy->read, record, lane);
      add_waiter(copy->waited, record, lane);
    }
    heard = block.tells;
  }
}

void AsyncProxy::end_block(const WarpPlace& at) {
  for (const CopyPtr& copy : blocks_[at.slot].copies) {
    if (!copy->read.empty() || copy->what.bytes == 0) continue;
    const bool source = copy->what.from == ptx::Space::kShared;
    ProxyFault fault =
        fault_of(*copy, source, source ? copy->what.source : copy->what.target);
    fault.kind = ProxyFault::Kind::kAtEnd;
    fault.at = at;
    sink_.on_proxy_fault(fault);
  }
}

}  // namespace simt::races
