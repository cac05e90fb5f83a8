// SPDX-License-Identifier: MIT
// One launch being run: how long each block and warp has its turn, and what an
// instruction asks of the machine.
#pragma once

#include <chrono>
#include <memory>
#include <utility>

#include "simt/machine/barriers.h"
#include "simt/machine/block.h"
#include "simt/machine/builtins.h"
#include "simt/machine/bulk_copies.h"
#include "simt/machine/calls.h"
#include "simt/machine/cluster_barrier.h"
#include "simt/machine/convergence.h"
#include "simt/machine/dice.h"
#include "simt/machine/divergence.h"
#include "simt/machine/fresh_blocks.h"
#include "simt/machine/grid_control.h"
#include "simt/machine/livelock.h"
#include "simt/machine/machine.h"
#include "simt/machine/number_watch.h"
#include "simt/machine/pauses.h"
#include "simt/machine/products.h"
#include "simt/machine/register_watch.h"
#include "simt/machine/resident_blocks.h"
#include "simt/machine/shape.h"
#include "simt/machine/step_watch.h"
#include "simt/machine/store_buffer.h"

namespace simt {

class Grid final : public ops::Machine {
 public:
  Grid(const Settings& settings, DeviceMemory& memory, const Launch& launch);
  /// Tells the observer of the launch.
  void announce();
  /// All blocks.
  Outcome run();
  /// What a part of a launch is watched by.
  struct Watch {
    ops::Marks* marks = nullptr;    // or
    ops::Owners* owners = nullptr;  // who accesses what
    ops::Sums* sums = nullptr;      // see ops::Context::sums
    bool beside = false;            // other parts run at the same time
    uint32_t resident = 0;          // blocks that run at once, at most
  };
  /// Blocks [begin, end) alone.
  Outcome run_blocks(uint64_t begin, uint64_t end, const Watch& watch);
  /// Adds what another machine executed of this launch.
  void add(const Grid& other);
  /// Tells the observer of the end.
  void finish();
  /// See Running.
  bool sees_change(DeviceMemory& memory) const {
    return livelock_.polls().changed(memory);
  }
  const Stuck::Poll* poll() const { return livelock_.polls().first(); }
  bool looks_at_host() const { return livelock_.polls().any_host_visible(); }
  void pass_time() { livelock_.pass_time(); }
  bool time_helped() const { return livelock_.time_helped(); }
  bool waits_blindly() const { return livelock_.waits_blindly(); }
  void remember_polls(DeviceMemory& memory) {
    livelock_.remember_polls(memory);
  }
  /// One that was left early has not started all that a GPU has room for.
  bool has_fresh_blocks() const {
    return blocks_.not_started() + blocks_.all().size() > shape_.resident;
  }
  bool has_begun() const { return blocks_.not_started() == 0; }
  const GridControl& control() const { return control_; }
  uint32_t end_of_slots() const { return launch_.first_slot + shape_.resident; }

  uint64_t clock() override { return now_ + livelock_.skipped(); }
  uint64_t global_timer_ns() override { return clock(); }
  void settle(uint64_t low, uint64_t high) override;
  void publish(LaneMask lanes, Scope scope) override;
  bool delay(const ops::DelayedStore& store) override;
  LaneMask together(LaneMask lanes) override;
  void start_copy(const ops::BulkWork& work) override {
    copies_.start(*running_block_, work);
  }
  void use_groups(const BulkStep& step) override {
    copies_.use_groups(*running_block_, step);
  }
  bool hurry_copies(const std::byte* object) override {
    return copies_.hurry(object);
  }
  void start_product(ops::WarpProduct product) override;
  bool use_products(const WarpgroupStep& step) override {
    return products_.use(*running_block_, step);
  }
  ops::Step run_touching(const ops::Inst& in, LaneMask mask) override {
    return registers_->run(context_, products_, *running_block_, in, mask);
  }
  bool own_registers(uint32_t pc, uint32_t count, bool more) override;
  ops::Step after_atomic() override;
  ops::Step launch_dependents() override;
  bool grids_are_done() override { return control_.done(*running_block_); }
  ops::Step run_watched(const ops::Inst& in, LaneMask mask) override {
    return numbers_->run(context_, in, mask);
  }

