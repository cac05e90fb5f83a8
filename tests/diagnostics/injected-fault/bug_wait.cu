// SPDX-License-Identifier: MIT
// The wait fails as it would after a kernel that failed. The program says so
// and ends; that it was injected is told all the same.
#include <cstdio>

#include "../../../common/counters.h"

int main() {
  lockstep::fail_call(1);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error == cudaSuccess) return 0;
  std::printf("%s\n", cudaGetErrorString(error));
  return 1;
}

/* report:
warning[injected-fault]: `cudaDeviceSynchronize` returned
  cudaErrorLaunchFailure, because fail_call(1) asked for
  it
  = host:  in main
  = text:  unspecified launch failure
  = why:   it is number 1 of the calls that can fail; it did nothing; on a GPU
           every later call that uses the device would fail, too
  = learn: docs/diagnostics/injected-fault.md
*/
