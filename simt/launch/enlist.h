// SPDX-License-Identifier: MIT
// The place that a piece of work has in the order of all work.
#pragma once

#include <optional>

#include "simt/context/state.h"
#include "simt/stream/order.h"
#include "simt/stream/work.h"

namespace simt::cudart {

/// The place of work that is next in `chain` and comes after all that `clock`
/// holds; nothing when there is nothing left to run. Moves the clock on.
std::optional<Ticket> enlist(State& s, const Work& work, Clock& clock,
                             Chain chain);

}  // namespace simt::cudart
