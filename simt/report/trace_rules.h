// SPDX-License-Identifier: MIT
// What holds of every launch and trace, and what a drawing relies on. Knows no
// JSON.
#pragma once

#include <string>

#include "simt/report/report.h"

namespace simt::report {

/// Whether a block of `launch` can be: it has threads, and a grid has blocks.
bool is_possible(const Launch& launch);

/// The first thing of `trace` that cannot be, as a clause; "" when all is well.
std::string fault_of(const Trace& trace);

}  // namespace simt::report
