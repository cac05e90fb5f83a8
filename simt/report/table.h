// SPDX-License-Identifier: MIT
// The per-line table: what each source line cost.
#pragma once

#include <string>

#include "simt/report/report.h"
#include "simt/report/source.h"

namespace simt::report {

/// One table for each kernel, launches of one kernel summed, in the order of
/// the first launch: line, warp instructions issued, how many of 32 lanes took
/// part, wavefronts through shared memory.
std::string line_tables(const Report& report, const TextOptions& options,
                        SourceCache& source);

}  // namespace simt::report
