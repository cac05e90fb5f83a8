// SPDX-License-Identifier: MIT
// Module-scope variables: their place in device memory and first value.
#pragma once

#include <string>

#include "simt/context/state.h"

namespace simt::cudart {

/// The variable `symbol` of a loaded binary, made and initialised at its
/// first use; null when there is no such variable or no memory for it.
Allocation* variable_memory(State& s, Binary& binary,
                            const std::string& symbol);

}  // namespace simt::cudart
