// SPDX-License-Identifier: MIT
// Events of barrier objects (mbarrier) and of the asynchronous proxy: copies
// that the memory system makes beside the threads. Knows nothing of what an
// observer concludes.
#pragma once

#include <array>
#include <cstdint>

#include "simt/ops/event.h"

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
  MemoryOrder order = MemoryOrder::kWeak;  // what is meant where none is named
  Scope scope = Scope::kNone;
  bool may_not_end = false;                   // .noComplete
  bool parity = false;                        // kTest: asks by parity
  std::array<uint64_t, kWarpSize> address{};  // in the block's shared memory
  std::array<uint32_t, kWarpSize> count{};    // kInit, arrivals
  std::array<uint32_t, kWarpSize> bytes{};    // that are expected or complete
  std::array<uint64_t, kWarpSize> before{};   // the object, as BarrierObject
  LaneMask over = 0;   // lanes that ended a phase; kTest: whose phase is over
  LaneMask asked = 0;  // kTest: the phase bit that lanes ask for
};

/// How the end of a copy is told.
enum class BulkEnd : uint8_t {
  kObject,  // its bytes complete at a barrier object
  kGroup,   // the issuing thread waits for a group of its copies
};

/// What the asynchronous proxy does for one thread.
struct BulkCopy {
  uint64_t number = 0;  // of the launch, from 1
  WarpPlace at;         // who issued it
  int lane = 0;
  uint32_t pc = 0;
  BulkEnd end = BulkEnd::kObject;
  ptx::Space from = ptx::Space::kGlobal;  // kLocal: registers
  ptx::Space to = ptx::Space::kShared;
  uint64_t source = 0, target = 0;  // as in Access
  uint32_t bytes = 0;
  uint64_t object = 0;   // kObject: in the block's shared memory
  bool reduces = false;  // combines with what is there
};

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

/// A fence between the generic proxy and the asynchronous one.
struct ProxyFence {
  WarpPlace at;
  uint32_t pc = 0;
  LaneMask lanes = 0;
  bool shared = true, global = true;  // which memory
};

}  // namespace simt
