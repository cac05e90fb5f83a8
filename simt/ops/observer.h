// SPDX-License-Identifier: MIT
// What a checker may watch. The machine calls these; it never learns who
// listens.
#pragma once

#include <memory>

#include "simt/ops/async_event.h"
#include "simt/ops/event.h"
#include "simt/ops/step_event.h"
#include "simt/ops/stuck_event.h"

namespace simt {

namespace program {
class Kernel;
}

/// The warp of a launch that executed the most instructions; of equals, the one
/// with the lowest block and index.
struct BusiestWarp {
  uint64_t instructions = 0;
  uint32_t block = 0, warp = 0;  // linear

  bool before(const BusiestWarp& other) const {
    if (instructions != other.instructions)
      return instructions > other.instructions;
    return block != other.block ? block < other.block : warp < other.warp;
  }
};

/// How often each instruction of a kernel ran; index = pc.
struct Executions {
  std::vector<uint64_t> warps;      // executions by a warp (active lanes > 0)
  std::vector<uint64_t> idle;       // lanes that took no part in these, summed
  std::vector<uint64_t> divergent;  // branches that split the warp
  BusiestWarp busiest;

  /// Executions by a thread.
  uint64_t lanes(size_t pc) const { return warps[pc] * kWarpSize - idle[pc]; }
};

/// How shared memory's banks are counted in a launch (docs/counting.md).
enum class BankRule : uint8_t {
  kHalfWarp,     // compute capability 1.x: 16 banks, half a warp at a time
  kKeplerFour,   // 3.x: 32 banks of 8 bytes, in its 4-byte mode
  kKeplerEight,  // 3.x in its 8-byte mode
  kFourByte,     // 32 banks of 4 bytes
};

/// A launch about to run.
struct LaunchInfo {
  int index = 0;
  const program::Kernel* kernel = nullptr;
  std::array<uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  uint32_t static_shared = 0, dynamic_shared = 0;  // bytes; dynamic begins at
  uint32_t dynamic_begin = 0;                      // this byte offset
  int registers = 0;
  std::string registers_from;
  std::string device;      // the profile's name
  int device_number = 0;   // of the process's
  std::string counted_on;  // "ptx sm_75"
  BankRule banks = BankRule::kFourByte;
  bool counts_sectors = true;
  int resident_blocks_per_sm = 0;
  uint32_t slots = 0;  // resident blocks at most: WarpPlace::slot < slots
  bool cooperative = false;
  uint32_t cluster_blocks = 1;               // of each cluster
  std::array<uint32_t, 3> cluster{1, 1, 1};  // its sides, in blocks
  uint64_t grid_barrier = 0;  // address of the word that counts the blocks of a
                              // cooperative launch at grid.sync(); 0: none
  bool independent_threads = true;  // false: a lockstep profile (before Volta)
  /// Earlier launches (by index) that may still run when this one begins: in
  /// other streams, and nothing made this one wait for them. In rising order.
  std::vector<int> concurrent;
  /// Of these, the launches before it in its stream, beside which it may begin
  /// (programmatic dependent launch), until griddepcontrol.wait.
  std::vector<int> prerequisites;
  /// No launch from now on is concurrent with one below this index; -1: with
  /// none that came before.
  int oldest_open = -1;
  bool alone = false;  // no launch, also a later one, may run beside it
  /// Which launch of a graph it belongs to, from 1 (0: none), and the node
  /// that it is ("node 2 of graph #1").
  int graph_run = 0;
  std::string graph_node;
};

class Observer {
 public:
  bool traces = false;     // wants on_exchange; set in on_launch at the latest
  bool numbers = false;    // likewise on_born
  bool constants = false;  // likewise on_constant
  bool steps = false;      // likewise on_stepped; costs much time

