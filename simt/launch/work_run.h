// SPDX-License-Identifier: MIT
// When work runs: at once, or out of the queue when something needs it. What
// is told does not depend on it. Not for child graphs.
#pragma once

#include <vector>

#include "simt/context/state.h"
#include "simt/stream/order.h"
#include "simt/stream/work.h"

namespace simt::cudart {

/// Gives work its place, next in `chain` and after all that `clock` holds, and
/// runs it now or later. Says at once what is wrong with it.
cudaError_t give(State& s, const Work& work, Clock& clock, Chain chain);

/// Runs what waits until all that `needed` holds is done: the host waits for
/// that, outside the lock where it waits for a host function.
void finish(State& s, const Clock& needed);
/// Runs what waits until these kernels have come so far that what expects them
/// may begin.
void finish_early(State& s, const std::vector<Early>& needed);
/// Runs all that waits, but for what comes after a launch that waits for a
/// store of the host, or after a host function. The host goes on.
void finish_all(State& s);
/// Likewise, with nothing left: the host waits.
void wait_for_all(State& s);
/// The program has ended. A host function may still return within a second;
/// what comes after one that does not is never run.
void finish_at_end(State& s);
/// The host has waited: a failure is known to it from now on.
cudaError_t reveal(State& s);

}  // namespace simt::cudart
