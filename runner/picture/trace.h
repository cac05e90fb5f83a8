// SPDX-License-Identifier: MIT
// What a program did at chosen source lines, as the emulator's report tells
// it (docs/report.md, the key `trace`).
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "runner/base/place.h"

namespace learn {

struct TraceDevice {
  std::string name;
  int multiprocessors = 0, warps = 0, blocks = 0;
  int64_t shared_bytes = 0;
  int banks = 32, bank_bytes = 4;
};

struct TraceEvent {
  std::string kind;  // "load", "shuffle", "arrive", ...
  int launch = 0, point = -1, block = 0, warp = 0;
  uint64_t first = 0, last = 0, times = 1;
  uint32_t active = 0;
  std::string space, variable;
  int bytes = 0, cost = 0, ideal = 0;
  int64_t begin = 0;
  std::array<int64_t, 32> offsets{};
  std::string instruction;
  int until = -1;         // summary: the point of the last request
  uint64_t left_out = 0;  // summary: steps left out before this
  uint32_t mask = 0, in_range = 0, predicate = 0, result = 0;
  std::array<int, 32> sources{};

  bool has(int lane) const { return (active >> lane & 1) != 0; }
  bool is_access() const { return !space.empty(); }
};

struct TracePoint {
  std::string file;
  int line = 0;
};

struct TraceLaunch {
  std::string kernel;
  std::array<int, 3> grid{1, 1, 1}, block{1, 1, 1};
  int64_t shared_bytes = 0;  // static and dynamic
  int resident_blocks = 0;   // of one multiprocessor

  int blocks() const { return grid[0] * grid[1] * grid[2]; }
  int threads() const { return block[0] * block[1] * block[2]; }
};

struct Trace {
  TraceDevice device;
  std::vector<TraceLaunch> launches;
  std::vector<TraceEvent> events;
  uint64_t dropped = 0;
  std::vector<TracePoint> points;
  uint64_t launches_left_out = 0;  // summary: launches without events
};

/// The trace of a parsed report; throws nlohmann::json::exception when there
/// is none.
Trace trace_of(const nlohmann::json& report);

/// Throws Stop when the file is no report with a trace.
Trace read_trace(const fs::path& file);

}  // namespace learn
