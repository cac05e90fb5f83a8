// SPDX-License-Identifier: MIT
// What a machine needs to know to run a launch of this process.
#pragma once

#include "simt/context/state.h"
#include "simt/machine/machine.h"

namespace simt::cudart {

/// For a launch of `kernel` on the current device, which has `ticket`; without
/// its observer, and without what only its caller knows of others beside it.
Settings machine_settings(State& s, const program::Kernel& kernel,
                          const Ticket& ticket);

}  // namespace simt::cudart
