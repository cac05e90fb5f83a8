// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "simt/report/trace.h"

namespace simt::report {

/// `trace` as the value of the report's key `trace`; paths under `root`
/// become relative to it.
nlohmann::ordered_json trace_json(const Trace& trace, const std::string& root);

}  // namespace simt::report
