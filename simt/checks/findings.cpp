// SPDX-License-Identifier: MIT
// Equal name, severity, kernel and lines, or site of a host call, make one
// finding, of which the costliest is shown. Beyond kMost, errors are counted
// under their name and warnings are dropped; both counts are reported.
#include "simt/checks/findings.h"

#include <algorithm>
#include <utility>

namespace simt::checks {
namespace {

std::string key_of(const report::Diagnostic& d) {
  std::string key =
      d.name + '\n' + report::name_of(d.severity) + '\n' + d.kernel;
  if (!d.site.empty()) return key + "\nat " + d.site;
  bool lines = !d.places.empty();
  for (const report::Place& place : d.places) {
    lines = lines && !place.file.empty();
    key += '\n' + place.file + ':' + std::to_string(place.line) + ':' +
           std::to_string(place.column);
  }
  if (!lines) key += '\n' + d.message;
  return key;
}

int rank_of(const report::Diagnostic& d) {
  if (!report::is_error(d)) return 2;
  return d.stuck ? 1 : 0;
}

}  // namespace

void Findings::repeat(Known& known, report::Diagnostic diagnostic) {
  report::Diagnostic& first = report_.diagnostics[known.index];
  const bool other = diagnostic.launch != known.last_launch;
  diagnostic.count += first.count;
  diagnostic.launches = first.launches + (other ? 1 : 0);
  known.last_launch = diagnostic.launch;
  if (diagnostic.weight > first.weight) {
    first = std::move(diagnostic);
  } else {
    first.count = diagnostic.count;
    first.launches = diagnostic.launches;
  }
}

void Findings::add(report::Diagnostic diagnostic) {
  // The severity of some is decided later: they may become errors.
  const bool error = diagnostic.severity != report::Severity::kWarning;
  size_t& listed = error ? errors_ : warnings_;
  std::string key = key_of(diagnostic);
  if (!chosen_.has(diagnostic)) {
    left_out_.insert(key);
    report_.suppressed = left_out_.size();
    return;
  }
  auto found = known_.find(key);
  if (found == known_.end() && error && listed >= kMost) {
    key = diagnostic.name;  // no exact key: those have line breaks
    found = known_.find(key);
  }
  if (found != known_.end()) {
    repeat(found->second, std::move(diagnostic));
    return;
  }
  if (!error && listed >= kMost) {
    ++report_.diagnostics_dropped;
    return;
  }
  ++listed;
  known_[key] = {report_.diagnostics.size(), diagnostic.launch};
  report_.diagnostics.push_back(std::move(diagnostic));
}

void Findings::release(int launch) {
  const auto others = std::stable_partition(
      held_.begin(), held_.end(),
      [&](const report::Diagnostic& d) { return d.launch == launch; });
  std::stable_sort(
      held_.begin(), others,
      [](const report::Diagnostic& a, const report::Diagnostic& b) {
        return rank_of(a) < rank_of(b);
      });
  std::for_each(held_.begin(), others,
                [&](report::Diagnostic& d) { add(std::move(d)); });
  held_.erase(held_.begin(), others);
}

void Findings::add_unseen(const std::string& why) {
  auto& all = report_.unseen;
  if (std::find(all.begin(), all.end(), why) == all.end()) all.push_back(why);
}

void Findings::set_unseen(const std::string& topic, const std::string& why) {
  auto& all = report_.unseen;
  const auto [known, fresh] = topics_.try_emplace(topic, all.size());
  if (fresh) all.emplace_back();
  all[known->second] = why;
}

}  // namespace simt::checks
