// SPDX-License-Identifier: MIT
// A run that one can walk through, step by step, as plain data (SIMT_STEPS).
// docs/step.md names every field. Knows no machine and no JSON.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace simt::steps {

/// A run has at most so many bytes of text; above that it is refused.
inline constexpr size_t kMostBytes = 5'000'000;
inline constexpr int kLanes = 32;

/// A file of steps: "steps" in its first line says so, and which version.
inline constexpr int kSchema = 1;

enum class ActKind : uint8_t {
  kLoad,
  kStore,
  kAtomic,
  kBranch,  // `lanes` go to the branch's target, the others fall through
  kShuffle,
  kVote,      // and match, redux
  kBarrier,   // arrives at a block barrier
  kWarpSync,  // __syncwarp
  kFence,
  kOther,  // orders or waits, or moves by itself: `op` says what
  kExit,
  kFault,
  kObject,  // uses barrier objects (mbarrier): `use` says how
  kIssue,   // starts work that goes on by itself, see Act::work
  kCommit,  // closes a group of such work
  kAwait,   // has waited until at most so many groups are open
  kOpens,   // of no warp: a block barrier opens for the warps `from`
  kRead,    // of no warp: a copy has read its source
  kDone,    // of no warp: a copy or a product is complete
  kHost,    // of no warp: the host wrote `bytes` at `at` of an array
};

/// "load", "warp_sync": as the text says it.
const char* name_of(ActKind kind);

/// What goes on by itself once it is issued.
enum class Work : uint8_t {
  kNone,
  kCopy,     // a bulk copy
  kAsync,    // a copy of a thread (cp.async)
  kProduct,  // of a warpgroup (wgmma)
};

/// "copy", "async", "product"; "" of kNone.
const char* name_of(Work work);

/// A barrier object (mbarrier), as it stands after an act.
struct Object {
  int array = -1;         // index into Run::arrays
  int64_t at = 0;         // byte of the array
  uint32_t phase = 0;     // from its init on; the lowest bit is its parity
  uint32_t arrivals = 0;  // pending
  int64_t bytes = 0;      // pending; negative: more came than are expected yet
  bool over = false;      // the act ended a phase
  int64_t block = -1;     // of the cluster, where not the step's own; -1: own

  bool operator==(const Object&) const = default;
};

/// What a step did. Lists have an entry for each of `lanes`, lowest first.
struct Act {
  ActKind kind = ActKind::kLoad;
  uint32_t lanes = 0;
  std::string op = {};  // the instruction: "shfl.sync.down.b32"
  // Loads, stores, atomics, and kHost.
  int array = -1;                // index into Run::arrays
  uint64_t bytes = 0;            // of an element
  int count = 1;                 // elements of a lane, side by side
  std::vector<int64_t> at = {};  // bytes into the array, of the first element
  std::vector<std::string> values =
      {};  // `count` of each lane; none: not known
  std::vector<std::string> before = {};  // atomics: what was there
  // Shuffles: the lane read, -1: none. kOpens: warps.
  std::vector<int> from = {};
  // Branches: the line of the target; 0: not known.
  int target = 0;
  // Asynchronous work.
  Work work = Work::kNone;
  uint64_t id = 0;       // which of the launch, from 1; 0: none is told
  uint64_t size = 0;     // kIssue: bytes of a lane; kCommit: of the group
  uint32_t open = 0;     // groups of a lane that it has not waited for
  std::string use = {};  // kObject: "arrive"
  std::vector<Object> objects = {};
  // Votes: whose value counts as yes; the mask that came out.
  uint32_t yes = 0, result = 0;

  bool is_access() const { return array >= 0 && kind != ActKind::kHost; }
  bool writes() const {
    return kind == ActKind::kStore || kind == ActKind::kAtomic ||
           (kind == ActKind::kObject && use != "test");
  }
  bool operator==(const Act&) const = default;
};

/// A local variable, or a part of one: `p.a`, `local[2]`. Only what nvcc -G
/// compiled tells them.
struct Local {
  std::string name;
  std::string function;
  uint64_t unit = 0;  // of a pointer: bytes of what it points to; else 0

  bool operator==(const Local&) const = default;
};

/// What a variable holds after a step.
struct Held {
  int local = 0;  // index into Run::locals
  /// Of each lane of Step::on: a number; "?": it has got no value yet. Of a
  /// pointer: "@2+64", byte 64 of array 2; "null", "local": into local memory,
  /// or "other". Empty: each lane's is as a step before has it.
  std::vector<std::string> values = {};

  bool operator==(const Held&) const = default;
};

/// Lanes of a warp at a source line, until another line, other lanes or
/// another warp come.
struct Step {
  int launch = 0;  // index into Run::launches
  uint32_t block = 0;
  int warp = -1;            // -1: of no warp, see ActKind
  int file = -1, line = 0;  // index into Run::files; -1: not known
  uint32_t on = 0;          // lanes that came here together
  uint32_t waiting = 0;     // other lanes, at a barrier or for a mask
  uint32_t exited = 0;      // and those that have exited, or never were
  std::vector<Act> acts;
  std::vector<Held> held;  // of the function that the lanes are in

  /// Lanes that go another way.
  uint32_t elsewhere() const { return ~(on | waiting | exited); }
  bool operator==(const Step&) const = default;
};

/// Memory with a name.
struct Array {
  std::string name;   // "tile", "cudaMalloc #2"
  std::string space;  // "shared": each block has its own; "global"
  uint64_t bytes = 0;
  /// Global: the bytes [first, second) that the host had written when a kernel
  /// first used it. All else that no step wrote is poisoned: never written.
  std::vector<std::array<uint64_t, 2>> written;
  /// Shared: the byte of the block's shared memory at which it begins. It tells
  /// the bank of a cell.
  uint64_t begin = 0;

  bool operator==(const Array&) const = default;
};

struct LaunchOf {
  int index = 0;  // as in the report
  std::string kernel;
  std::array<uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};

  bool operator==(const LaunchOf&) const = default;
};

/// Where a diagnostic fires.
struct Fires {
  std::string name, message;
  bool error = true;
  int step = -1;     // index into Run::steps; -1: nowhere in them
  int earlier = -1;  // the other step that it is about; -1: none

  bool operator==(const Fires&) const = default;
};

struct Run {
  std::string emulator, device;
  uint64_t schedule = 0;
  std::vector<std::string> files;
  std::vector<Array> arrays;
  std::vector<LaunchOf> launches;
  std::vector<Local> locals;
  std::vector<Step> steps;
  std::vector<Fires> fires;
  bool too_large = false;  // nothing else is there
  bool cut = false;        // the run goes on, and the steps do not
  size_t most = SIZE_MAX;  // that are wanted; no file has it

  /// Nothing more is recorded.
  bool full() const { return too_large || cut; }

  bool operator==(const Run&) const = default;
};

}  // namespace simt::steps