  virtual ~Observer() = default;
  virtual void on_launch(const LaunchInfo&) {}
  /// It goes on, after others ran: what it does from here on may be beside the
  /// launches `concurrent` (by index, in rising order), whatever LaunchInfo
  /// said.
  virtual void on_go_on(const std::vector<int>& /*concurrent*/) {}
  /// Ends the launch; called whatever the outcome.
  virtual void on_launch_end(const Executions&) {}
  virtual void on_block_start(const WarpPlace&) {}
  virtual void on_block_end(const WarpPlace&) {}
  virtual void on_access(const Access&) {}
  /// Only while `constants` is set: a load of constants.
  virtual void on_constant(const Access&) {}
  virtual void on_fetch(const Fetch&) {}
  virtual void on_barrier(const BarrierDone&) {}
  /// Lanes of a warp were counted at barrier `id` and go on (bar.arrive).
  virtual void on_barrier_arrive(const WarpPlace&, LaneMask, int /*id*/) {}
  virtual void on_cluster_sync(const ClusterSync&) {}
  virtual void on_warp_sync(const WarpSync&) {}
  /// Where, by pc, requests of shared memory may be counted instead of being
  /// reported; null: each must be reported. Asked once, after on_launch.
  virtual SharedTally* tallies() { return nullptr; }
  /// The same of global memory.
  virtual GlobalTally* global_tallies() { return nullptr; }
  /// Where loads of the block's shared memory wait that are counted; null: what
  /// is counted need not be reported. Asked when a warp of it has its turn.
  virtual SharedLog* shared_log(uint32_t /*slot*/) { return nullptr; }
  /// True when it may be told late of loads of shared memory that are counted.
  /// Asked once, after on_launch.
  virtual bool takes_late_reads() const { return false; }
  /// Why it is told of those of a block: something else comes, all threads of
  /// the block met, or it ends. False: it need not be told.
  enum class Late : uint8_t { kNow, kBarrier, kEnd };
  virtual bool needs_late_reads(uint32_t /*slot*/, Late) const { return true; }
  /// Such a load, and why it is told now.
  virtual void on_late_read(const Access& access, Late) { on_access(access); }
  /// True when until the end of the launch nothing that this instruction does
  /// to this allocation concerns it.
  virtual bool knows_all(const Access&) const { return false; }
  /// Only while `traces` is set.
  virtual void on_exchange(const Exchange&) {}
  /// Only while `numbers` is set.
  virtual void on_born(const Born&) {}
  /// Only while `steps` is set.
  virtual void on_stepped(const Stepped&) {}
  /// Lanes reach a block barrier at instruction `pc`.
  virtual void on_arrival(const WarpPlace&, uint32_t /*pc*/, LaneMask) {}
  /// Lanes end.
  virtual void on_exit(const WarpPlace&, LaneMask) {}
  virtual void on_fence(const WarpPlace&, LaneMask, MemoryOrder, Scope) {}
  /// Lanes pass griddepcontrol.wait, which stands at `pc`.
  virtual void on_grid_wait(const WarpPlace&, uint32_t /*pc*/, LaneMask) {}
  virtual void on_object(const ObjectUse&) {}
  virtual void on_bulk(const BulkStep&) {}
  virtual void on_proxy_fence(const ProxyFence&) {}
  virtual void on_warpgroup(const WarpgroupStep&) {}
  virtual void on_register_use(const RegisterUse&) {}
  virtual void on_registers(const RegisterStep&) {}
  virtual void on_fault(const Fault&) {}
  virtual void on_mask_error(const MaskError&) {}
  virtual void on_stuck(const Stuck&) {}
  virtual void on_format_error(const FormatError&) {}

  /// False: this observer must see all of a launch, in one order.
  virtual bool has_parts() const { return false; }
  /// For blocks of the launch that a host thread runs beside others; asked
  /// after on_launch. Not null where has_parts().
  virtual std::unique_ptr<Observer> part() { return nullptr; }
  /// Parts only say whether something is wrong: as long as no two threads meet
  /// in global memory and no other launch runs beside, they judge right.
  virtual bool judges_threads() const { return false; }
  /// Of a part, before its first event: it runs alone, and another host thread
  /// has nothing to do. What it hears it may judge there, until clean().
  virtual void use_other_thread() {}
  /// Of a part: nothing is wrong so far. Else the launch runs again, in its one
  /// order, and the observer sees all of it.
  virtual bool clean() const { return true; }
  /// Adds what such a part saw, before on_launch_end.
  virtual void join(Observer& /*part*/) {}

  // The host's side of device memory.
  virtual void on_allocate(const Allocation&) {}
  virtual void on_free(const Allocation&) {}
  /// The host (a copy, a memset) wrote [begin, begin + bytes).
  virtual void on_host_write(uint64_t /*begin*/, uint64_t /*bytes*/) {}
};

}  // namespace simt
