// SPDX-License-Identifier: MIT
// One loop for each callback; knows no observer by name.
#include "simt/checks/fan_out.h"

#include <algorithm>

namespace simt::checks {

void FanOut::listen(Observer& observer, CallbackSet callbacks) {
  for (size_t i = 0; i < kCallbacks; ++i)
    if ((callbacks >> i & 1) != 0) to_[i].push_back(&observer);
}

void FanOut::leave(const Observer& observer) {
  for (Observers& all : to_) std::erase(all, &observer);
}

bool FanOut::only(const Observer& one) const {
  return std::all_of(to_.begin() + static_cast<int>(Callback::kBlockStart),
                     to_.end(), [&](const Observers& all) {
                       return all.empty() ||
                              (all.size() == 1 && all.front() == &one);
                     });
}

bool FanOut::has_parts() const {
  return std::all_of(to_.begin() + static_cast<int>(Callback::kBlockStart),
                     to_.end(), [](const Observers& all) {
                       return std::all_of(all.begin(), all.end(),
                                          [](const Observer* one) {
                                            return one->has_parts();
                                          });
                     });
}

void FanOut::on_launch(const LaunchInfo& launch) {
  for (Observer* one : to(Callback::kLaunch)) one->on_launch(launch);
  const Observers& curious = to(Callback::kExchange);
  traces = std::any_of(curious.begin(), curious.end(),
                       [](const Observer* one) { return one->traces; });
  numbers = !to(Callback::kBorn).empty();
  constants = !to(Callback::kConstant).empty();
  steps = !to(Callback::kStepped).empty();
}

void FanOut::on_go_on(const std::vector<int>& concurrent) {
  for (Observer* one : to(Callback::kGoOn)) one->on_go_on(concurrent);
}

void FanOut::on_launch_end(const Executions& executions) {
  for (Observer* one : to(Callback::kLaunchEnd)) one->on_launch_end(executions);
}

void FanOut::on_fault(const Fault& fault) {
  for (Observer* one : to(Callback::kFault)) one->on_fault(fault);
}

void FanOut::on_stuck(const Stuck& stuck) {
  for (Observer* one : to(Callback::kStuck)) one->on_stuck(stuck);
}

void FanOut::on_format_error(const FormatError& error) {
  for (Observer* one : to(Callback::kFormatError)) one->on_format_error(error);
}

void FanOut::on_allocate(const Allocation& allocation) {
  for (Observer* one : to(Callback::kAllocate)) one->on_allocate(allocation);
}

void FanOut::on_free(const Allocation& allocation) {
  for (Observer* one : to(Callback::kFree)) one->on_free(allocation);
}

void FanOut::on_host_write(uint64_t begin, uint64_t bytes) {
  for (Observer* one : to(Callback::kHostWrite))
    one->on_host_write(begin, bytes);
}

void FanOut::on_block_start(const WarpPlace& at) {
  for (Observer* one : to(Callback::kBlockStart)) one->on_block_start(at);
}

void FanOut::on_block_end(const WarpPlace& at) {
  for (Observer* one : to(Callback::kBlockEnd)) one->on_block_end(at);
}

void FanOut::on_access(const Access& access) {
  for (Observer* one : to(Callback::kAccess)) one->on_access(access);
}

void FanOut::on_constant(const Access& access) {
  for (Observer* one : to(Callback::kConstant)) one->on_constant(access);
}

void FanOut::on_fetch(const Fetch& fetch) {
  for (Observer* one : to(Callback::kFetch)) one->on_fetch(fetch);
}

void FanOut::on_barrier(const BarrierDone& barrier) {
  for (Observer* one : to(Callback::kBarrier)) one->on_barrier(barrier);
}

void FanOut::on_barrier_arrive(const WarpPlace& at, LaneMask lanes, int id) {
  for (Observer* one : to(Callback::kBarrierArrive))
    one->on_barrier_arrive(at, lanes, id);
}

void FanOut::on_cluster_sync(const ClusterSync& sync) {
  for (Observer* one : to(Callback::kClusterSync)) one->on_cluster_sync(sync);
}

void FanOut::on_warp_sync(const WarpSync& sync) {
  for (Observer* one : to(Callback::kWarpSync)) one->on_warp_sync(sync);
}

void FanOut::on_exchange(const Exchange& exchange) {
  for (Observer* one : to(Callback::kExchange)) one->on_exchange(exchange);
}

void FanOut::on_born(const Born& born) {
  for (Observer* one : to(Callback::kBorn)) one->on_born(born);
}

void FanOut::on_arrival(const WarpPlace& at, uint32_t pc, LaneMask lanes) {
  for (Observer* one : to(Callback::kArrival)) one->on_arrival(at, pc, lanes);
}

void FanOut::on_exit(const WarpPlace& at, LaneMask lanes) {
  for (Observer* one : to(Callback::kExit)) one->on_exit(at, lanes);
}

void FanOut::on_fence(const WarpPlace& at, LaneMask lanes, MemoryOrder order,
                      Scope scope) {
  for (Observer* one : to(Callback::kFence))
    one->on_fence(at, lanes, order, scope);
}

void FanOut::on_grid_wait(const WarpPlace& at, uint32_t pc, LaneMask lanes) {
  for (Observer* one : to(Callback::kGridWait))
    one->on_grid_wait(at, pc, lanes);
}

void FanOut::on_mask_error(const MaskError& error) {
  for (Observer* one : to(Callback::kMaskError)) one->on_mask_error(error);
}

void FanOut::on_object(const ObjectUse& use) {
  for (Observer* one : to(Callback::kObject)) one->on_object(use);
}

void FanOut::on_bulk(const BulkStep& step) {
  for (Observer* one : to(Callback::kBulk)) one->on_bulk(step);
}

void FanOut::on_proxy_fence(const ProxyFence& fence) {
  for (Observer* one : to(Callback::kProxyFence)) one->on_proxy_fence(fence);
}

void FanOut::on_warpgroup(const WarpgroupStep& step) {
  for (Observer* one : to(Callback::kWarpgroup)) one->on_warpgroup(step);
}

void FanOut::on_register_use(const RegisterUse& use) {
  for (Observer* one : to(Callback::kRegisterUse)) one->on_register_use(use);
}

void FanOut::on_registers(const RegisterStep& step) {
  for (Observer* one : to(Callback::kRegisters)) one->on_registers(step);
}

void FanOut::on_stepped(const Stepped& stepped) {
  for (Observer* one : to(Callback::kStepped)) one->on_stepped(stepped);
}

}  // namespace simt::checks
