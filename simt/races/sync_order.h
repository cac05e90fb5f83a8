// SPDX-License-Identifier: MIT
// Order that flags, counters and locks make, inside a block and between
// blocks. Knows nothing of the data that they protect.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "simt/ops/event.h"
#include "simt/races/block_order.h"
#include "simt/races/by_thread.h"
#include "simt/races/epoch.h"
#include "simt/races/grid_clock.h"
#include "simt/races/publications.h"

namespace simt::races {

/// A flag that was stored after the first access and read before the second,
/// and still does not order them.
struct Unfenced {
  enum class Why : uint8_t {
    kNoRelease,    // no fence between the data and the store of the flag
    kNarrowFence,  // there is one, but its scope leaves out the reader
    kNoAcquire,    // the store is fine; the load of the flag has no fence after
    kNarrowFlag,   // the scope of an access to the flag leaves out the other
    kFlagWidths,   // the flag is stored and loaded in different widths
    kOverwritten,  // the store is fine; the load saw a later one, of another
  };
  Why why = Why::kNoRelease;
  Scope scope = Scope::kCta;  // of kNarrowFence and kNarrowFlag
  bool load = false;          // of kNarrowFlag: that of the load, not the store
  bool shared = false;        // the flag's space
  uint64_t address = 0;       // of the flag
  uint32_t launch = 0;        // that stored it
  uint32_t store_pc = 0, load_pc = 0;
  bool update = false;   // the flag was stored by an atomic
  bool counter = false;  // both update it by atomics that count
};

/// Bytes that two accesses touch.
struct DataPlace {
  bool shared = false;
  uint64_t address = 0;
  uint32_t bytes = 4;
};

/// Lanes of a warp that loaded from a location in one epoch.
struct Reader {
  Epoch epoch;
  LaneMask lanes = 0;
  uint32_t launch = 0;
  size_t first = 0, last = 0;  // publications whose chain it read
};

/// An access as far as it may order threads.
struct SyncUse {
  MemoryOrder order = MemoryOrder::kWeak;  // or what the instruction implies
  Scope scope = Scope::kGpu;
  uint8_t bytes = 4;      // of an element
  bool looks = true;      // the program uses what it reads
  bool counts = false;    // an atomic that counts
  bool for_host = false;  // the host may see what it stores
  uint32_t clock = 0;     // of the warp
};

/// What orders is a release pattern and an acquire pattern on one location,
/// where the second reads what the first wrote, or what a chain of atomics made
/// of it; each link must be morally strong. A release pattern is a release, or
/// a fence or a release of the location with a strong write after it in the
/// same thread; an acquire pattern mirrors it. Two fence.sc order what lies
/// beyond them also when others' barriers stand between the fences and the
/// accesses: a barrier comes between a fence.sc and a write, the value is read,
/// so the reader's fence.sc cannot come first. A location keeps the vector
/// clocks that were released to it, as FastTrack's locks and volatiles do.
///
/// One order is left out: that of two fence.sc which no value tells. It differs
/// from run to run, and a race that it hides in one run shows in another one.
class SyncOrder {
  /// What a value that is in memory tells.
  struct Released {
    GridClock patterns;  // to an acquire pattern
    GridClock fences;    // to a fence.sc after the load
  };

 public:
  /// A launch, and what its blocks do at its grid barrier. At `barrier` (0: at
  /// none) its `blocks` count themselves by one atomic each, again and again:
  /// who waits there learns what came before the last of them, and nothing of
  /// the next round, which may have begun. No fence is ever missing there.
  struct Grid {
    uint32_t launch = 0;
    uint64_t barrier = 0, blocks = 0;
    bool exchanges = true;  // its lanes may: see on_exchange
    uint64_t arrived = 0;   // blocks of this round
    Released met = {};      // what came before the end of the last round
  };

  /// Remembers at most so many publications, and as many readers.
  explicit SyncOrder(size_t most_publications)
      : most_publications_(most_publications) {}

