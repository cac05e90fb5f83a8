// SPDX-License-Identifier: MIT
// Runs a kernel on the machine. What the host may ask for is not its business.
#pragma once

#include "simt/context/state.h"
#include "simt/stream/order.h"
#include "simt/stream/work.h"

namespace simt::cudart {

/// Runs it to its end, next in `chain` and after all that `clock` holds.
cudaError_t run_kernel(State& s, const KernelWork& work, Clock& clock,
                       Chain chain);

}  // namespace simt::cudart
