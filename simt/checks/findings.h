// SPDX-License-Identifier: MIT
// The list of diagnostics of a run: what repeats is counted, not listed again.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "simt/report/report.h"
#include "simt/report/suppressions.h"

namespace simt::checks {

class Findings {
 public:
  explicit Findings(report::Report& report) : report_(report) {}

  /// Only findings of these launches are listed; others are counted in
  /// Report::suppressed. At most once, before the first finding.
  void choose(report::Chosen chosen) { chosen_ = std::move(chosen); }

  /// Of each severity so many are listed, each with its own lines.
  static constexpr size_t kMost = 1000;

  /// Adds it, or raises the count of an equal one, of which the one with the
  /// greatest weight is shown (the first of equals). Two are equal when name,
  /// kernel and source lines are; without lines, when the site of the host call
  /// is, or where there is none, the message. Past
  /// kMost errors, two errors of one name are equal: no error is lost. Past
  /// kMost warnings, a further one is counted in diagnostics_dropped alone.
  void add(report::Diagnostic diagnostic);

  /// Keeps a finding of a launch that has not ended until release().
  void hold(report::Diagnostic diagnostic) {
    held_.push_back(std::move(diagnostic));
  }
  /// Adds what launch `launch` found: errors, then where it hung because of
  /// them, then warnings.
  void release(int launch);

  /// A reason why the report may lack a finding, as a sentence without a full
  /// stop. One that is there already is not added again.
  void add_unseen(const std::string& why);
  /// The same, but `why` replaces what was said of `topic` before: a count in
  /// it may rise.
  void set_unseen(const std::string& topic, const std::string& why);

 private:
  struct Known {
    size_t index = 0;
    int last_launch = -1;
  };

  void repeat(Known& known, report::Diagnostic diagnostic);

  report::Report& report_;
  report::Chosen chosen_;
  std::set<std::string> left_out_;  // keys of those that are not chosen
  std::vector<report::Diagnostic> held_;
  size_t errors_ = 0, warnings_ = 0;
  std::map<std::string, Known> known_;
  std::map<std::string, size_t> topics_;  // index into Report::unseen
};

}  // namespace simt::checks
