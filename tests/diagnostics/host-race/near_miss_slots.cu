// SPDX-License-Identifier: MIT
// A call of the system fills one half of a small page-locked buffer while work
// reads the other.
#include <unistd.h>

#include <cstdlib>

int main() {
  constexpr int kHalf = 2048;
  char *halves, *on_device;
  int pipe_ends[2];
  if (pipe(pipe_ends) != 0) return 1;
  cudaMallocHost(&halves, 2 * kHalf);
  cudaMalloc(&on_device, 2 * kHalf);
  if (write(pipe_ends[1], "text", 4) != 4) return 1;
  cudaMemcpyAsync(on_device, halves, kHalf, cudaMemcpyHostToDevice);
  if (read(pipe_ends[0], halves + kHalf, 4) != 4) std::_Exit(1);
  cudaDeviceSynchronize();
  cudaFree(on_device);
  cudaFreeHost(halves);
}
