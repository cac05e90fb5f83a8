// SPDX-License-Identifier: MIT
// What a program did at chosen source lines, event by event, as plain data
// (SIMT_TRACE). docs/report.md names every field.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace simt::report {

/// A source line that is to be traced. `file` is the end of a path.
struct TracePoint {
  std::string file;
  int line = 0;

  bool operator==(const TracePoint&) const = default;
};

/// The limits of the device that the program ran on.
struct TraceDevice {
  std::string name;
  int multiprocessors = 0, warps = 0, blocks = 0;  // the last two of one
  uint64_t shared_bytes = 0, registers = 0;        // of one multiprocessor
  int banks = 32, bank_bytes = 4;

  bool operator==(const TraceDevice&) const = default;
};

enum class TraceKind : uint8_t {
  kLoad,
  kStore,
  kAtomic,
  kShuffle,   // and redux: lanes exchange values
  kVote,      // and match
  kWarpSync,  // __syncwarp
  kAsync,     // a barrier object, a bulk copy, a proxy fence
  kCopy,      // summary: the first bulk copy of its line
  kArrive,    // a warp reaches a block barrier
  kOpen,      // a block barrier opens
  kExit,      // lanes of a warp end
  kWork,      // summary: requests of a warp since its last barrier
};

/// "load", "warp_sync": as the report and lesson.toml say it.
const char* name_of(TraceKind kind);

/// A bulk copy, and where its bytes lie in shared memory.
struct TraceCopy {
  uint64_t bytes = 0;            // of one target
  std::vector<uint32_t> box;     // elements, dimension 0 first; or none
  uint32_t row_bytes = 0;        // of the box
  uint32_t swizzle = 0;          // bytes: 0 (none), 32, 64 or 128
  std::vector<uint64_t> pieces;  // shared: bytes into the variable of the
                                 // first 64 pieces of 16 bytes
  std::vector<uint32_t> blocks;  // whose shared memory it is; linear

  bool operator==(const TraceCopy&) const = default;
};

struct TraceEvent {
  TraceKind kind = TraceKind::kLoad;
  int launch = 0;
  int point = -1;  // index of the TracePoint; -1 for kExit
  int until = -1;  // summary: the point of the last request
  // Equal requests of one warp that follow each other are one event.
  uint64_t first = 0, last = 0, times = 1;  // order among the launch's events
  uint32_t block = 0, warp = 0;             // linear
  uint32_t active = 0;                      // a bit for each lane
  // Accesses.
  std::string space, variable;       // "shared", "tile"
  int bytes = 0;                     // of one lane
  uint64_t begin = 0;                // shared: where the variable begins
  std::array<int64_t, 32> offset{};  // bytes into the variable; -1: no access
  uint32_t cost = 0, ideal = 0;      // shared: wavefronts; global: sectors
  // Exchanges.
  std::string instruction;          // "shfl.sync.down.b32"; kAsync, too
  uint32_t mask = 0;                // lanes that the instruction names
  std::array<int8_t, 32> source{};  // shuffle: lane read; -1: no lane of these
  uint32_t in_range = 0;            // shuffle: the source was in the segment
  uint32_t predicate = 0, result = 0;  // vote
  TraceCopy copy;
  uint64_t left_out = 0;  // summary: steps of the block left out before this

  bool has(int lane) const { return (active >> lane & 1) != 0; }
  bool is_access() const { return !space.empty(); }
  bool operator==(const TraceEvent&) const = default;
};

struct Trace {
  std::vector<TracePoint> points;  // empty: no trace was asked for
  bool summary = false;            // points are those that events name
  TraceDevice device;
  std::vector<TraceEvent> events;  // by launch, then by order
  uint64_t dropped = 0;            // events past the bounds
  uint64_t launches_left_out = 0;  // summary: launches without events

  bool operator==(const Trace&) const = default;
};

}  // namespace simt::report
