// SPDX-License-Identifier: MIT
// Warp-grain events that the running machine emits and observers read.
// Knows nothing of what an observer concludes from them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "simt/ptx/module.h"

namespace simt {

using LaneMask = uint32_t;
inline constexpr LaneMask kAllLanes = 0xffffffffu;
inline constexpr int kWarpSize = 32;

namespace ops {
struct Texture;  // simt/ops/texture.h
}

/// Devices of one process at most: Allocation::reach has a bit for each.
inline constexpr int kMostDevices = 32;
inline constexpr uint32_t kEveryDevice = 0xffffffffu;

/// One allocation of device memory: [begin, end) as the program sees it.
struct Allocation {
  uint64_t begin = 0, end = 0;
  int number = 0;             // 1, 2, ...: the n-th allocation of its kind
  std::string name;           // "cudaMalloc #2", "variable kc"
  bool freed = false;         // kept, so that a late access can be explained
  bool host_visible = false;  // managed or page-locked: the host may touch it
  bool page_locked = false;   // of the host; given to calls of the system
  bool variable = false;      // of the program, which has its value at once
  bool constant = false;      // a variable in .const
  int device = 0;             // that was chosen when it was made
  uint32_t reach = kEveryDevice;  // bit i: kernels of device i may use it;
                                  // 0 once it is freed
  bool only_read = false;  // by the launch that runs in parts, as its code says
  int64_t delta = 0;       // emulator's address minus the program's
  /// What a texture object reads; its memory says nothing, for a kernel may
  /// store there. Null: this is no texture object.
  std::shared_ptr<const ops::Texture> texture = {};
};

namespace ops {
struct Inst;
}

/// Where a warp is: which block, which warp of it.
struct WarpPlace {
  uint32_t block = 0;  // linear block index in the grid
  uint32_t slot = 0;   // dense index among resident blocks; reused
  uint32_t warp = 0;   // in the block
};

/// The block of the cluster whose shared memory is meant, where it is not that
/// of who does something.
struct Peer {
  bool other = false;
  uint32_t block = 0, slot = 0;

