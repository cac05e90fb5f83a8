// SPDX-License-Identifier: MIT
// The last step and a copy of its result are given to the device, and main
// returns.
__device__ float values[32], saved[32];

__global__ void step() { values[threadIdx.x] += 1; }

int main() {
  void *from, *to;
  cudaGetSymbolAddress(&from, values);
  cudaGetSymbolAddress(&to, saved);
  step<<<1, 32>>>();
  cudaMemcpyAsync(to, from, sizeof saved, cudaMemcpyDeviceToDevice);
}

/* report:
warning[unfinished-work]: the program ends, and nothing waited for 1 kernel and
  1 copy or fill
  = left:  kernel `step()`, in main
  = left:  `cudaMemcpyAsync`, in main
  = type:  CUDA_CHECK(cudaDeviceSynchronize()) from common/cuda_check.h before
           the end
  = why:   the host goes on while the device works; what is in flight when the
           program ends may never be done, and nobody sees its errors
  = learn: docs/diagnostics/unfinished-work.md
*/
