// SPDX-License-Identifier: MIT
// The kernel comes after a host function that waits for the host, and the
// program ends.
#include <mutex>

__device__ int data[32];

__global__ void fill() { data[threadIdx.x] = 1; }

std::mutex mutex;

int main() {
  mutex.lock();
  cudaLaunchHostFunc(
      nullptr, [](void*) { mutex.lock(); }, nullptr);
  fill<<<1, 32>>>();
}

/* report:
warning[unfinished-work]: the program ends, and nothing waited for 1 kernel
  = left:  kernel `fill()`, in main
  = type:  CUDA_CHECK(cudaDeviceSynchronize()) from common/cuda_check.h before
           the end
  = why:   the host goes on while the device works; what is in flight when the
           program ends may never be done, and nobody sees its errors
  = learn: docs/diagnostics/unfinished-work.md
*/