  static Peer of(const WarpPlace& home, const WarpPlace& at) {
    return {home.slot != at.slot, home.block, home.slot};
  }
  uint32_t slot_or(const WarpPlace& at) const { return other ? slot : at.slot; }
  uint32_t block_or(const WarpPlace& at) const {
    return other ? block : at.block;
  }
};

enum class AccessKind : uint8_t { kLoad, kStore, kAtomic };
enum class MemoryOrder : uint8_t {
  kWeak,
  kVolatile,
  kRelaxed,
  kAcquire,
  kRelease,
  kAcqRel,
  kSeqCst
};
enum class Scope : uint8_t { kNone, kCta, kCluster, kGpu, kSys };

/// What comes before it is ordered before what follows the other side.
constexpr bool releases(MemoryOrder order) {
  return order == MemoryOrder::kRelease || order == MemoryOrder::kAcqRel ||
         order == MemoryOrder::kSeqCst;
}
/// What follows it is ordered after what came before the other side.
constexpr bool acquires(MemoryOrder order) {
  return order == MemoryOrder::kAcquire || order == MemoryOrder::kAcqRel ||
         order == MemoryOrder::kSeqCst;
}

/// kUniform: one address; kConsecutive: lane i at base + i * bytes (every
/// lane, whatever `active`); kGeneral: base + address[lane], active lanes only.
enum class Shape : uint8_t { kUniform, kConsecutive, kGeneral };

/// How the addresses of eight neighbouring lanes lie: as in a block 8 or 16
/// threads wide, whose warps read pieces of rows.
enum class Run : uint8_t { kScattered, kSame, kInLine };
inline constexpr int kRunLanes = 8, kRuns = kWarpSize / kRunLanes;

/// What an observer worked out from a pattern of addresses that comes again
/// and again (an unrolled loop); the machine forgets it when the pattern
/// changes. The cost in banks does not change when every address moves by
/// one multiple of the access width.
struct PatternMemo {
  bool known = false;
  uint32_t wavefronts = 0, ideal = 0;
};

/// Requests of shared memory at one instruction that were counted, not
/// reported: those of full warps without a bank conflict.
struct SharedTally {
  uint64_t requests = 0, wavefronts = 0;
  AccessKind kind = AccessKind::kLoad;
  bool late = false;  // a plain load of 4 bytes or more: see SharedLog
  uint64_t end = 0;   // no request touched a byte from there on
};

inline constexpr int kSectorBytes = 32;

/// What a request of global memory costs; 0 sectors: not known yet.
struct SectorMemo {
  uint8_t sectors = 0, ideal = 0;
};

/// Requests of global memory that were counted, not reported, as long as the
/// instruction stays in one allocation.
struct GlobalTally {
  const Allocation* allocation = nullptr;  // null: each must be reported
  AccessKind kind = AccessKind::kLoad;
  uint64_t requests = 0, sectors = 0, ideal = 0, bytes = 0;
  uint64_t costly = 0;  // of the requests: more sectors than ideal
  // The worst so far: by how much, and block << 32 | warp. One that is worse,
  // or as bad and comes before it, must be reported.
  uint32_t excess = 0;
  uint64_t at = ~uint64_t{0};
  // A bit for each sector that was touched, from sector 64 * `first` on, or
  // null; all lie in [low, high), which are addresses.
  uint64_t* touched = nullptr;
  uint64_t first = 0;
  uint64_t low = ~uint64_t{0}, high = 0;
};

/// Plain loads of a block's shared memory that were counted and are reported
/// later: before anything touches the same bytes, and before threads wait for
/// each other.
struct SharedLog {
  static constexpr uint32_t kMostReads = 1024, kMostRows = 32;
  struct Read {
    uint64_t base = 0;
    uint32_t pc = 0, warp = 0, row = 0;
    uint8_t bytes = 0;
    Shape shape = Shape::kGeneral;
  };
  /// Of kGeneral: what comes to `base` for each lane.
  struct Row {
    std::array<uint64_t, kWarpSize> lanes{};
    std::array<Run, kRuns> runs{};
  };
  bool open = true;         // false: each must be reported
  uint32_t generation = 0;  // of rows
  uint32_t reads = 0, rows = 0;
  uint64_t low = ~uint64_t{0}, high = 0;  // the bytes that they read lie inside
  uint64_t stored_low = ~uint64_t{0}, stored_high = 0;  // likewise stored to
  std::array<Read, kMostReads> read;
  std::array<Row, kMostRows> row;
};

/// What a store writes: a row of registers for each element of the vector.
struct Stored {
  std::array<const std::byte*, 8> row{};
  uint8_t count = 1;
  uint8_t bytes = 0;   // of an element, the lowest of its register
  uint8_t stride = 0;  // from lane to lane
};

/// One memory request of a warp. Sent before the data moves. `space` is
/// kGlobal, kShared or kLocal (generic addresses are resolved), or kConst
/// (Observer::on_constant); parameters are not reported.
struct Access {
  const ops::Inst* inst = nullptr;
  uint32_t pc = 0;  // index into the kernel's instructions
  ptx::Space space = ptx::Space::kGlobal;
  AccessKind kind = AccessKind::kLoad;
  MemoryOrder order = MemoryOrder::kWeak;
  Scope scope = Scope::kNone;
  Shape shape = Shape::kGeneral;
  uint8_t bytes = 0;    // per lane, all vector elements: 1, 2, 4, 8, 16
  LaneMask active = 0;  // never 0
  uint64_t base = 0;
  const uint64_t* address = nullptr;  // kGeneral: 32 entries
  PatternMemo* memo = nullptr;        // may be null
  SectorMemo* sectors = nullptr;      // global: may be null
  const Run* runs = nullptr;          // kGeneral, all lanes: kRuns, or null
  uint64_t low = 0;                   // no byte before it is touched
  uint64_t end = 0;  // address after the last byte touched; 0: not given
  const Allocation* allocation = nullptr;  // global: holds all lanes, or null
                                           // when lanes fall into several
  const Stored* stored = nullptr;  // stores that are not kConsecutive, or null
  WarpPlace at;
  Peer peer;  // shared

  /// Shared: byte offset in the block's shared memory. Global: address.
  uint64_t lane_address(int lane) const {
    if (shape == Shape::kGeneral) return base + address[lane];
    return shape == Shape::kUniform ? base : base + uint64_t{bytes} * lane;
  }

