// SPDX-License-Identifier: MIT
// Libraries of the toolkit that need a GPU: cuBLAS, the host functions of
// cuRAND and the like. They call the driver themselves, past this runtime, so
// nothing but their names in the process tells of them.
#pragma once

#include "simt/context/state.h"

namespace simt::cudart {

/// Adds an unsupported-call for the libraries that the process has loaded, if
/// any: a warning, for a program may be linked to one that it never calls.
void add_gpu_libraries(State& s);

}  // namespace simt::cudart
