// SPDX-License-Identifier: MIT
// What kernels print comes to stdout where CUDA writes its buffer out:
// "Formatted Output" in the programming guide.
#pragma once

#include <string>

#include "simt/context/state.h"

namespace simt::cudart {

/// A kernel prints. When the buffer (cudaLimitPrintfFifoSize) is full, all that
/// it holds is written: a GPU would overwrite the oldest.
void print(State& s, const Ticket& ticket, const std::string& text);

/// Writes what launches printed that the host has waited for: at the start of
/// a launch, where the host waits for a stream, an event, the device or a copy,
/// and before a callback. A GPU may write it earlier (docs/diagnostics/
/// lost-output.md).
void print_out(State& s);
/// Writes all: nothing will be done any more.
void print_out_all(State& s);
/// Writes what is left in the end. On a GPU it is lost, so Output::left() still
/// knows it.
void print_lost(const State& s);

}  // namespace simt::cudart
