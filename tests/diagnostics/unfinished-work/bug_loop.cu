// SPDX-License-Identifier: MIT
// Twenty rounds in two streams, and a program that waits for one of them.
#include <cstdlib>

__device__ float values[64];

__global__ void step(int first) { values[first + threadIdx.x] += 1; }

int main() {
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams) {
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  }
  for (int round = 0; round < 20; ++round) {
    for (int i = 0; i < 2; ++i) step<<<1, 32, 0, streams[i]>>>(32 * i);
  }
  cudaStreamSynchronize(streams[1]);
  std::exit(0);
}

/* report:
warning[unfinished-work]: the program ends, and nothing waited for 20 kernels
  = left:  kernel `step(int)`, in main, 4 times
  = left:  kernel `step(int)`, 16 times
  = type:  CUDA_CHECK(cudaDeviceSynchronize()) from common/cuda_check.h before
           the end
  = why:   the host goes on while the device works; what is in flight when the
           program ends may never be done, and nobody sees its errors
  = learn: docs/diagnostics/unfinished-work.md
*/