 private:
  enum class Stop : uint8_t { kPause, kRepick, kFault };

  // grid.cpp: blocks.
  void watch_numbers();
  void ask_for_tallies();
  Outcome schedule();
  bool is_asked_to_end() const;
  bool start_block();
  bool finish_block(Block& block);
  void note_busiest(const Block& block);
  void enter_block(const Block& block);
  bool turn(Block& block);  // false: fault
  uint32_t quantum();
  void drain_stores();
  Outcome explain(Stuck::Kind kind);
  // warp.cpp: the inner loop.
  void enter_warp(Block& block, Warp& warp);
  bool run_warp(Block& block, Warp& warp, uint32_t budget);
  Livelock::Round look();
  Livelock::Round round();
  bool round(Block& block, Warp& warp);  // false: fault
  bool polled_enough(Split& split);
  ops::Step run_plain(uint32_t& pc, uint32_t& left);
  Stop run_split(Block& block, Warp& warp, Split& split, uint32_t budget);
  template <bool kSteps>
  Stop run_split_as(Block& block, Warp& warp, Split& split, uint32_t budget);
  // step.cpp
  Stop special(Block& block, Warp& warp, Split& split, LaneMask mask,
               ops::Step step);
  void arrive(Block& block, Warp& warp, Split& split, LaneMask mask);
  Stop meet_cluster(Block& block, Warp& warp, Split& split, LaneMask mask);
  Stop call(Block& block, Warp& warp, Split& split, LaneMask mask);
  Stop enter(const Warp& warp, Split& split, uint32_t site, int function);
  void leave(Block& block, Warp& warp, Split& split, LaneMask mask);
  Stop fault(const Warp& warp, const Split& split);
  void exit_lanes(Block& block, Warp& warp, Split& split, LaneMask mask);
  /// Who waits there for the warp's products looks again.
  static void wake_warpgroup(Block& block, uint32_t warp);
  bool give_up_warpgroups();  // true: somebody goes on

  const Settings& settings_;
  const Launch& launch_;
  const program::Kernel& kernel_;
  std::unique_ptr<NumberWatch> numbers_;      // null: nobody watches numbers
  std::unique_ptr<RegisterWatch> registers_;  // null: there are no products
  const ops::Inst* code_;                     // the kernel's, or watched
  std::unique_ptr<StepWatch> steps_;          // null: nobody watches steps
  const LaunchShape shape_;
  const FreshBlocks fresh_blocks_;
  /// By rank in a cluster, the constants of its blocks; rank 0 has the
  /// kernel's.
  std::vector<std::vector<std::byte>> constants_;
  const bool lockstep_;  // the lanes of a warp run together: before Volta
  ops::Context context_;
  Observer idle_;  // stands in for a missing observer
  Observer& observer_;
  Executions executions_;
  Dice dice_;
  StoreBuffer stores_;
  BulkCopies copies_;
  Products products_;
  std::unique_ptr<WarpScheduler> scheduler_;
  Divergence divergence_;
  Convergence convergence_;
  Barriers barriers_;
  ClusterBarrier cluster_barrier_;
  Calls calls_;
  Builtins builtins_;
  uint64_t now_ = 0;    // warp instructions so far
  uint64_t asked_ = 0;  // of these, before it was asked to end
  std::chrono::steady_clock::time_point asked_at_;  // when it was
  uint64_t ended_ = 0;  // blocks, since Settings::progress was told
  uint64_t first_block_ = 0;
  ResidentBlocks blocks_;
  Livelock livelock_;
  GridControl control_;
  Pauses pauses_;
  Block* running_block_ = nullptr;
  Warp* running_warp_ = nullptr;
  bool waits_ = false;   // the last split to run polled in vain
  bool looks_ = false;   // in a round that looks for a livelock
  bool leaves_ = false;  // the block's turn ends
  Outcome outcome_ = Outcome::kDone;
};

}  // namespace simt
