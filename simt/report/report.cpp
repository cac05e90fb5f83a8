// SPDX-License-Identifier: MIT
// Adds counters field by field, and says how values are called. A field that is
// added to Counters must be added here, too.
#include "simt/report/report.h"

#include <algorithm>
#include <array>

#include "simt/report/names.h"

namespace simt::report {

Counters& Counters::operator+=(const Counters& other) {
  warp_instructions += other.warp_instructions;
  thread_instructions += other.thread_instructions;
  branches += other.branches;
  divergent_branches += other.divergent_branches;
  barriers += other.barriers;
  warp_barriers += other.warp_barriers;
  shuffles += other.shuffles;
  votes += other.votes;
  atomics += other.atomics;
  fences += other.fences;
  system_releases += other.system_releases;
  matrix_multiplies += other.matrix_multiplies;
  float_multiplies += other.float_multiplies;
  for (const auto& [name, count] : other.instructions)
    instructions[name] += count;
  global_load += other.global_load;
  global_store += other.global_store;
  shared_load += other.shared_load;
  shared_store += other.shared_store;
  global_atomic += other.global_atomic;
  texture_load += other.texture_load;
  bulk_read += other.bulk_read;
  bulk_write += other.bulk_write;
  shared_atomic += other.shared_atomic;
  local_load_requests += other.local_load_requests;
  local_store_requests += other.local_store_requests;
  return *this;
}

LongestLaunch longest_of(const std::vector<Launch>& launches) {
  LongestLaunch longest;
  for (const Launch& launch : launches) {
    const Floor& floor = launch.floor;
    if (floor.limit.empty() || (longest.launch >= 0 && floor.ns <= longest.ns))
      continue;
    longest = {launch.index, launch.kernel, launch.device, floor.limit,
               floor.ns};
  }
  return longest;
}

std::string floor_text(const LongestLaunch& longest) {
  if (longest.launch < 0) return "";
  return "limit: " + longest.limit + ", floor " + time_text(longest.ns) +
         " on " + longest.device;
}

std::string time_text(uint64_t ns) {
  constexpr std::array<const char*, 4> kUnits = {" ns", " us", " ms", " s"};
  size_t unit = 0;
  uint64_t scale = 1;
  while (unit + 1 < kUnits.size() && ns / scale >= 1000) {
    scale *= 1000;
    ++unit;
  }
  // Three digits, rounded down: a bound stays one.
  std::string text = std::to_string(ns / scale);
  const size_t digits = text.size() < 3 && unit > 0 ? 3 - text.size() : 0;
  const std::string rest = std::to_string(scale + ns % scale).substr(1, digits);
  if (!rest.empty()) text += "." + rest;
  return text + kUnits[unit];
}

const char* name_of(Severity severity) {
  return text_of(kSeverities, severity);
}

const char* name_of(TraceKind kind) { return text_of(kTraceKinds, kind); }

std::string page_of(const Diagnostic& diagnostic) {
  return "docs/diagnostics/" + diagnostic.name + ".md";
}

bool is_error(const Diagnostic& diagnostic) {
  return diagnostic.severity == Severity::kError;
}

const Place& primary_place(const Diagnostic& d) {
  const auto found =
      std::find_if(d.places.begin(), d.places.end(),
                   [](const Place& place) { return place.primary; });
  return found != d.places.end() ? *found : d.places.front();
}

bool has_errors(const Report& report) {
  return std::any_of(report.diagnostics.begin(), report.diagnostics.end(),
                     is_error);
}

}  // namespace simt::report
