// SPDX-License-Identifier: MIT
// Blocks that do not depend on each other may run on several host threads.
// That is tried where nothing but their loads and stores could tell, and the
// loads and stores are watched: when they meet, all is put back and the launch
// runs in its one order. So results and counts never depend on the threads.
#pragma once

#include "simt/machine/grid.h"

namespace simt {

/// Runs the launch on Settings::workers threads and adds what they executed to
/// `whole`, the launch as announced. False: not possible, or the blocks met, or
/// something went wrong in one. Then memory and `whole` are as before, and the
/// observer has seen nothing.
bool run_on_threads(const Settings& settings, DeviceMemory& memory,
                    const Launch& launch, Grid& whole);

}  // namespace simt
