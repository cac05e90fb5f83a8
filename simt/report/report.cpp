// SPDX-License-Identifier: MIT
// Adds counters field by field, and says how values are called. A field that is
// added to Counters must be added here, too.
#include "simt/report/report.h"

#include <algorithm>

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
  shared_atomic += other.shared_atomic;
  local_load_requests += other.local_load_requests;
  local_store_requests += other.local_store_requests;
  return *this;
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

bool has_errors(const Report& report) {
  return std::any_of(report.diagnostics.begin(), report.diagnostics.end(),
                     is_error);
}

}  // namespace simt::report
