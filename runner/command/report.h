// SPDX-License-Identifier: MIT
// The verb report: one HTML page of a lesson's run.
#pragma once

#include <string>

#include "runner/command/check.h"

namespace learn {

struct ReportOptions {
  CheckOptions check;  // whose run, and under which seed
  std::string file;    // where the page goes; "": report_NN.html
};

/// Builds, judges and writes the page of the first seed that failed, or of
/// seed 0 when all passed. 0 when the page was written, 1 when the source does
/// not compile.
int report(const Place& place, const Lesson& lesson,
           const ReportOptions& options);

}  // namespace learn
