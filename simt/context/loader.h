// SPDX-License-Identifier: MIT
// From a registered binary to decoded kernels and variables in device
// memory. Each step happens at the first use and only once.
#pragma once

#include <string>

#include "simt/context/state.h"

namespace simt::cudart {

/// Says on stderr and in the report why device code is not loaded; source files
/// are named as seen from the program's folder.
void refuse_code(State& s, std::string sentence);

/// Finds and parses the binary's PTX. cudaErrorNoKernelImageForDevice when it
/// holds none (one sentence on stderr says what to change).
cudaError_t load(State& s, Binary& binary);

/// Decodes the kernel and looks up its register count.
cudaError_t prepare(State& s, KernelEntry& kernel);

/// Gives every managed variable its address. False when one cannot be made.
bool load_managed_variables(State& s, Binary& binary);

}  // namespace simt::cudart
