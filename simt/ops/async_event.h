// SPDX-License-Identifier: MIT
// Events of barrier objects (mbarrier) and of the asynchronous proxy: copies
// that the memory system makes beside the threads. Knows nothing of what an
// observer concludes.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "simt/ops/event.h"
#include "simt/ops/tensor_map.h"

namespace simt {

/// Lanes of a warp use barrier objects, in the order of lanes.
struct ObjectUse {
  enum class Kind : uint8_t {
    kInit,
    kInvalidate,
    kArrive,
    kDrop,      // arrives, and takes no part in later phases
    kExpect,    // bytes alone
    kComplete,  // bytes alone
    kTest       // asks whether a phase is over
  };
  Kind kind = Kind::kInit;
  WarpPlace at;
  uint32_t pc = 0;
  LaneMask lanes = 0;
  Peer peer;                               // whose shared memory holds them
  MemoryOrder order = MemoryOrder::kWeak;  // what is meant where none is named
  Scope scope = Scope::kNone;
  bool may_not_end = false;                   // .noComplete
  bool parity = false;                        // kTest: asks by parity
  std::array<uint64_t, kWarpSize> address{};  // in its shared memory
  std::array<uint32_t, kWarpSize> count{};    // kInit, arrivals
  std::array<uint32_t, kWarpSize> bytes{};    // that are expected or complete
  std::array<uint64_t, kWarpSize> before{};   // the object, as BarrierObject
  std::array<uint64_t, kWarpSize> after{};    // likewise, when the lane is done
  LaneMask over = 0;   // lanes that ended a phase; kTest: whose phase is over
  LaneMask asked = 0;  // kTest: the phase bit that lanes ask for
};

/// How the end of a copy is told.
enum class BulkEnd : uint8_t {
  kObject,  // its bytes complete at a barrier object
  kGroup,   // the issuing thread waits for a group of its copies
  kProduct  // no copy: the issuing warp waits for a group of its products
};

/// What the asynchronous proxy does for one thread.
struct BulkCopy {
  uint64_t number = 0;  // of the launch, from 1
  WarpPlace at;         // who issued it
  Peer peer;            // whose shared memory holds target and object
  int lane = 0;
  uint32_t pc = 0;
  BulkEnd end = BulkEnd::kObject;
  ptx::Space from = ptx::Space::kGlobal;  // kLocal: registers
  ptx::Space to = ptx::Space::kShared;
  uint64_t source = 0, target = 0;  // as in Access
  uint32_t bytes = 0;
  uint64_t object = 0;   // kObject: in shared memory
  bool reduces = false;  // combines with what is there
  bool again = false;    // multicast: another target of a source that was told
  /// Of a tensor map: its global bytes; null: they follow each other. They
  /// begin at `source` or `target` then, and may be none.
  std::shared_ptr<const ops::TensorBox> box;
  uint64_t map = 0;  // of `box`: its address in global memory; 0: elsewhere
};

/// Calls `act(begin, bytes)` for each range of memory that a copy reads
/// (`source`) or writes.
template <class Act>
void each_range(const BulkCopy& copy, bool source, const Act& act) {
  const uint64_t begin = source ? copy.source : copy.target;
  const ptx::Space space = source ? copy.from : copy.to;
  if (space == ptx::Space::kLocal || copy.bytes == 0) return;
  if (copy.box == nullptr) return act(begin, uint64_t{copy.bytes});
  if (space == ptx::Space::kGlobal)
    return copy.box->each_row(
        [&](const ops::BoxRow& row) { act(row.address, uint64_t{row.bytes}); });
  ops::each_shared_piece(copy.box->map, static_cast<uint32_t>(begin),
                         [&](uint32_t, uint32_t address, uint32_t bytes) {
                           act(uint64_t{address}, uint64_t{bytes});
                         });
}

/// A step of a copy, or of the groups of a thread.
struct BulkStep {
  enum class Kind : uint8_t {
    kIssue,
    kRead,     // the source has been read
    kDone,     // the target is written; kObject: the object was told
    kCommit,   // of groups: `lanes` close one
    kWait,     // `lanes` wait until at most `open` groups are not done
    kWaitRead  // likewise, until their sources have been read
  };
  Kind kind = Kind::kIssue;
  const BulkCopy* copy = nullptr;  // kIssue to kDone
  WarpPlace at;
  uint32_t pc = 0;
  LaneMask lanes = 0;
  uint32_t open = 0;
  bool ends_phase = false;  // kDone: the object's phase is over by it
};

/// A fence between the generic proxy and the asynchronous one, that of tensor
/// maps, or that of barrier objects.
struct ProxyFence {
  enum class Kind : uint8_t {
    kAsync,
    kMapRelease,  // what lanes did before it, to those who acquire a map
    kMapAcquire,  // the map at `address` of each lane
    kInits        // barrier objects that lanes have initialised
  };
  Kind kind = Kind::kAsync;
  WarpPlace at;
  uint32_t pc = 0;
  LaneMask lanes = 0;
  bool shared = true, global = true;  // kAsync: which memory
  std::array<uint64_t, kWarpSize> address{};
};

/// A matrix descriptor, in bytes (PTX ISA 9.7.15.5.1.2.2).
struct MatrixDescriptor {
  uint32_t start = 0, leading = 0, stride = 0;
  uint32_t base = 0;      // base offset, 0 to 7
  uint32_t swizzled = 0;  // bytes: 0 (none), 32, 64 or 128

