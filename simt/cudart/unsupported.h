// SPDX-License-Identifier: MIT
// What every call that the emulator does not have does: it says so by name.
// Included by the generated stubs, so it knows nothing of the CUDA headers.
#pragma once

#include "simt/stream/default_stream.h"  // for the stubs

namespace simt::cudart {

/// Adds the diagnostic unsupported-call for `what` and returns
/// cudaErrorNotSupported as the call's result.
int unsupported_call(const char* what);

}  // namespace simt::cudart
