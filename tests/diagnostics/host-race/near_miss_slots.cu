// SPDX-License-Identifier: MIT
// A call of the system fills one half of a small page-locked buffer while work
// reads the other. Then the halves take turns, each with its event. Halves of
// ordinary memory, registered or not, are written beside what work uses, or
// after a wait; a large one is given back while a copy may still read it.
#include <unistd.h>

#include <cstdlib>
#include <vector>

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

__global__ void add_up(const int* in, int* sum) {
  atomicAdd(sum, in[threadIdx.x]);
}

void beside() {
  constexpr int kHalf = 256;
  std::vector<int> registered(2 * kHalf, 1), plain(2 * kHalf, 1);
  std::vector<int> large(1 << 20, 1);
  int *mapped, *on_device;
  cudaMalloc(&on_device, sizeof(int) << 20);
  cudaMemset(on_device, 0, sizeof(int) << 20);
  cudaHostRegister(registered.data(), kHalf * sizeof(int),
                   cudaHostRegisterMapped);
  cudaHostGetDevicePointer(&mapped, registered.data(), 0);
  add_up<<<1, kHalf>>>(mapped, on_device);
  cudaMemcpyAsync(on_device, plain.data(), kHalf * sizeof(int),
                  cudaMemcpyHostToDevice);
  registered[kHalf] = plain[kHalf] = 2;
  int local[] = {1, 2};  // a copy of it is staged
  cudaMemcpyAsync(on_device, local, sizeof local, cudaMemcpyHostToDevice);
  local[0] = 3;
  cudaMemcpyAsync(on_device, large.data(), sizeof(int) << 20,
                  cudaMemcpyHostToDevice);
  std::vector<int>().swap(large);
  cudaDeviceSynchronize();
  registered[1] = plain[1] = local[1];
  cudaHostUnregister(registered.data());
  cudaFree(on_device);
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
  beside();
}