  static MatrixDescriptor from(uint64_t word) {
    constexpr uint32_t kSwizzles[] = {0, 128, 64, 32};
    const auto bytes = [word](int bit) {
      return static_cast<uint32_t>(word >> bit & 0x3fff) << 4;
    };
    return {bytes(0), bytes(16), bytes(32),
            static_cast<uint32_t>(word >> 49 & 7), kSwizzles[word >> 62]};
  }
};

/// A warp's part of an asynchronous product of its warpgroup.
struct WarpgroupProduct {
  uint64_t number = 0;  // of the launch, from 1
  WarpPlace at;
  uint32_t pc = 0;
  uint32_t group = 0;  // of the warp
  bool a_in_shared = false;
  MatrixDescriptor a, b;
  std::vector<uint32_t> pieces_a, pieces_b;  // of 16 bytes, in shared memory
};

/// A step of the products of a warp.
struct WarpgroupStep {
  enum class Kind : uint8_t {
    kFence,
    kIssue,
    kDone,    // operands are read and registers written
    kCommit,  // closes a group
    kWait     // until at most `open` groups are not done
  };
  Kind kind = Kind::kFence;
  WarpPlace at;
  uint32_t pc = 0;
  LaneMask lanes = 0;
  uint32_t open = 0;
  const WarpgroupProduct* product = nullptr;  // kIssue, kDone
};

/// A wrong use of a register of a product, of accumulators or of A.
struct RegisterUse {
  enum class Kind : uint8_t {
    kRead,        // what a product in flight writes goes somewhere
    kOverwrite,   // a load into an accumulator that is in flight
    kOverwriteA,  // a load into a register of A that is in flight
    kFirst,       // a warp's first product, and no fence before it
    kUnfenced,    // a product's register was written, and no fence followed
    kUnset        // a product adds to a register that nothing wrote
  };
  Kind kind = Kind::kRead;
  WarpPlace at;
  uint32_t pc = 0;     // of the access; kFirst and later: of the product
  uint32_t other = 0;  // the product's; kUnfenced: where it was written
  LaneMask lanes = 0;
  bool open_group = false;  // kRead to kOverwriteA: the product's is not closed
};

/// A warp changes how many registers it owns (setmaxnreg).
struct RegisterStep {
  enum class Kind : uint8_t { kDone, kWaits, kIgnored };
  Kind kind = Kind::kDone;
  WarpPlace at;
  uint32_t pc = 0;
  bool more = false;    // .inc
  uint32_t before = 0;  // of each thread
  uint32_t wanted = 0;  // likewise
  uint32_t pool = 0;    // of the block, of each thread of one warp
};

}  // namespace simt
