// SPDX-License-Identifier: MIT
// Order that flags, counters and locks make, inside a block and between
// blocks. Knows nothing of the data that they protect.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "simt/ops/event.h"
#include "simt/races/block_order.h"
#include "simt/races/epoch.h"
#include "simt/races/grid_clock.h"
#include "simt/races/publications.h"

namespace simt::races {

/// A flag that was stored after the first access and read before the second,
/// and still does not order them.
struct Unfenced {
  enum class Why : uint8_t {
    kNoRelease,  // no fence between the data and the store of the flag
    kBlockOnly,  // there is one, but it reaches only the thread's own block
    kNoAcquire,  // the store is fine; the load of the flag has no fence after
  };
  Why why = Why::kNoRelease;
  bool shared = false;   // the flag's space
  uint64_t address = 0;  // of the flag
  uint32_t launch = 0;   // that stored it
  uint32_t store_pc = 0, load_pc = 0;
  bool update = false;  // the flag was stored by an atomic
};

/// What orders is a release (or a fence before a strong store) and an acquire
/// (or a fence after a strong load) of the same address, as far as their scopes
/// reach. A location keeps the vector clock that was released to it, as
/// FastTrack's locks and volatiles do.
class SyncOrder {
 public:
  /// Remembers at most so many publications.
  explicit SyncOrder(size_t most_publications)
      : most_publications_(most_publications) {}

  /// Nothing that went before matters any more.
  void clear();
  /// The launch whose events follow (only a label). At `grid_barrier` (0: at
  /// none) its `blocks` count themselves by one atomic each, again and again:
  /// who waits there learns what came before the last of them, and nothing of
  /// the next round, which may have begun. No fence is ever missing there.
  void start_launch(uint32_t launch, uint64_t grid_barrier, uint64_t blocks);
  void start_block(uint32_t slot, uint32_t serial);
  /// All threads of the block met.
  void meet(uint32_t slot);
  /// Some lanes of a warp, or some warps of a block, wait for each other.
  void meet_some(uint32_t slot,
                 const std::vector<BarrierDone::Arrival>& arrivals);
  void on_fence(BlockOrder& order, const WarpPlace& at, LaneMask lanes,
                Scope scope);
  /// Who gets a value of another lane knows from now on what that one had
  /// acquired from other threads; of the lane's own accesses, nothing.
  void on_exchange(BlockOrder& order, const Exchange& exchange);
  /// An atomic, a relaxed or stronger access, or a volatile one. `sem`: its
  /// order (that of the access, or what the instruction implies); `looks`:
  /// the program uses what it reads.
  void on_access(BlockOrder& order, const Access& access, MemoryOrder sem,
                 bool looks);

  uint32_t serial(uint32_t slot) const { return blocks_[slot].serial; }
  uint32_t phase(uint32_t slot) const { return blocks_[slot].phase; }
  /// What a thread knows of a block other than its own.
  BlockClock known(uint32_t slot, uint32_t warp, int lane,
                   uint32_t serial) const;
  /// True when a plain load at `before` has its value for certain when the
  /// thread goes on: the block met after it, and then a flag was stored which
  /// the thread, or one before it, saw. No fence is needed for that; a store
  /// of the thread cannot change the value any more.
  bool loaded(const Epoch& before, uint32_t slot, uint32_t warp,
              int lane) const;
  /// True when the strong stores that `lanes` made at `before` to `address`
  /// were seen there by the thread, or by one that came before it; also when
  /// that cannot be known any more.
  bool observed(const Epoch& before, LaneMask lanes, uint32_t slot,
                uint32_t warp, int lane, uint64_t address) const;
  /// A flag by which a thread should have learned of `before`; not one in the
  /// `bytes` at `address`, which are the data themselves.
  std::optional<Unfenced> explain(const Epoch& before, LaneMask lanes,
                                  uint32_t slot, uint32_t warp, int lane,
                                  uint64_t address, uint32_t bytes) const;
  /// How many stores were forgotten, as soon as observed() missed one.
  uint64_t forgotten() const { return unsure_ ? cut_ : 0; }

 private:
  struct SyncAddress {
    uint64_t address = 0;
    uint64_t block = 0;  // shared memory: serial + 1
    bool operator==(const SyncAddress&) const = default;
  };
  struct Hash {
    size_t operator()(const SyncAddress& p) const {
      return static_cast<size_t>(
          (p.address ^ p.block << 48) * 0x9e3779b97f4a7c15u >> 8);
    }
  };
  /// A strong load: all that was published there so far.
  struct Seen {
    SyncAddress place;
    uint32_t pc = 0;
    LaneMask lanes = 0;
    size_t length = 0;  // of Location::log
  };
  struct Location {
    GridClock wide;                      // released to the device
    std::map<uint32_t, GridClock> near;  // by block: released at least to it
    GridClock loads;                     // see loaded()
    Publications log;
    bool cut = false;  // some publications are not in the log
  };
  /// Two messages: for the device, and at least for the own block.
  struct Message {
    GridClock wide, near;
    void join(const Message& other) {
      wide.join(other.wide);
      near.join(other.near);
    }
  };
  struct Thread {
    GridClock told;
    GridClock learned;  // the last message, to see a repetition
    Message fenced;     // at its last fences
    Message pending;    // seen, for its next fence
    GridClock loads;    // see loaded()

    void join(const Thread& other);
  };
  struct Block {
    uint32_t serial = 0, phase = 1;
    Thread all;                            // what every thread knows
    std::map<uint32_t, Thread> threads;    // those that know more
    std::vector<Seen> seen;                // before the last barrier
    std::vector<std::vector<Seen>> fresh;  // since, by warp
  };

  Thread& thread(Block& block, uint32_t warp, int lane);
  static const Thread& known_thread(const Block& block, uint32_t warp,
                                    int lane);
  void learn(BlockOrder& order, Block& block, uint32_t warp, int lane,
             const GridClock& message, bool is_wide);
  GridClock snapshot(const BlockOrder& order, Block& block, uint32_t warp,
                     int lane);
  void store(BlockOrder& order, Block& block, const Access& access,
             MemoryOrder sem, int lane, Location& location);
  void load(BlockOrder& order, Block& block, const Access& access,
            MemoryOrder sem, int lane, SyncAddress place,
            const Location& location);
  void see(Block& block, const Access& access, int lane, SyncAddress place,
           const Location& location);
  void publish(const BlockOrder& order, const Block& block,
               const Access& access, int lane, Location& location);
  std::optional<Unfenced> judge(const Seen& seen, const Epoch& before,
                                LaneMask lanes) const;

  bool at_grid_barrier(SyncAddress place) const {
    return grid_barrier_ != 0 && place == SyncAddress{grid_barrier_, 0};
  }

  uint32_t launch_ = 0;
  uint64_t grid_barrier_ = 0, grid_blocks_ = 0;
  uint64_t arrived_ = 0;       // blocks of this round at the grid barrier
  GridClock met_;              // what came before the end of the last round
  std::vector<Block> blocks_;  // by slot
  std::unordered_map<SyncAddress, Location, Hash> locations_;
  size_t most_publications_, publications_ = 0;
  uint64_t cut_ = 0;  // publications that are in no log
  mutable bool unsure_ = false;
};

}  // namespace simt::races
