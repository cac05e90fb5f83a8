// SPDX-License-Identifier: MIT
// Asks for shared memory in growing portions on each device, and prints how
// many blocks of 512 threads are resident. On a K20m the same 64 KB hold L1 and
// shared memory, so there the split is tried as well.
#include <cstdio>

#include "common/cuda_check.h"

constexpr int kBlocks = 528, kThreads = 512;

__global__ void use(int last) {
  extern __shared__ int words[];
  if (threadIdx.x == 0) words[last] = 1;
}

/// Launches with `bytes` for each block; prints one line.
void show(const char* way, int bytes) {
  int blocks = 0;
  const auto occupancy = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      &blocks, use, kThreads, bytes);
  use<<<kBlocks, kThreads, bytes>>>(bytes / 4 - 1);
  const cudaError_t launch = cudaGetLastError();
  std::printf("  %3d KB  %-17s", bytes >> 10, way);
  if (launch != cudaSuccess) {
    std::printf("  %s\n", cudaGetErrorName(launch));
    return;
  }
  CUDA_CHECK(occupancy);
  std::printf("  %d resident\n", blocks);
}

void show_today(const cudaDeviceProp& d) {
  const int most = static_cast<int>(d.sharedMemPerBlockOptin);
  const int half = static_cast<int>(d.sharedMemPerMultiprocessor / 2 -
                                    d.reservedSharedMemPerBlock);
  show("no opt-in", 24 << 10);
  show("no opt-in", 48 << 10);
  show("no opt-in", 49 << 10);
  CUDA_CHECK(cudaFuncSetAttribute(
      use, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
  show("half", half);
  show("half and 1 KB more", half + 1024);
  show("all", most);
}

void show_split() {
  CUDA_CHECK(cudaFuncSetCacheConfig(use, cudaFuncCachePreferL1));
  show("48 L1, 16 shared", 12 << 10);
  CUDA_CHECK(cudaFuncSetCacheConfig(use, cudaFuncCachePreferEqual));
  show("32 L1, 32 shared", 24 << 10);
  CUDA_CHECK(cudaFuncSetCacheConfig(use, cudaFuncCachePreferShared));
  show("16 L1, 48 shared", 24 << 10);
  show("16 L1, 48 shared", 48 << 10);
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
    d.major == 3 ? show_split() : show_today(d);
    CUDA_CHECK(cudaDeviceSynchronize());
  }
}
