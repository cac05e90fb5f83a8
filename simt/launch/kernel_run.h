// SPDX-License-Identifier: MIT
// Runs a kernel on the machine. What the host may ask for is not its business.
#pragma once

#include <string>

#include "simt/context/state.h"
#include "simt/stream/order.h"
#include "simt/stream/work.h"

namespace simt::cudart {

/// Runs it to its end, or until it waits for a store of the host or of another
/// launch: then it is in State::under_way. What goes wrong becomes
/// State::pending.
cudaError_t run_kernel(State& s, const KernelWork& work, const Ticket& ticket);

/// Goes on with each launch that is under way.
void go_on(State& s);
/// Goes on with one of those that the seed left, which there must be.
void go_on_paused(State& s);
/// Goes on with those that may look at a clock, for which a long time passes.
/// Whether one of them got on by that.
bool pass_time(State& s);
/// How often that may help in one wait: a kernel may count time for ever.
constexpr int kMostTimes = 1024;
/// Goes on with launch `index` of them, to its end: the host stores no more.
/// `host_waits` as in Settings.
void go_on_alone(State& s, int index, const std::string& host_waits);

}  // namespace simt::cudart
