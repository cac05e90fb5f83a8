// SPDX-License-Identifier: MIT
// The process's side: options from the environment at start, the report at
// its end.
#pragma once

#include "simt/process/ending.h"

namespace simt::cudart {

/// Writes the JSON file and the text report, once per process. A child by fork
/// that used the device has a file of its own, with fork_suffix() at its end;
/// any other child writes nothing.
void write_reports(Ending ending);

}  // namespace simt::cudart
