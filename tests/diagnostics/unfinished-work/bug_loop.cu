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
