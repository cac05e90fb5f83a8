// SPDX-License-Identifier: MIT
// For parts of a call that the emulator does not have.
#pragma once

#include "simt/context/state.h"

namespace simt::cudart {

/// Adds the diagnostic unsupported-call; `what` is the call, with the part
/// that is missing ("cudaMemcpy3D with an array"). Returns
/// cudaErrorNotSupported.
cudaError_t not_supported(State& s, const char* what);

}  // namespace simt::cudart
