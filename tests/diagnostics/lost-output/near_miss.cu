// SPDX-License-Identifier: MIT
// The host waits for each kernel that prints; what prints nothing may be the
// last one, as long as the host waits for it, too.
#include <cstdio>

__global__ void hello() { printf("Hello from thread %u!\n", threadIdx.x); }

int main() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  hello<<<1, 4, 0, stream>>>();
  cudaStreamSynchronize(stream);
  hello<<<1, 4>>>();
  cudaStreamDestroy(stream);
  cudaDeviceReset();
}
