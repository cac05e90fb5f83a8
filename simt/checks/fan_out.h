// SPDX-License-Identifier: MIT
// Passes every callback on to the observers that override it, in the order in
// which they were added. An observer pays only for what it listens to. Knows
// nothing of what they conclude.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#include "simt/ops/observer.h"

namespace simt::checks {

/// What an observer may override, but for what it is asked.
enum class Callback : uint8_t {
  kLaunch,
  kGoOn,
  kLaunchEnd,
  kFault,
  kStuck,
  kFormatError,
  kAllocate,
  kFree,
  kHostWrite,
  kBlockStart,  // from here on: what warps do
  kBlockEnd,
  kAccess,
  kConstant,
  kFetch,
  kBarrier,
  kBarrierArrive,
  kClusterSync,
  kWarpSync,
  kExchange,
  kBorn,
  kArrival,
  kExit,
  kFence,
  kGridWait,
  kMaskError,
  kObject,
  kBulk,
  kProxyFence,
  kWarpgroup,
  kRegisterUse,
  kRegisters,
  kStepped,
};
inline constexpr size_t kCallbacks =
    static_cast<size_t>(Callback::kStepped) + 1;

/// One bit for each Callback.
using CallbackSet = uint64_t;

constexpr CallbackSet bit_of(Callback callback) {
  return CallbackSet{1} << static_cast<int>(callback);
}

/// True when some of them tell what warps do.
constexpr bool follows_warps(CallbackSet set) {
  return set >> static_cast<int>(Callback::kBlockStart) != 0;
}

/// The callbacks that `T` overrides, so that nobody lists them by hand: the
/// type of &T::on_access names the class that defines it.
template <class T>
constexpr CallbackSet callbacks_of() {
  CallbackSet set = 0;
  const auto note = [&](Callback callback, auto own, auto inherited) {
    if (!std::is_same_v<decltype(own), decltype(inherited)>)
      set |= bit_of(callback);
  };
  using O = Observer;
  note(Callback::kLaunch, &T::on_launch, &O::on_launch);
  note(Callback::kGoOn, &T::on_go_on, &O::on_go_on);
  note(Callback::kLaunchEnd, &T::on_launch_end, &O::on_launch_end);
  note(Callback::kFault, &T::on_fault, &O::on_fault);
  note(Callback::kStuck, &T::on_stuck, &O::on_stuck);
  note(Callback::kFormatError, &T::on_format_error, &O::on_format_error);
  note(Callback::kAllocate, &T::on_allocate, &O::on_allocate);
  note(Callback::kFree, &T::on_free, &O::on_free);
  note(Callback::kHostWrite, &T::on_host_write, &O::on_host_write);
  note(Callback::kBlockStart, &T::on_block_start, &O::on_block_start);
  note(Callback::kBlockEnd, &T::on_block_end, &O::on_block_end);
  note(Callback::kAccess, &T::on_access, &O::on_access);
  note(Callback::kConstant, &T::on_constant, &O::on_constant);
  note(Callback::kFetch, &T::on_fetch, &O::on_fetch);
  note(Callback::kBarrier, &T::on_barrier, &O::on_barrier);
  note(Callback::kBarrierArrive, &T::on_barrier_arrive, &O::on_barrier_arrive);
  note(Callback::kClusterSync, &T::on_cluster_sync, &O::on_cluster_sync);
  note(Callback::kWarpSync, &T::on_warp_sync, &O::on_warp_sync);
  note(Callback::kExchange, &T::on_exchange, &O::on_exchange);
  note(Callback::kBorn, &T::on_born, &O::on_born);
  note(Callback::kArrival, &T::on_arrival, &O::on_arrival);
  note(Callback::kExit, &T::on_exit, &O::on_exit);
  note(Callback::kFence, &T::on_fence, &O::on_fence);
  note(Callback::kGridWait, &T::on_grid_wait, &O::on_grid_wait);
  note(Callback::kMaskError, &T::on_mask_error, &O::on_mask_error);
  note(Callback::kObject, &T::on_object, &O::on_object);
  note(Callback::kBulk, &T::on_bulk, &O::on_bulk);
  note(Callback::kProxyFence, &T::on_proxy_fence, &O::on_proxy_fence);
  note(Callback::kWarpgroup, &T::on_warpgroup, &O::on_warpgroup);
  note(Callback::kRegisterUse, &T::on_register_use, &O::on_register_use);
  note(Callback::kRegisters, &T::on_registers, &O::on_registers);
  note(Callback::kStepped, &T::on_stepped, &O::on_stepped);
  return set;
}

/// An observer and the callbacks that it overrides.
struct Listener {
  std::unique_ptr<Observer> observer;
  CallbackSet callbacks = 0;
};

class FanOut : public Observer {
 public:
  /// `observer`, which must outlive this, hears of `callbacks` from now on.
  void listen(Observer& observer, CallbackSet callbacks);
  /// It hears of nothing any more.
  void leave(const Observer& observer);
  /// True when nobody but `one` listens to what warps do.
  bool only(const Observer& one) const;
  /// True when each that listens to what warps do has parts.
  bool has_parts() const override;

  void on_launch(const LaunchInfo& launch) override;
  void on_go_on(const std::vector<int>& concurrent) override;
  void on_launch_end(const Executions& executions) override;
  void on_fault(const Fault& fault) override;
  void on_stuck(const Stuck& stuck) override;
  void on_format_error(const FormatError& error) override;
  void on_allocate(const Allocation& allocation) override;
  void on_free(const Allocation& allocation) override;
  void on_host_write(uint64_t begin, uint64_t bytes) override;
  void on_block_start(const WarpPlace& at) override;
  void on_block_end(const WarpPlace& at) override;
  void on_access(const Access& access) override;
  void on_constant(const Access& access) override;
  void on_fetch(const Fetch& fetch) override;
  void on_barrier(const BarrierDone& barrier) override;
  void on_barrier_arrive(const WarpPlace& at, LaneMask lanes, int id) override;
  void on_cluster_sync(const ClusterSync& sync) override;
  void on_warp_sync(const WarpSync& sync) override;
  void on_exchange(const Exchange& exchange) override;
  void on_born(const Born& born) override;
  void on_arrival(const WarpPlace& at, uint32_t pc, LaneMask lanes) override;
  void on_exit(const WarpPlace& at, LaneMask lanes) override;
  void on_fence(const WarpPlace& at, LaneMask lanes, MemoryOrder order,
                Scope scope) override;
  void on_grid_wait(const WarpPlace& at, uint32_t pc, LaneMask lanes) override;
  void on_mask_error(const MaskError& error) override;
  void on_object(const ObjectUse& use) override;
  void on_bulk(const BulkStep& step) override;
  void on_proxy_fence(const ProxyFence& fence) override;
  void on_warpgroup(const WarpgroupStep& step) override;
  void on_register_use(const RegisterUse& use) override;
  void on_registers(const RegisterStep& step) override;
  void on_stepped(const Stepped& stepped) override;

 protected:
  using Observers = std::vector<Observer*>;
  const Observers& to(Callback callback) const {
    return to_[static_cast<size_t>(callback)];
  }

 private:
  std::array<Observers, kCallbacks> to_;  // by Callback
};

}  // namespace simt::checks
