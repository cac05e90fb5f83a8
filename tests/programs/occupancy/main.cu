// SPDX-License-Identifier: MIT
// What the runtime says of kernels and of the device. The numbers are those of
// an H200; register counts come from the sm_90 code in this program.
#include <cstdio>

#include "common/cuda_check.h"

__global__ void plain(float* data) { data[threadIdx.x] *= 2.0f; }

__global__ void with_shared(float* data) {
  __shared__ float tile[8192];
  tile[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = tile[(threadIdx.x + 1) % blockDim.x];
}

__global__ void __launch_bounds__(128) bounded(float* data) {
  data[threadIdx.x] += 1.0f;
}

template <class Kernel>
void show(const char* name, Kernel kernel, int threads, size_t dynamic) {
  int blocks;
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel,
                                                           threads, dynamic));
  std::printf("%s, %d threads, %zu bytes: %d blocks\n", name, threads, dynamic,
              blocks);
}

int main() {
  for (int threads : {32, 64, 96, 128, 256, 512, 768, 1024}) {
    show("plain", plain, threads, 0);
  }
  for (size_t dynamic : {1000, 16000, 40000}) {
    show("plain", plain, 128, dynamic);
  }
  show("with_shared", with_shared, 256, 0);
  show("with_shared", with_shared, 256, 10000);
  show("bounded", bounded, 128, 0);
  show("bounded", bounded, 256, 0);
  CUDA_CHECK(cudaFuncSetAttribute(
      plain, cudaFuncAttributeMaxDynamicSharedMemorySize, 232448));
  show("plain", plain, 128, 100000);
  show("plain", plain, 128, 232448);

  cudaFuncAttributes a;
  CUDA_CHECK(cudaFuncGetAttributes(&a, with_shared));
  std::printf("with_shared: %zu shared, %zu local, %d threads, %d dynamic\n",
              a.sharedSizeBytes, a.localSizeBytes, a.maxThreadsPerBlock,
              a.maxDynamicSharedSizeBytes);
  CUDA_CHECK(cudaFuncGetAttributes(&a, bounded));
  std::printf("bounded: %d threads, binary %d\n", a.maxThreadsPerBlock,
              a.binaryVersion);
  size_t bytes;
  for (int blocks : {1, 2, 8}) {
    CUDA_CHECK(
        cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, plain, blocks, 128));
    std::printf("room for %d blocks: %zu\n", blocks, bytes);
  }
  int best_grid = 0, best_block = 0;
  CUDA_CHECK(
      cudaOccupancyMaxPotentialBlockSize(&best_grid, &best_block, plain, 0, 0));
  std::printf("best: %d blocks of %d\n", best_grid, best_block);
}
