// SPDX-License-Identifier: MIT
// What a drawing asks of the emulator's report. Knows nothing of JSON.
#pragma once

#include <cstdint>

#include "runner/base/place.h"
#include "simt/report/report.h"

namespace learn {

using simt::report::Launch;
using simt::report::Trace;
using simt::report::TraceDevice;
using simt::report::TraceEvent;
using simt::report::TraceKind;

/// Static and dynamic, of one block.
inline uint64_t shared_bytes(const Launch& launch) {
  return launch.static_shared_bytes + launch.dynamic_shared_bytes;
}

/// Throws Stop when the file is no report with a trace.
simt::report::Report read_trace(const fs::path& file);

}  // namespace learn
