// SPDX-License-Identifier: MIT
// What holds of every trace, and what a drawing relies on. Knows no JSON.
#pragma once

#include <string>

#include "simt/report/trace.h"

namespace simt::report {

/// The first thing of `trace` that cannot be, as a clause; "" when all is well.
std::string fault_of(const Trace& trace);

}  // namespace simt::report
