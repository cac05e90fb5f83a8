// SPDX-License-Identifier: MIT
// Clashes of asynchronous work in words: stream-race and host-race.
#pragma once

#include "simt/context/state.h"
#include "simt/report/report.h"

namespace simt::cudart {

/// Two pieces of work: stream-race.
report::Diagnostic describe(State& s, const Clash& clash);
/// Work and the host: host-race.
report::Diagnostic describe(State& s, const HostClash& clash);

/// Reports what the host was found to touch too early.
void tell_host_races(State& s);

}  // namespace simt::cudart