  /// Nothing that went before matters any more.
  void clear();
  /// The events that follow are of this launch, which stays where it is.
  void run(Grid& grid) { grid_ = &grid; }
  /// The block knows what `told` holds.
  /// `cluster`: its number, which no other one shares; 0: there are none.
  void start_block(uint32_t slot, uint32_t serial, uint32_t cluster,
                   const GridClock& told);
  /// So does a block that runs, from now on.
  void tell(uint32_t slot, const GridClock& told);
  /// What was released to the host: by a fence of system scope, or by a store
  /// to memory that it sees. What it launches or lets go on may rely on that.
  const GridClock& host() const { return host_; }
  /// All threads of the block met.
  void meet(uint32_t slot);
  /// Lanes of a warp at the barrier of their cluster.
  void on_cluster(BlockOrder& order, const ClusterSync& sync);
  /// Of a block of the same launch: the thread knows that it has begun.
  bool knows_of(uint32_t slot, uint32_t warp, int lane, uint32_t of) const {
    return known(slot, warp, lane, serial(of)).phase != 0;
  }
  /// Lanes of a warp know what `message` holds.
  void learn(BlockOrder& order, const WarpPlace& at, LaneMask lanes,
             const GridClock& message);
  /// Some lanes of a warp, or some warps of a block, wait for each other.
  void meet_some(BlockOrder& order, uint32_t slot,
                 const std::vector<BarrierDone::Arrival>& arrivals);
  void on_fence(BlockOrder& order, const WarpPlace& at, LaneMask lanes,
                MemoryOrder sem, Scope scope);
  /// Who gets a value of another lane knows from now on what that one had
  /// acquired from other threads; of the lane's own accesses, nothing.
  void on_exchange(BlockOrder& order, const Exchange& exchange);
  /// An atomic, a relaxed or stronger access, or a volatile one.
  void on_access(BlockOrder& order, const Access& access, SyncUse use);
  /// To be called before loaded(), readers() or explain() is asked for a pair
  /// of the block: what was held back of it counts now.
  void catch_up(BlockOrder& order, uint32_t slot);

  uint32_t serial(uint32_t slot) const { return blocks_[slot].serial; }
  uint32_t cluster(uint32_t slot) const { return blocks_[slot].cluster; }
  uint32_t phase(uint32_t slot) const { return blocks_[slot].phase; }
  /// What a thread knows of a block other than its own.
  const BlockClock& known(uint32_t slot, uint32_t warp, int lane,
                          uint32_t serial) const;
  /// True when a plain load at `before` has its value for certain when the
  /// thread goes on: the block met after it, and then a flag was stored which
  /// the thread, or one before it, saw. No fence is needed for that; a store
  /// of the thread cannot change the value any more.
  bool loaded(const Epoch& before, uint32_t slot, uint32_t warp,
              int lane) const;
  /// Who saw the strong stores that `lanes` made at `before` to the data:
  /// whatever comes after such a load comes after the stores, too. Null: that
  /// cannot be known any more.
  std::optional<std::vector<Reader>> readers(const Epoch& before,
                                             LaneMask lanes, uint32_t slot,
                                             const DataPlace& data) const;
  /// A flag by which a thread should have learned of `before`; not one in the
  /// data themselves.
  std::optional<Unfenced> explain(const Epoch& before, LaneMask lanes,
                                  uint32_t slot, uint32_t warp, int lane,
                                  const DataPlace& data) const;
  /// How many stores were forgotten, as soon as readers() missed one.
  uint64_t forgotten() const { return unsure_ ? cut_ : 0; }

 private:
  // What is kept of what a thread saw, to name the flag of a missing fence.
  // Past it a race is still found, but reported without its flag.
  static constexpr size_t kMostSeen = 64;

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
    size_t first = 0, length = 0;  // of Location: chain, and of its log
    bool strong = true;            // morally, with the last write
    bool counts = false;           // an atomic that counts
    uint8_t bytes = 4;             // of the location
    Scope scope = Scope::kGpu;
    /// Whether the location and the data have a byte in common.
    bool overlaps(const SyncAddress& data, uint64_t many) const {
      return place.block == data.block && place.address < data.address + many &&
             data.address < place.address + bytes;
    }
  };
  /// Three messages: for the device, at least for the own cluster, where there
  /// are any, and at least for the own block.
  struct Message {
    GridClock wide, cluster, near;
    void join(const Message& other) {
      wide.join(other.wide);
      cluster.join(other.cluster);
      near.join(other.near);
    }
    /// A newer one, as far as it reaches.
    void replace(const Message& newer) {
      if (!newer.wide.empty()) wide = newer.wide;
      if (!newer.cluster.empty()) cluster = newer.cluster;
      near = newer.near;
    }
    bool same(const Message& other) const {
      return wide.same(other.wide) && cluster.same(other.cluster) &&
             near.same(other.near);
    }
    bool empty() const {
      return wide.empty() && cluster.empty() && near.empty();
    }
  };
  /// Who wrote a value.
  struct Writer {
    bool any = false;
    uint32_t serial = 0, cluster = 0, thread = 0;
    Scope scope = Scope::kGpu;
    uint8_t bytes = 0;
  };
  /// The barrier of a cluster.
  struct Meeting {
    GridClock arrived;  // told by those that have arrived since it opened last
    GridClock met;      // and before
  };
  struct Location {
    Writer last;
    Released wide;                         // to the device
    std::map<uint32_t, Released> cluster;  // by cluster: at least to it
    std::map<uint32_t, Released> near;     // by block: at least to it
    Writer releaser;                       // made the last release operation
    Message released;                      // of that
    GridClock loads;                       // see loaded()
    Publications log;
    size_t chain = 0;  // of the log: whose atomics made the present value
    bool cut = false;  // some publications or readers are not kept
    std::unordered_map<uint64_t, std::vector<Reader>> readers;  // by warp
  };
  /// What a thread did in program order.
  struct Own {
    Message fenced;    // at its last release fences
    Message seen;      // by its strong loads, for its next acquire fence
    Message repeated;  // what its last load saw, to see a repetition
    SyncAddress polled;
    Message there;  // seen at `polled`, for the next acquire of it
  };
  struct Thread {
    GridClock told;     // of other blocks
    VectorClock here;   // of its own, since the last barrier; see on_exchange
    GridClock learned;  // the last message, to see a repetition
    Message fenced;     // at each fence.sc that comes before
    Message seen;       // by strong loads that come before
    GridClock loads;    // see loaded()

