// SPDX-License-Identifier: MIT
// The second kernel begins early, and waits after its first load.
#include "tests/corpus/corpus.h"

__global__ void count_up(int* counts) {
  cudaTriggerProgrammaticLaunchCompletion();
  counts[threadIdx.x] += 1;
}

__global__ void copy(const int* counts, int* out) {
  const int count = counts[threadIdx.x];
  cudaGridDependencySynchronize();
  out[threadIdx.x] = count;
}

int main() {
  corpus::Device<int> counts(64, 0), out(64, 0);
  count_up<<<1, 64>>>(counts);
  cudaLaunchAttribute early = {};
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {1, 64, 0, nullptr, &early, 1};
  cudaLaunchKernelEx(&config, copy, (const int*)counts, (int*)out);
  cudaDeviceSynchronize();
}

/* report:
error[dependent-launch]: launch 1 loads `cudaMalloc #1+0`, which launch 0
  stores, with no wait between
  --> bug.cu:11:3
   |
 7 |   counts[threadIdx.x] += 1;
   |   - (1) thread 0 of block (0,0,0) of launch 0 stores `cudaMalloc #1+0` here
11 |   const int count = counts[threadIdx.x];
   |   ^ (2) thread 0 of block (0,0,0) of launch 1 loads `cudaMalloc #1+0` here
   |
   = why:   launch 1 may begin before launch 0 has ended, same 4 bytes, one is a
            store; cudaGridDependencySynchronize() (griddepcontrol.wait) before
            (2) would order the two
   = seen:  64 such pairs; lowest address shown
   = learn: docs/diagnostics/dependent-launch.md
*/
