// SPDX-License-Identifier: MIT
// A call of the system fills one half of a small page-locked buffer while work
// reads the other. Then the halves take turns, each with its event.
#include <unistd.h>

#include <cstdlib>

void take_turns() {
  constexpr int kHalf = 1024;
  char *halves, *on_device;
  cudaEvent_t sent[2];
  cudaMallocHost(&halves, 2 * kHalf);
  cudaMalloc(&on_device, kHalf);
  for (cudaEvent_t& event : sent) cudaEventCreate(&event);
  for (int i = 0; i < 6; ++i) {
    char* const half = halves + i % 2 * kHalf;
    cudaEventSynchronize(sent[i % 2]);
    for (int k = 0; k < kHalf; ++k) half[k] = 'a' + i;
    cudaMemcpyAsync(on_device, half, kHalf, cudaMemcpyHostToDevice);
    cudaEventRecord(sent[i % 2]);
  }
  cudaDeviceSynchronize();
  for (cudaEvent_t event : sent) cudaEventDestroy(event);
  cudaFree(on_device);
  cudaFreeHost(halves);
}

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
  take_turns();
}
