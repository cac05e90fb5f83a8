// SPDX-License-Identifier: MIT
// Writes down what warps do at chosen source lines, so that it can be drawn.
// Bounded; exists only when it is asked for.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "simt/checks/scene.h"
#include "simt/report/trace.h"

namespace simt::checks {

class TraceLog final : public Observer {
 public:
  /// Adds events to `trace`, whose points say which lines count. Keeps 2048
  /// events of a launch and 16384 in all, and counts the others.
  TraceLog(const Scene& scene, report::Trace& trace)
      : scene_(scene), trace_(trace) {
    traces = true;
  }

  void on_launch(const LaunchInfo&) override;
  void on_access(const Access& access) override;
  void on_exchange(const Exchange& exchange) override;
  void on_warp_sync(const WarpSync& sync) override;
  void on_arrival(const WarpPlace& at, uint32_t pc, LaneMask lanes) override;
  void on_barrier(const BarrierDone& barrier) override;
  void on_exit(const WarpPlace& at, LaneMask lanes) override;
  void on_object(const ObjectUse& use) override;
  void on_bulk(const BulkStep& step) override;
  void on_proxy_fence(const ProxyFence& fence) override;

 private:
  report::TraceEvent start(report::TraceKind kind, const WarpPlace& at,
                           int point, LaneMask lanes) const;
  void add(report::TraceEvent event, uint32_t pc);
  void add_async(const WarpPlace& at, uint32_t pc, LaneMask lanes);

  const Scene& scene_;
  report::Trace& trace_;
  std::vector<int> point_of_;  // by pc; -1: not traced
  bool any_ = false;           // some instruction of this kernel is traced
  uint64_t order_ = 0, kept_ = 0;
  struct Last {
    uint32_t pc = 0;
    size_t event = 0;
  };
  std::map<std::tuple<uint32_t, uint32_t>, Last> last_;  // by block and warp
};

}  // namespace simt::checks
