// SPDX-License-Identifier: MIT
// Events of what goes wrong with lane masks, formats and whole launches.
// Knows nothing of what an observer concludes from them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simt/ops/event.h"

namespace simt {

/// A wrong use of a lane mask (PTX ISA: behaviour undefined).
struct MaskError {
  enum class Kind : uint8_t {
    kNotInOwnMask,     // executing lane not named by its own mask
    kDifferentMasks,   // lanes of one instruction gave different masks
    kNeverArrives,     // a named lane can not come any more
    kDifferentPlaces,  // lanes of one mask wait at different instructions
    kInactiveSource,   // shuffle reads a lane that does not take part
    kNotTogether,      // lockstep: a named lane takes another way just now
  };
  Kind kind = Kind::kNotInOwnMask;
  WarpPlace at;
  uint32_t pc = 0;        // the instruction
  uint32_t other_pc = 0;  // kDifferentPlaces, kNeverArrives: where they wait
  LaneMask mask = 0;      // what was asked for
  LaneMask lanes = 0;     // the offending lanes (kInactiveSource: readers)
  LaneMask exited = 0;    // named lanes that have exited
};

/// A format of a kernel's printf asks for what a device does not do.
struct FormatError {
  enum class Kind : uint8_t {
    kUnknown,  // a conversion that the device does not know
    kLeftOut,  // it stands behind the last argument that a call may have
  };
  Kind kind = Kind::kUnknown;
  WarpPlace at;
  uint32_t pc = 0;         // the call
  int lane = 0;            // who prints
  std::string conversion;  // as the format has it: "%-8zu"
};

/// Who waits where, when nothing can run any more or nothing changes.
struct Stuck {
  enum class Kind : uint8_t {
    kDeadlock,     // no thread can run
    kLivelock,     // those that run repeat themselves; no byte can change
    kTooLong,      // more warp instructions than the stated limit
    kTooMuchText,  // more device printf than the stated limit
    kInterrupted   // a signal asked the program to end
  };
  /// What a thread that runs in a circle looks at.
  struct Poll {
    uint32_t pc = 0;
    AccessKind kind = AccessKind::kLoad;
    ptx::Space space = ptx::Space::kGlobal;
    uint64_t address = 0;  // as in an Access, of the lowest lane
    LaneMask lanes = 0;
    bool host_visible = false;  // the host can store there
  };
  struct Group {
    WarpPlace at;
    LaneMask lanes = 0;
    uint32_t pc = 0;
    enum class Why : uint8_t {
      kBlockBarrier,
      kWarpMask,
      kRunning,
      kTurn,
      kCluster
    } why;
    int barrier = 0;          // kBlockBarrier: its id
    LaneMask mask = 0;        // kWarpMask: lanes waited for
    bool scarce = false;      // it waits for registers
    std::vector<Poll> polls;  // kLivelock, kRunning: by pc, each once
  };
  Kind kind = Kind::kDeadlock;
  std::vector<Group> groups;
  uint64_t blocks_not_started = 0;
  uint64_t blocks_resident = 0;
  int sms = 0;                  // multiprocessors of the machine
  int blocks_per_sm = 0;        // of this kernel that fit on one
  std::string fit;              // what limits them: "1024 threads a block"
  uint64_t limit = 0;           // kTooLong: instructions; kTooMuchText: bytes
  uint64_t threads_exited = 0;  // in the resident blocks
  std::string host_waits;       // as in Settings
};

}  // namespace simt
