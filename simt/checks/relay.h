// SPDX-License-Identifier: MIT
// Tells observers on another host thread what warps do, in the same order. Who
// tells it goes on meanwhile. Knows nothing of what they conclude.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "simt/checks/event_queue.h"
#include "simt/checks/fan_out.h"

namespace simt::checks {

/// What is frequent is copied, with all that it points to and that the machine
/// changes. What is rare is told at once, when all before it has been told.
/// Queries are answered at once, by observers that have not heard all yet.
class Relay final : public Observer {
 public:
  Relay() : queue_([this](std::byte* b, std::byte* e) { play(b, e); }) {}

  /// `observer`, which must outlive this, hears of `callbacks`.
  void listen(Observer& observer, CallbackSet callbacks) {
    to_.listen(observer, callbacks);
    if ((callbacks & bit_of(Callback::kAccess)) != 0)
      readers_.push_back(&observer);
  }
  /// Returns when they have heard all that this was told.
  void wait() { queue_.wait(); }

  bool takes_late_reads() const override;
  /// They are asked when they hear of it.
  bool needs_late_reads(uint32_t, Late) const override { return true; }
  bool knows_all(const Access& access) const override;

  void on_block_start(const WarpPlace& at) override;
  void on_block_end(const WarpPlace& at) override;
  void on_access(const Access& access) override { add(access, {}); }
  void on_late_read(const Access& access, Late why) override {
    add(access, why);
  }
  void on_barrier(const BarrierDone& barrier) override;
  void on_barrier_arrive(const WarpPlace& at, LaneMask lanes, int id) override;
  void on_warp_sync(const WarpSync& sync) override;
  void on_exchange(const Exchange& exchange) override;
  void on_arrival(const WarpPlace& at, uint32_t pc, LaneMask lanes) override;
  void on_exit(const WarpPlace& at, LaneMask lanes) override;
  void on_fence(const WarpPlace& at, LaneMask lanes, MemoryOrder order,
                Scope scope) override;

  void on_launch(const LaunchInfo& e) override { all().on_launch(e); }
  void on_go_on(const std::vector<int>& e) override { all().on_go_on(e); }
  void on_launch_end(const Executions& e) override { all().on_launch_end(e); }
  void on_fault(const Fault& e) override { all().on_fault(e); }
  void on_stuck(const Stuck& e) override { all().on_stuck(e); }
  void on_format_error(const FormatError& e) override {
    all().on_format_error(e);
  }
  void on_allocate(const Allocation& e) override { all().on_allocate(e); }
  void on_free(const Allocation& e) override { all().on_free(e); }
  void on_host_write(uint64_t begin, uint64_t bytes) override {
    all().on_host_write(begin, bytes);
  }
  void on_constant(const Access& e) override { all().on_constant(e); }
  void on_fetch(const Fetch& e) override { all().on_fetch(e); }
  void on_cluster_sync(const ClusterSync& e) override {
    all().on_cluster_sync(e);
  }
  void on_born(const Born& e) override { all().on_born(e); }
  void on_grid_wait(const WarpPlace& at, uint32_t pc, LaneMask lanes) override {
    all().on_grid_wait(at, pc, lanes);
  }
  void on_mask_error(const MaskError& e) override { all().on_mask_error(e); }
  void on_object(const ObjectUse& e) override { all().on_object(e); }
  void on_bulk(const BulkStep& e) override { all().on_bulk(e); }
  void on_proxy_fence(const ProxyFence& e) override { all().on_proxy_fence(e); }
  void on_warpgroup(const WarpgroupStep& e) override { all().on_warpgroup(e); }
  void on_register_use(const RegisterUse& e) override {
    all().on_register_use(e);
  }
  void on_registers(const RegisterStep& e) override { all().on_registers(e); }
  void on_stepped(const Stepped& e) override { all().on_stepped(e); }

 private:
  struct Head;
  struct Barrier;
  struct Lanes;

  /// All that observers were not told of yet, they are told of before this
  /// returns.
  FanOut& all() {
    wait();
    return to_;
  }
  template <class T>
  std::byte* put(Callback callback, const T& event, size_t more = 0,
                 std::optional<Late> late = {});
  void add(const Access& access, std::optional<Late> late);
  void play(std::byte* begin, std::byte* end);
  void tell(const Head& head, std::byte* event);
  void tell_access(const Access& access, std::optional<Late> late);
  void tell_barrier(std::byte* event);

  FanOut to_;
  std::vector<Observer*> readers_;              // of accesses
  std::vector<BarrierDone::Arrival> arrivals_;  // of the barrier that is told
  EventQueue queue_;                            // ends first
};

}  // namespace simt::checks