  /// Two lanes of a store: both write the same bytes to the same place.
  bool same_store(int a, int b) const {
    if (stored == nullptr || lane_address(a) != lane_address(b)) return false;
    for (size_t e = 0; e < stored->count; ++e) {
      const std::byte* row = stored->row[e];
      if (std::memcmp(row + a * stored->stride, row + b * stored->stride,
                      stored->bytes) != 0)
        return false;
    }
    return true;
  }
};

/// A warp's read through texture objects: no Access, since nothing orders it
/// with stores.
struct Fetch {
  uint32_t pc = 0;
  WarpPlace at;
  uint32_t bytes = 0;  // of a texel, the largest where textures differ
  std::span<const uint64_t> texels;  // addresses, of all lanes; the border has
                                     // none, a filtered read has up to 8 each
};

/// An address below this is an index off a null pointer.
inline constexpr uint64_t kNullPage = 4096;

/// A request that cannot be carried out; the launch ends with an error.
struct Fault {
  enum class Kind : uint8_t {
    kOutOfBounds,  // no allocation there, or past its end
    kMisaligned,   // address not a multiple of the access width
    kFreed,        // inside an allocation that was freed
    kPeer,         // inside memory of a device that gave no access
    kHostPointer,  // an address of the host that the device cannot see
    kShared,       // past the block's shared memory; text: not shared at all
    kNoPeer,   // shared memory of a block of the cluster that has ended; text:
               // that there is no such block
    kForeign,  // of a peer, by an instruction that reaches the own one only
    kLocal,    // past the thread's local memory (or stack overflow)
    kReadOnly,
    kTrap,         // trap instruction
    kAssert,       // __assertfail; text holds its message
    kBadCall,      // call through a bad function pointer
    kUnsupported,  // text names what
    kDescriptor,   // of a matrix, past the block's shared memory; text: A or B.
                   // No bytes: of a tensor, and no copy can use it; text: how
                   // the sentence about the map goes on, `space` where it lies
    kMet,          // none: a part of a launch ends, since it met others
  };
  Kind kind = Kind::kOutOfBounds;
  LaneMask lanes = 0;    // lanes that did it
  uint64_t address = 0;  // of the lowest such lane
  uint8_t bytes = 0;
  AccessKind access = AccessKind::kLoad;
  ptx::Space space = ptx::Space::kGlobal;
  uint32_t pc = 0;
  WarpPlace at;
  Peer peer;                            // shared
  const Allocation* nearest = nullptr;  // freed or next-door allocation
  std::string text;
};

/// A block barrier (bar.sync and its kind) that completed.
struct BarrierDone {
  struct Arrival {
    uint32_t pc;
    uint32_t warp;
    LaneMask lanes;
    // Lanes of the warp that went another way while these waited, and have
    // exited since. An early return (nothing done after parting) is not one.
    LaneMask late = 0;
    // Lockstep: lanes of the warp that have not come; it counts whole.
    LaneMask elsewhere = 0;
    bool waits = true;  // false: bar.arrive, which counts and goes on
  };
  WarpPlace at;             // warp is meaningless
  int id = 0;               // 0 .. 15
  bool whole = true;        // every thread of the block that lives took part
  LaneMask exited_any = 0;  // non-zero: some threads had exited
  uint32_t exited_threads = 0;  // how many threads had exited
  const std::vector<Arrival>* arrivals = nullptr;  // one per split

  /// True when every thread of the block met there: none went on.
  bool joins_block() const {
    if (arrivals == nullptr) return true;
    return whole && std::all_of(arrivals->begin(), arrivals->end(),
                                [](const Arrival& a) { return a.waits; });
  }
};

/// Lanes of a warp at the barrier of their cluster.
struct ClusterSync {
  enum class Kind : uint8_t {
    kArrive,
    kOpen,  // all that the cluster's threads wait for have arrived
    kWait   // they go on
  };
  Kind kind = Kind::kArrive;
  WarpPlace at;          // kOpen: meaningless
  uint32_t cluster = 0;  // its number in the grid
  uint32_t pc = 0;
  LaneMask lanes = 0;
  MemoryOrder order = MemoryOrder::kWeak;  // kRelaxed: it orders nothing
};

/// bar.warp.sync (orders memory) or another .sync instruction (does not).
struct WarpSync {
  WarpPlace at;
  uint32_t pc = 0;
  LaneMask lanes = 0;   // lanes that synchronise
  bool memory = false;  // true for bar.warp.sync only
};

/// Lanes of a warp that exchange values: shfl, vote, match, redux.
struct Exchange {
  WarpPlace at;
  uint32_t pc = 0;
  LaneMask active = 0;           // lanes that run it, never 0
  LaneMask mask = 0;             // lanes that the lowest of them names
  const int8_t* from = nullptr;  // shfl: lane read by each; -1: undefined value
  LaneMask in_range = 0;         // shfl: the source was inside the segment
  LaneMask predicate = 0;        // others: whose value counts as yes
  LaneMask result = 0;  // others: the mask, or the lanes that got a yes
};

/// An instruction made a NaN or an infinity from finite numbers; arithmetic
/// other than atomics and matrix products tells of a NaN from infinities, too,
/// and of lanes that made different kinds apart.
struct Born {
  WarpPlace at;
  uint32_t pc = 0;
  LaneMask lanes = 0;                // whose result it is
  double result = 0;                 // of the first of them
  std::array<double, 4> operands{};  // of that lane, those that are numbers
  uint8_t count = 0;                 // of operands
  bool of_infinities = false;        // a NaN: an operand was infinite
  bool products = false;  // of a matrix product: operands are the two factors
                          // of the largest product, and what it is added to

  /// Result `value` of `lane`, made of `from`.
  void add(int lane, double value, std::array<double, 4> from) {
    if (lanes == 0) {
      result = value;
      operands = from;
    }
    lanes |= LaneMask{1} << lane;
  }
};

}  // namespace simt