    void join(const Thread& other);
  };
  /// An access of a warp that is held back; `met`: its lanes waited for each
  /// other instead.
  struct Held {
    uint32_t warp = 0, pc = 0;
    AccessKind kind = AccessKind::kLoad;
    uint8_t bytes = 0;
    bool met = false;
    LaneMask lanes = 0;
    SyncUse use;
    std::array<uint32_t, kWarpSize> address;  // of its lanes
  };
  struct Block {
    uint32_t serial = 0, cluster = 0, phase = 1;
    Thread all;                            // what every thread knows
    ByThread<Thread> threads;              // those that know more
    std::map<uint32_t, Own> own;           // those that flags concern
    std::vector<Seen> seen;                // before the last barrier
    std::vector<std::vector<Seen>> fresh;  // since, by warp
    std::vector<Held> held;                // since, of shared memory
    std::vector<SyncAddress> places;       // of its shared memory
  };

  Thread& thread(Block& block, uint32_t warp, int lane);
  static const Thread& known_thread(const Block& block, uint32_t warp,
                                    int lane);
  void learn(BlockOrder& order, Block& block, uint32_t warp, LaneMask lanes,
             const GridClock& message);
  void acquire(BlockOrder& order, Block& block, uint32_t warp, int lane,
               Message& seen, Scope scope);
  static GridClock snapshot(const BlockOrder& order, const Block& block,
                            uint32_t warp, int lane);
  static void pass_on_seen(Block& block,
                           const std::vector<BarrierDone::Arrival>& arrivals);
  static bool is_quiet(const Block& block);
  bool hold(Block& block, const Access& access, const SyncUse& use);
  static bool hold(Block& block,
                   const std::vector<BarrierDone::Arrival>& arrivals);
  void drop_shared(Block& block);
  void take(BlockOrder& order, Block& block, const Access& access,
            const SyncUse& use);
  static Writer writer_of(const Block& block, const Access& access,
                          const SyncUse& use, int lane);
  static Message limited(const Block& block, GridClock all, Scope scope);
  static bool follows(const Writer& last, const Writer& now);
  void touch(BlockOrder& order, Block& block, const Access& access,
             const SyncUse& use, int lane, SyncAddress place);
  // sync_turns.cpp
  bool in_turn(BlockOrder& order, Block& block, const Access& access,
               const SyncUse& use, SyncAddress place);
  bool tells_alone(const Block& block, uint32_t warp, LaneMask lanes) const;
  bool tells_alone(const Block& block, const Location& location) const;
  GridClock pass_on(BlockOrder& order, Block& block, uint32_t warp, int first,
                    LaneMask others, Location& location);
  GridClock gather(const BlockOrder& order, const Block& block, uint32_t warp,
                   LaneMask lanes, Location& location) const;
  struct Stored {
    bool goes_on = false;  // an atomic, with the value that it read
    bool tells = false;    // Publication::tells
  };
  Stored store(BlockOrder& order, Block& block, const Access& access,
               const SyncUse& use, int lane, Location& location);
  void load(BlockOrder& order, Block& block, const Access& access,
            const SyncUse& use, int lane, SyncAddress place,
            Location& location);
  static void see(Block& block, const Access& access, const Seen& seen);
  void note_reader(const Epoch& epoch, LaneMask lanes, Location& location);
  void publish(const Block& block, const Access& access, const SyncUse& use,
               LaneMask lanes, bool tells, Location& location);
  std::optional<Unfenced> judge(const Seen& seen, const Block& reader,
                                const Epoch& before, LaneMask lanes) const;

  static SyncAddress place_of(const Block& block, const DataPlace& data) {
    return {data.address, data.shared ? uint64_t{block.serial} + 1 : 0};
  }
  bool at_grid_barrier(SyncAddress place) const {
    return grid_->barrier != 0 && place == SyncAddress{grid_->barrier, 0};
  }

  Grid* grid_ = nullptr;
  GridClock host_;
  std::vector<Block> blocks_;  // by slot
  std::vector<Held> spare_;    // empty; its room goes from block to block
  std::unordered_map<SyncAddress, Location, Hash> locations_;
  std::map<std::pair<uint32_t, uint32_t>, Meeting> meetings_;  // of a launch
  size_t most_publications_, publications_ = 0, readers_ = 0;
  uint64_t cut_ = 0;  // publications and readers that are not kept
  mutable bool unsure_ = false;
};

}  // namespace simt::races
