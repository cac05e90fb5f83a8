// SPDX-License-Identifier: MIT
// A run as the page shows it: read from the emulator's JSON report
// (docs/report.md) with SIMT_TRACE=summary. Knows no HTML.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "runner/picture/trace.h"

namespace learn {

/// What a line did, or a launch; sums over warps.
struct Counts {
  uint64_t issued = 0, lanes = 0;           // instructions of warps, of lanes
  uint64_t requests = 0;                    // to global memory
  uint64_t sectors = 0, ideal_sectors = 0;  // of these
  uint64_t shared = 0;                      // requests to shared memory
  uint64_t passes = 0, ideal_passes = 0;    // of these; atomics: no ideal
  uint64_t barriers = 0, branches = 0, divergent = 0;

  Counts& operator+=(const Counts& more);
  uint64_t extra() const {
    return (sectors - ideal_sectors) + (passes - ideal_passes);
  }
};

/// One way to global memory, for the table of sectors per request.
struct Traffic {
  uint64_t requests = 0, sectors = 0, ideal = 0;
};

struct LineCounts {
  int file = 0;  // index into RunModel::files
  int line = 0;
  Counts counts;
  Traffic load, store;  // global memory
};

struct LaunchRun {
  int index = 0;
  std::string kernel, device, counted_on, graph_node;
  std::array<int, 3> grid{1, 1, 1}, block{1, 1, 1};
  int64_t shared_bytes = 0;
  int registers = 0, resident_blocks = 0;
  Counts counts;
  std::vector<LineCounts> lines;
};

struct FoundPlace {
  int file = -1;  // -1: none
  int line = 0, column = 0;
  std::string what;
};

struct Found {
  std::string name, kernel, message, why, seen;
  bool error = false;
  int launch = -1;
  uint64_t count = 0;
  std::vector<FoundPlace> places;
  std::vector<std::string> notes;
};

struct RunModel {
  std::string emulator, device, counted_on;
  uint64_t schedule = 0;
  std::vector<std::string> files;  // by name, each once
  std::vector<LaunchRun> launches;
  std::vector<Found> findings;
  uint64_t findings_dropped = 0;
  Trace trace;

  /// The launch of this index, or null (it did not end).
  const LaunchRun* launch(int index) const;
};

/// Throws Stop when `text` is no report of schema 1 with a summary.
RunModel read_run(const std::string& text);

}  // namespace learn
