// SPDX-License-Identifier: MIT
// The few functions of the CUDA driver's API that programs of the runtime use:
// those for tensor maps, and what asks for them and explains their results.
#pragma once

#include <cuda.h>

#include "simt/context/state.h"
#include "simt/cudart/tensor_maps.h"

namespace simt::cudart {

/// CUDA 13.0: the version of the driver, and of the runtime.
inline constexpr int kCudaVersion = 13000;

/// The function of that name; null: there is none here.
void* find_driver_function(const char* name);

}  // namespace simt::cudart

extern "C" {

/// The same for libcuda.so.1, which holds nothing itself. Not null.
void* simt_driver_function(const char* name);

}  // extern "C"
