// SPDX-License-Identifier: MIT
// The list of diagnostics of a run: what repeats is counted, not listed again.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "simt/report/report.h"

namespace simt::checks {

class Findings {
 public:
  explicit Findings(report::Report& report) : report_(report) {}

  /// Adds it, or raises the count of an equal one, of which the one with the
  /// greatest weight is shown (the first of equals). Two are equal when name,
  /// kernel and source lines are; without lines, when the message is too.
  void add(report::Diagnostic diagnostic);

 private:
  static constexpr size_t kMost = 1000;

  struct Known {
    size_t index = 0;
    int last_launch = -1;
  };

  report::Report& report_;
  std::map<std::string, Known> known_;
};

}  // namespace simt::checks
