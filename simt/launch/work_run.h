// SPDX-License-Identifier: MIT
// When work runs: at once, or out of the queue when something needs it. What
// is told does not depend on it. Not for host functions and child graphs.
#pragma once

#include <string>

#include "simt/context/state.h"
#include "simt/stream/order.h"
#include "simt/stream/work.h"

namespace simt::cudart {

/// Gives work its place, next in `chain` and after all that `clock` holds, and
/// runs it now or later. Says at once what is wrong with it.
cudaError_t give(State& s, const Work& work, Clock& clock, Chain chain);

/// A host function is about to run, next in `chain`. It may tell any thread of
/// the host that all before it is done; of its own end it cannot tell.
void begin_host_work(State& s, Clock& clock, Chain chain);

/// Runs what waits until all that `needed` holds is done: the host waits for
/// that.
void finish(State& s, const Clock& needed);
/// Runs all that waits, but for what comes after a launch that waits for a
/// store of the host. The host goes on.
void finish_all(State& s);
/// Likewise, with nothing left: the host waits. `how`: for a report, "" when it
/// does in the call that it is in.
void wait_for_all(State& s, const std::string& how = "");
/// The host has waited: a failure is known to it from now on.
cudaError_t reveal(State& s);

}  // namespace simt::cudart
