// SPDX-License-Identifier: MIT
// The findings of a report as SARIF 2.1.0 (OASIS), which code hosts and editors
// show beside the lines. Knows nothing of files.
#pragma once

#include <string>

#include "simt/report/report.h"

namespace simt::report {

/// One run with a rule for each diagnostic's name and a result for each
/// finding: its first place is where it is, the others are related. Paths are
/// those of `report`, taken as relative to the root of the sources.
std::string to_sarif(const Report& report);

}  // namespace simt::report
