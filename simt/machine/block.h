// SPDX-License-Identifier: MIT
// The state of a running block: warps as lists of splits, call frames,
// barriers.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "simt/ops/inst.h"
#include "simt/program/program.h"

namespace simt {

/// Memory of 64-byte alignment, zero at first.
struct AlignedDelete {
  void operator()(std::byte* p) const;
};
using AlignedBytes = std::unique_ptr<std::byte[], AlignedDelete>;
AlignedBytes aligned_bytes(size_t bytes);

/// Registers of one call of a function, for the lanes that made it. Lanes that
/// come later by the same call from the same frame join it, each with its own
/// column of registers; so lanes that made equal calls reconverge.
struct Frame {
  AlignedBytes registers;
  uint32_t function = 0;
  uint32_t depth = 0;
  Frame* parent = nullptr;  // null: the kernel itself
  uint32_t return_pc = 0;
  uint32_t call = 0;               // Kernel::calls of the caller
  LaneMask lanes = 0;              // that have not returned
  std::vector<Frame*> calls_open;  // made from here
};

/// What a split may run while others of its warp wait for their turn.
inline constexpr uint32_t kSplitQuota = 2048;  // instructions
inline constexpr uint32_t kLoopQuota = 32;     // backward branches

/// Lanes of a warp that run together.
struct Split {
  // kTurn: of a lockstep warp another split runs. kRegisters: the block has
  // too few. kCluster: at the barrier of the cluster. kGrids: for launches
  // before it (griddepcontrol.wait). kProducts: for the warpgroup's products.
  enum class Wait : uint8_t {
    kNone,
    kBarrier,
    kWarp,
    kTurn,
    kRegisters,
    kCluster,
    kGrids,
    kProducts
  };
  uint32_t pc = 0;
  LaneMask mask = 0;
  Frame* frame = nullptr;
  Wait wait = Wait::kNone;
  int barrier = 0;     // kBarrier: its id
  LaneMask value = 0;  // kBarrier: predicate of a reduction
  LaneMask asked = 0;  // kWarp: the lane mask
  uint32_t used = 0;   // instructions of its quota
  uint32_t loops = 0;  // backward branches of its quota
  uint32_t polls = 0;  // rounds of a waiting loop since `effects` grew
  uint64_t effects = 0;
  uint64_t since = 0;  // when it last ran
  uint64_t steps = 0;  // instructions since it diverged from another
};

/// Lockstep: lanes that diverged, and where they reconverge.
struct Join {
  uint32_t pc = program::kNoJoin;  // kNoJoin: nowhere, they exit
  const Frame* frame = nullptr;
  LaneMask lanes = 0;
};

struct Warp {
  uint32_t index = 0;
  LaneMask present = 0;    // lanes that exist
  LaneMask live = 0;       // present and not exited
  uint64_t issued = 0;     // instructions that it executed so far
  uint32_t registers = 0;  // of each thread, since it last asked; 0: at first
  bool diverged = false;   // some lanes have gone another way than others
  // Lanes that have arrived at the barrier of the cluster, which is not open
  // yet; those that have still to wait there.
  LaneMask cluster_arrived = 0, cluster_owed = 0;
  std::vector<Split> splits;
  std::vector<Join> joins;  // lockstep: the innermost is last
  AlignedBytes specials;    // pool 2
  AlignedBytes local;       // stacks of all lanes
  std::unique_ptr<Frame> base;
  std::vector<ops::DelayedStore> held;    // seen by this warp alone
  std::map<int, uint32_t> launch_errors;  // by lane, of launches that failed

  bool runnable() const {
    bool turns = true;  // lockstep: the next split is not chosen yet
    for (const Split& s : splits) {
      if (s.wait == Split::Wait::kNone) return true;
      turns = turns && s.wait == Split::Wait::kTurn;
    }
    return turns && !splits.empty();
  }
};

/// One of a block's sixteen barriers. arrived[w]: lanes of warp w.
struct Barrier {
  std::vector<LaneMask> arrived;
  std::vector<LaneMask> late;  // BarrierDone::Arrival::late, by warp
  std::vector<BarrierDone::Arrival> passed;  // by bar.arrive
  int threads = 0;                           // 0: all of the block
  int repeated = 0;  // threads that arrived again before it opened
  bool open = false;
};

struct Block;

/// Blocks that start together.
struct ClusterBlocks {
  ops::Cluster seen;           // by their instructions
  std::vector<Block*> blocks;  // by rank; null: it has ended
};

struct Block {
  uint32_t index = 0, slot = 0;
  std::shared_ptr<ClusterBlocks> cluster;  // null: of this block alone
  uint32_t rank = 0;                       // in it
  std::vector<Warp> warps;
  AlignedBytes shared;
  Barrier barriers[16];
  uint32_t met = 0;                      // how many of its barriers have opened
  std::vector<ops::DelayedStore> shown;  // held back, seen by this block
  uint32_t live_threads = 0, exited_threads = 0;
  uint32_t spare_registers = 0;   // of a thread each, that warps gave back
  uint64_t acted = 0;             // when a turn last had an effect; 0: never
  bool released = false;          // it let dependent launches begin
  bool waited_for_grids = false;  // some thread passed griddepcontrol.wait
};

inline WarpPlace place_of(const Block& block, const Warp& warp) {
  return {block.index, block.slot, warp.index};
}

}  // namespace simt
