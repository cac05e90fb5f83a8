// SPDX-License-Identifier: MIT
// Names and texts of errors, for reports: asking here does not count as the
// program's reading of an error.
#pragma once

#include "simt/stream/cuda.h"

namespace simt::cudart {

/// "cudaErrorInvalidValue"; "unrecognized error code" for no code of CUDA.
const char* error_name(cudaError_t error);
/// "invalid argument", as cudaGetErrorString.
const char* error_text(cudaError_t error);

}  // namespace simt::cudart
