// SPDX-License-Identifier: MIT
// Which inits of barrier objects fence.mbarrier_init has made known, and to
// whom (PTX ISA 9.7.13.4): it orders nothing but them. Knows no other access.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "simt/ops/async_event.h"
#include "simt/ops/event.h"

namespace simt::races {

/// An object that its thread fenced is known to whom a barrier of the cluster
/// let go on that opened after the fence, however the thread arrived there.
class InitFences {
 public:
  /// `object` names its place among all blocks; a thread of `at` made it, whose
  /// cluster this is.
  void on_init(uint64_t object, const WarpPlace& at, int lane,
               uint32_t cluster) {
    made_[object] = {at, lane, cluster, false, 0};
  }
  /// What lay there is gone.
  void forget(uint64_t begin, uint64_t end) {
    made_.erase(made_.lower_bound(begin), made_.lower_bound(end));
  }
  void on_fence(const WarpPlace& at, LaneMask lanes) {
    for (auto& [object, init] : made_) {
      const bool own = init.at.slot == at.slot && init.at.warp == at.warp &&
                       (lanes >> init.lane & 1) != 0;
      if (!own || init.fenced) continue;
      init.fenced = true;
      init.opened = opened_[init.cluster];
    }
  }
  void on_cluster(const ClusterSync& sync) {
    if (sync.kind == ClusterSync::Kind::kOpen) ++opened_[sync.cluster];
    if (sync.kind == ClusterSync::Kind::kWait)
      passed_[{sync.at.slot, sync.at.warp}] = opened_[sync.cluster];
  }
  /// Whether the warp `at` knows that the object is there.
  bool is_known(uint64_t object, const WarpPlace& at) const {
    const auto init = made_.find(object);
    const auto passed = passed_.find({at.slot, at.warp});
    return init != made_.end() && init->second.fenced &&
           passed != passed_.end() && passed->second > init->second.opened;
  }

 private:
  struct Init {
    WarpPlace at;
    int lane = 0;
    uint32_t cluster = 0;
    bool fenced = false;
    uint64_t opened = 0;  // how often its cluster's barrier had, at the fence
  };
  std::map<uint64_t, Init> made_;
  std::map<uint32_t, uint64_t> opened_;                       // by cluster
  std::map<std::pair<uint32_t, uint32_t>, uint64_t> passed_;  // by slot, warp
};

}  // namespace simt::races
