// SPDX-License-Identifier: MIT
// What cudaGetDriverEntryPoint asks for, for a runtime of any version.
#pragma once

#include <cuda_runtime_api.h>

namespace simt::cuda {

/// As cudaGetDriverEntryPointByVersion, whose `version` is 13000 for CUDA 13.0.
cudaError_t entry_point(const char* name, void** pointer, unsigned version,
                        unsigned long long flags,
                        cudaDriverEntryPointQueryResult* status);

}  // namespace simt::cuda
