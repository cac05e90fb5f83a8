// SPDX-License-Identifier: MIT
// Tensor maps that a launch changes (PTX ISA 9.7.13.4): a copy uses a map by a
// proxy of its own, and sees a change of it only after a fence that releases
// the change and one that then acquires the map.
#include <algorithm>
#include <bit>

#include "simt/ops/tensor_map.h"
#include "simt/races/async_proxy.h"

namespace simt::races {
namespace {

constexpr size_t kMostReleases = 8;  // of a change that are remembered
constexpr size_t kMostMapped = 32;   // copies by one map, the newest

}  // namespace

bool AsyncProxy::comes_before(const Record& before, LaneMask lanes,
                              const Moment& now, uint32_t slot) const {
  // Of one warp's lanes the order is not asked for: the forms for whole warps
  // let one lane go on.
  if (before.epoch.same_warp(now.record.epoch)) return true;
  for (int lane = 0; lane < kWarpSize; ++lane)
    if ((now.lanes & bit(lane)) != 0 &&
        ordering_.unordered(before, lanes, now.record, slot, lane) != lanes)
      return true;
  return false;
}

void AsyncProxy::release(Deed& deed, const Moment& now, uint32_t slot) const {
  std::vector<Moment>& all = deed.released;
  if (!all.empty() && all.back().record.epoch == now.record.epoch &&
      all.back().lanes == now.lanes)
    return;  // told by another cell
  if (all.size() < kMostReleases &&
      comes_before(deed.by.record, deed.by.lanes, now, slot))
    all.push_back(now);
}

void AsyncProxy::release_maps(const ProxyFence& fence, const Record& record) {
  const Moment now{record, fence.lanes};
  for (const auto& [number, cell] : global_)
    for (const Touch& touch : cell.touches)
      release(*touch.deed, now, fence.at.slot);
}

void AsyncProxy::acquire_maps(const ProxyFence& fence, const Record& record) {
  for (int lane = 0; lane < kWarpSize; ++lane) {
    if ((fence.lanes & bit(lane)) == 0) continue;
    const Moment now{record, bit(lane)};
    const uint64_t first = fence.address[lane] / kProxyCell;
    for (uint64_t at = 0; at < ops::kTensorMapBytes / kProxyCell; ++at) {
      const auto found = global_.find(first + at);
      if (found == global_.end()) continue;
      for (Touch& touch : found->second.touches) {
        const auto known = [&](const Moment& release) {
          return comes_before(release.record, release.lanes, now,
                              fence.at.slot);
        };
        if (std::any_of(touch.deed->released.begin(),
                        touch.deed->released.end(), known))
          touch.acquired.push_back(now);
      }
    }
  }
}

void AsyncProxy::check_map(const Copy& copy) {
  const BulkCopy& what = copy.what;
  const Moment now{copy.issue, bit(what.lane)};
  const uint64_t first = what.map / kProxyCell;
  for (uint64_t at = 0; at < ops::kTensorMapBytes / kProxyCell; ++at) {
    const auto found = global_.find(first + at);
    if (found == global_.end()) continue;
    for (const Touch& touch : found->second.touches) {
      if (only_reads(touch.deed->by.record.use)) continue;
      const auto known = [&](const Moment& acquire) {
        return comes_before(acquire.record, acquire.lanes, now, what.at.slot);
      };
      ProxyFault fault = fault_of(copy, true, (first + at) * kProxyCell);
      fault.space = ptx::Space::kGlobal;
      fault.access = touch.deed->by.record;
      fault.access_lanes = touch.deed->by.lanes;
      if (!comes_before(touch.deed->by.record, touch.deed->by.lanes, now,
                        what.at.slot))
        continue;  // a race
      if (touch.deed->released.empty())
        fault.kind = ProxyFault::Kind::kMapNotReleased;
      else if (std::none_of(touch.acquired.begin(), touch.acquired.end(),
                            known))
        fault.kind = ProxyFault::Kind::kMapNotAcquired;
      else
        continue;
      return sink_.on_proxy_fault(fault);
    }
  }
}

void AsyncProxy::use_map(const CopyPtr& copy) {
  const uint64_t first = copy->what.map / kProxyCell;
  for (uint64_t at = 0; at < ops::kTensorMapBytes / kProxyCell; ++at) {
    if (global_.size() >= kMostGlobal && !global_.contains(first + at)) {
      ++forgotten_;
      continue;
    }
    std::vector<CopyPtr>& mapped = global_[first + at].mapped;
    if (mapped.size() >= kMostMapped) mapped.erase(mapped.begin());
    mapped.push_back(copy);
  }
}

/// A store changes a map that lies here.
void AsyncProxy::check_change(const Cell& cell, const Access& access,
                              const Moment& now) {
  const uint32_t slot = access.at.slot;
  const int lane = std::countr_zero(now.lanes);
  for (const CopyPtr& copy : cell.mapped) {
    const BulkCopy& what = copy->what;
    const bool free = knows(copy->read, now.record, slot, lane) ||
                      knows(copy->waited, now.record, slot, lane) ||
                      knows(copy->let_go, now.record, slot, lane);
    if (free || ordering_.unordered(copy->issue, bit(what.lane), now.record,
                                    slot, lane) != 0)  // then it is a race
      continue;
    ProxyFault fault = fault_of(*copy, true, what.map);
    fault.kind = ProxyFault::Kind::kMapInUse;
    fault.space = ptx::Space::kGlobal;
    fault.access = now.record;
    fault.access_lanes = bit(lane);
    fault.at = access.at;
    return sink_.on_proxy_fault(fault);
  }
}

}  // namespace simt::races
