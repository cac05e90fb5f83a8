// SPDX-License-Identifier: MIT
// Files are numbered first by the launches' lines, then by the findings.
#include "runner/page/run_model.h"

#include "runner/base/stop.h"
#include "simt/report/json.h"

namespace learn {

using simt::report::Launch;
using simt::report::Report;

Counts counts_of(const simt::report::Counters& c) {
  Counts counts;
  counts.issued = c.warp_instructions;
  counts.lanes = c.thread_instructions;
  counts.barriers = c.barriers;
  counts.branches = c.branches;
  counts.divergent = c.divergent_branches;
  for (const auto* way : {&c.global_load, &c.global_store}) {
    counts.requests += way->requests;
    counts.sectors += way->sectors;
    counts.ideal_sectors += way->ideal_sectors;
  }
  for (const auto* way : {&c.shared_load, &c.shared_store}) {
    counts.shared += way->requests;
    counts.wavefronts += way->wavefronts;
    counts.ideal_wavefronts += way->ideal_wavefronts;
  }
  // An atomic has no least number of wavefronts: it counts as it is.
  counts.shared += c.shared_atomic.requests;
  counts.wavefronts += c.shared_atomic.wavefronts;
  counts.ideal_wavefronts += c.shared_atomic.wavefronts;
  return counts;
}

Counts& Counts::operator+=(const Counts& more) {
  issued += more.issued;
  lanes += more.lanes;
  requests += more.requests;
  sectors += more.sectors;
  ideal_sectors += more.ideal_sectors;
  shared += more.shared;
  wavefronts += more.wavefronts;
  ideal_wavefronts += more.ideal_wavefronts;
  barriers += more.barriers;
  branches += more.branches;
  divergent += more.divergent;
  return *this;
}

RunModel::RunModel(const Report& of_run) : report(of_run) {
  const auto meet = [&](const std::string& name) {
    const auto number = static_cast<int>(files.size());
    if (numbers_.try_emplace(name, number).second) files.push_back(name);
  };
  for (const auto& launch : report.launches) {
    for (const auto& line : launch.lines) meet(line.file);
  }
  for (const auto& finding : report.diagnostics) {
    for (const auto& place : finding.places) {
      if (!place.file.empty()) meet(place.file);
    }
  }
}

int RunModel::file(const std::string& name) const { return numbers_.at(name); }

const Launch* RunModel::launch(int index) const {
  for (const auto& one : report.launches) {
    if (one.index == index) return &one;
  }
  return nullptr;
}

std::vector<LineCounts> RunModel::lines(const Launch& launch) const {
  std::vector<LineCounts> lines;
  for (const auto& one : launch.lines) {
    lines.push_back({file(one.file), one.line, counts_of(one.counters)});
  }
  return lines;
}

Report read_run(const std::string& text) {
  std::string why;
  auto report = from_json(text, simt::report::Parts::kAll, why);
  if (report && !report->trace.summary) why = "it has no summary";
  if (why.empty()) return std::move(*report);
  throw Stop{"the emulator's report cannot be read: " + why};
}

}  // namespace learn
