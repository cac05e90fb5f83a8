// SPDX-License-Identifier: MIT
// See session.h.
#include "simt/checks/session.h"

#include <utility>

#include "simt/checks/counters.h"
#include "simt/checks/scene.h"

namespace simt::checks {

struct Session::Parts {
  explicit Parts(const Settings& chosen)
      : settings(chosen), scene([](report::Diagnostic) {}), counters(scene) {}

  Settings settings;
  report::Report report;
  Scene scene;
  CounterCheck counters;
};

Session::Session(const Settings& settings)
    : parts_(std::make_unique<Parts>(settings)) {}
Session::~Session() = default;
void Session::add(report::Diagnostic diagnostic) {
  parts_->report.diagnostics.push_back(std::move(diagnostic));
}
report::Report& Session::report() { return parts_->report; }
bool Session::allocation_traffic(size_t, uint64_t, report::GlobalTraffic*,
                                 report::GlobalTraffic*) const {
  return false;
}
void Session::on_launch(const LaunchInfo& launch) {
  parts_->scene.begin(launch);
  parts_->counters.on_launch();
}
void Session::on_launch_end(const Executions& executions) {
  parts_->report.launches.push_back(parts_->counters.on_launch_end(executions));
}
void Session::on_block_start(const WarpPlace&) {}
void Session::on_block_end(const WarpPlace&) {}
void Session::on_access(const Access& access) {
  parts_->counters.on_access(access);
}
void Session::on_barrier(const BarrierDone&) {}
void Session::on_warp_sync(const WarpSync&) {}
void Session::on_fence(const WarpPlace&, LaneMask, Scope) {}
void Session::on_fault(const Fault&) {}
void Session::on_mask_error(const MaskError&) {}
void Session::on_stuck(const Stuck&) {}
void Session::on_allocate(const Allocation& a) {
  parts_->scene.add_allocation(a);
}
void Session::on_free(const Allocation&) {}
void Session::on_host_write(uint64_t, uint64_t) {}

}  // namespace simt::checks
