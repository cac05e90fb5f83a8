// SPDX-License-Identifier: MIT
// See findings.h.
#include "simt/checks/findings.h"

#include <utility>

namespace simt::checks {
namespace {

std::string key_of(const report::Diagnostic& d) {
  std::string key = d.name + '\n' + d.severity + '\n' + d.kernel;
  bool lines = !d.places.empty();
  for (const report::Place& place : d.places) {
    lines = lines && !place.file.empty();
    key += '\n' + place.file + ':' + std::to_string(place.line) + ':' +
           std::to_string(place.column);
  }
  if (!lines) key += '\n' + d.message;
  return key;
}

}  // namespace

void Findings::add(report::Diagnostic diagnostic) {
  const std::string key = key_of(diagnostic);
  if (auto found = known_.find(key); found != known_.end()) {
    report::Diagnostic& first = report_.diagnostics[found->second.index];
    const bool other = diagnostic.launch != found->second.last_launch;
    diagnostic.count += first.count;
    diagnostic.launches = first.launches + (other ? 1 : 0);
    found->second.last_launch = diagnostic.launch;
    if (diagnostic.weight > first.weight) {
      first = std::move(diagnostic);
    } else {
      first.count = diagnostic.count;
      first.launches = diagnostic.launches;
    }
    return;
  }
  if (report_.diagnostics.size() >= kMost) {
    ++report_.diagnostics_dropped;
    return;
  }
  known_[key] = {report_.diagnostics.size(), diagnostic.launch};
  report_.diagnostics.push_back(std::move(diagnostic));
}

}  // namespace simt::checks
