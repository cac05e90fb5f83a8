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
        copy->done && !copy->told) {
      copy->told = true;
      block.tested.erase(object);
    }
}

/// Adds a lane to those that waited, unless it is among them.
void AsyncProxy::add_waiter(std::vector<Moment>& list, const Record& record,
                            int lane) {
  Moment* same = nullptr;
  for (Moment& m : list) {
    if (!m.record.epoch.same_warp(record.epoch)) continue;
    if ((m.lanes & bit(lane)) != 0) return;
    if (m.record.epoch == record.epoch) same = &m;
  }
  if (same != nullptr)
    same->lanes |= bit(lane);
  else
    list.push_back({record, bit(lane)});
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
    LaneMask& tested =
        block.tested[object][{record.epoch.serial, record.epoch.warp}];
    if ((tested & bit(lane)) != 0) continue;
    tested |= bit(lane);
    for (const CopyPtr& copy : block.copies) {
      if (!copy->told || copy->what.object != object) continue;
      add_waiter(copy->read, record, lane);
      add_waiter(copy->waited, record, lane);
    }
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
