// SPDX-License-Identifier: MIT
// Programmatic dependent launch: a kernel may begin while the one before it in
// the stream still runs, and says where it needs that one's results. From sm_90
// on. CUDA Programming Guide, "Programmatic Dependent Launch".
#pragma once

#include <cuda_runtime.h>

#include "common/cuda_check.h"

namespace lockstep {

/// Lets the next launch of the stream begin where blocks have ended, and waits
/// until the one before is done and its writes are seen. No thread may touch
/// global memory earlier. PTX ISA 9.0, "griddepcontrol".
__device__ inline void launch_dependents_and_wait() {
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
  asm volatile("griddepcontrol.wait;" ::: "memory");
}

/// Launches a kernel that may begin before the one before has ended.
template <class... Wanted, class... Given>
void launch_dependent(void (*kernel)(Wanted...), int blocks, int threads,
                      int shared_bytes, const Given&... arguments) {
  CUDA_CHECK(cudaFuncSetAttribute(
      kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));
  cudaLaunchAttribute early{};
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = blocks, config.blockDim = threads;
  config.dynamicSmemBytes = shared_bytes;
  config.attrs = &early, config.numAttrs = 1;
  CUDA_CHECK(cudaLaunchKernelEx(&config, kernel, arguments...));
}

}  // namespace lockstep
