// SPDX-License-Identifier: MIT
// Programmatic dependent launch: which launch may begin beside the one before
// it in its stream.
#pragma once

#include <optional>

#include "simt/context/state.h"

namespace simt::cudart {

/// The launch `settings` are for is that of `work`, has `ticket` and these
/// prerequisites.
void listen_for_dependents(State& s, const KernelWork& work,
                           const Ticket& ticket,
                           const std::vector<int>& prerequisites,
                           Settings& settings);

/// The launch in the queue that may begin now beside launch `index`, which is
/// under way and has ticket `primary`; nothing: there is none.
std::optional<Queued> take_dependent(State& s, int index,
                                     const Ticket& primary);

/// What a launch with `work` may run beside: Launch::prerequisites.
std::vector<int> prerequisites_of(State& s, const KernelWork& work,
                                  const Ticket& ticket);

}  // namespace simt::cudart
