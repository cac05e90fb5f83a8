// SPDX-License-Identifier: MIT
// The process's side: options from the environment at start, the report at
// its end.
#pragma once

#include "simt/process/ending.h"

namespace simt::cudart {

/// Writes the JSON file and the text report, once per process. Does nothing
/// in a forked child: the report belongs to the parent.
void write_reports(Ending ending);

}  // namespace simt::cudart
