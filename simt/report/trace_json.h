// SPDX-License-Identifier: MIT
// A trace as JSON, in the form that docs/report.md describes. Knows nothing of
// how it was recorded.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "simt/report/trace.h"

namespace simt::report {

/// `trace` as the value of the report's key `trace`; paths under `root`
/// become relative to it.
nlohmann::ordered_json trace_json(const Trace& trace, const std::string& root);

}  // namespace simt::report
