// SPDX-License-Identifier: MIT
// What the page adds to the emulator's report (docs/report.md): files by
// number and the sums of its columns. Knows no HTML and no JSON.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "simt/report/report.h"

namespace learn {

/// What a line did, or a launch; sums over warps.
struct Counts {
  uint64_t issued = 0, lanes = 0;           // instructions of warps, of lanes
  uint64_t requests = 0;                    // to global memory
  uint64_t sectors = 0, ideal_sectors = 0;  // of these
  uint64_t shared = 0;                      // requests to shared memory
  uint64_t wavefronts = 0, ideal_wavefronts = 0;  // of these; atomics: no ideal
  uint64_t barriers = 0, branches = 0, divergent = 0;

  Counts& operator+=(const Counts& more);
  uint64_t extra() const {
    return (sectors - ideal_sectors) + (wavefronts - ideal_wavefronts);
  }
};

Counts counts_of(const simt::report::Counters& counters);

struct LineCounts {
  int file = 0;  // index into RunModel::files
  int line = 0;
  Counts counts;
};

struct RunModel {
  /// Keeps a reference to `of_run`.
  explicit RunModel(const simt::report::Report& of_run);

  const simt::report::Report& report;
  std::vector<std::string> files;  // by name, each once, as they are met

  /// The number of a file that the report names.
  int file(const std::string& name) const;
  /// The launch of this index, or null (it did not end).
  const simt::report::Launch* launch(int index) const;
  std::vector<LineCounts> lines(const simt::report::Launch& launch) const;

 private:
  std::map<std::string, int> numbers_;
};

/// Throws Stop when `text` is no report with a summary.
simt::report::Report read_run(const std::string& text);

}  // namespace learn
