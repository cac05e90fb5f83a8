// SPDX-License-Identifier: MIT
// Asks for shared memory in growing portions on each device, and prints how
// many blocks are resident. A block has half of the threads that a
// multiprocessor holds, so there are never more than two.
#include <cstdio>

#include "common/cuda_check.h"

constexpr int kBlocks = 264;

__global__ void use(int last) {
  extern __shared__ int words[];
  if (threadIdx.x == 0) words[last] = 1;
}

/// Launches with `bytes` for each block; prints one line.
void show(const char* way, int threads, int bytes) {
  int blocks = 0;
  const auto occupancy = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      &blocks, use, threads, bytes);
  use<<<kBlocks, threads, bytes>>>(bytes / 4 - 1);
  const cudaError_t launch = cudaGetLastError();
  std::printf("  %3d KB  %-20s", bytes >> 10, way);
  if (launch != cudaSuccess) {
    std::printf("  %s\n", cudaGetErrorName(launch));
    return;
  }
  CUDA_CHECK(occupancy);
  std::printf("  %d resident\n", blocks);
}

int main() {
  int devices = 0;
  CUDA_CHECK(cudaGetDeviceCount(&devices));
  for (int device = 0; device < devices; ++device) {
    cudaDeviceProp d;
    CUDA_CHECK(cudaSetDevice(device));
    CUDA_CHECK(cudaGetDeviceProperties(&d, device));
    std::printf("%s: %zu KB per SM, %zu per block, %zu with opt-in\n", d.name,
                d.sharedMemPerMultiprocessor >> 10, d.sharedMemPerBlock >> 10,
                d.sharedMemPerBlockOptin >> 10);
    const int most = static_cast<int>(d.sharedMemPerBlockOptin);
    const int half = static_cast<int>(d.sharedMemPerMultiprocessor / 2 -
                                      d.reservedSharedMemPerBlock);
    const int threads = d.maxThreadsPerMultiProcessor / 2;
    show("without opt-in", threads, 48 << 10);
    show("without opt-in", threads, 49 << 10);
    CUDA_CHECK(cudaFuncSetAttribute(
        use, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
    show("opt-in, half", threads, half);
    show("opt-in, 1 KB more", threads, half + 1024);
    show("opt-in, all", threads, most);
    CUDA_CHECK(cudaDeviceSynchronize());
  }
}
