// SPDX-License-Identifier: MIT
// The occupancy calls over many sizes: a row for each kernel and amount of
// shared memory, a number for each block size. Those of an H200; register
// counts come from the sm_90 code in this program.
#include <cstdio>
#include <vector>

#include "common/cuda_check.h"

/// Keeps `Words` doubles alive across a barrier, so it takes about twice as
/// many registers.
template <int Words>
__global__ void __maxnreg__(255) keep(double* data) {
  double kept[Words];
#pragma unroll
  for (int i = 0; i < Words; ++i) kept[i] = data[i * blockDim.x + threadIdx.x];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < Words; ++i) {
    data[threadIdx.x * Words + i] = kept[i] * kept[Words - 1 - i];
  }
}

__global__ void with_static(float* data) {
  __shared__ float tile[5000];
  tile[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = tile[(threadIdx.x + 1) % blockDim.x];
}

__global__ void __launch_bounds__(128, 8) bounded(double* data) {
  data[threadIdx.x] *= 2;
}

struct Entry {
  const char* name;
  const void* function;
};

const Entry kKernels[] = {
    {"keep<1>", reinterpret_cast<const void*>(keep<1>)},
    {"keep<12>", reinterpret_cast<const void*>(keep<12>)},
    {"keep<24>", reinterpret_cast<const void*>(keep<24>)},
    {"keep<48>", reinterpret_cast<const void*>(keep<48>)},
    {"keep<100>", reinterpret_cast<const void*>(keep<100>)},
    {"with_static", reinterpret_cast<const void*>(with_static)},
    {"bounded", reinterpret_cast<const void*>(bounded)}};

std::vector<int> block_sizes() {
  std::vector<int> sizes = {1, 31, 33, 100, 1000, 1025, 2048};
  for (int warps = 1; warps <= 32; ++warps) sizes.push_back(warps * 32);
  for (int size = 50; size <= 950; size += 90) sizes.push_back(size);
  return sizes;
}

void rows(const Entry& kernel) {
  for (size_t shared : {0, 1, 1000, 8192, 20000, 29184, 49152, 49153, 75000,
                        100000, 115712, 115713, 200000, 212448, 232448}) {
    std::printf("%s, %zu bytes:", kernel.name, shared);
    for (int threads : block_sizes()) {
      int blocks = -1;
      const cudaError_t error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
          &blocks, kernel.function, threads, shared);
      if (error == cudaSuccess) {
        std::printf(" %d", blocks);
      } else {
        std::printf(" %s", cudaGetErrorName(error));
      }
      cudaGetLastError();
    }
    std::printf("\n");
  }
}

void room(const Entry& kernel) {
  std::printf("%s, room in a block:", kernel.name);
  for (int threads : {32, 128, 256, 1024}) {
    for (int blocks : {1, 2, 3, 4, 7, 8, 16, 32, 33}) {
      size_t bytes = 0;
      const cudaError_t error = cudaOccupancyAvailableDynamicSMemPerBlock(
          &bytes, kernel.function, blocks, threads);
      if (error == cudaSuccess) {
        std::printf(" %zu", bytes);
      } else {
        std::printf(" %s", cudaGetErrorName(error));
      }
      cudaGetLastError();
    }
  }
  std::printf("\n");
}

struct BytesPerThread {
  __host__ __device__ size_t operator()(int threads) const {
    return size_t{64} * threads;
  }
};

void best(const Entry& kernel) {
  std::printf("%s, best:", kernel.name);
  for (size_t shared : {0, 8192, 49152, 100000}) {
    for (int limit : {0, 100, 512}) {
      int grid = 0, block = 0;
      const cudaError_t error = cudaOccupancyMaxPotentialBlockSize(
          &grid, &block, kernel.function, shared, limit);
      std::printf(" %d*%d", grid, block);
      if (error != cudaSuccess) std::printf(" %s", cudaGetErrorName(error));
      cudaGetLastError();
    }
  }
  int grid = 0, block = 0;
  CUDA_CHECK(cudaOccupancyMaxPotentialBlockSizeVariableSMem(
      &grid, &block, kernel.function, BytesPerThread{}, 0));
  std::printf(", 64 bytes a thread: %d*%d\n", grid, block);
}

/// Prints what a call with wrong arguments returns.
void show(const char* what, cudaError_t error) {
  std::printf("%s: %s\n", what, cudaGetErrorName(error));
  cudaGetLastError();
}

void wrong_arguments() {
  const void* f = kKernels[0].function;
  int blocks;
  size_t bytes;
  show("no threads",
       cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, f, 0, 0));
  show("fewer than no threads",
       cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, f, -1, 0));
  show("nowhere to write", cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                               static_cast<int*>(nullptr), f, 32, 0));
  show("no caching override",
       cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
           &blocks, f, 32, 0, cudaOccupancyDisableCachingOverride));
  show("bad flags", cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
                        &blocks, f, 32, 0, 2));
  show("no blocks",
       cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, f, 0, 32));
  show("room for a block of no threads",
       cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, f, 1, 0));
}

/// Launches that go beyond what occupancy allows; none of them starts.
void wrong_launches() {
  double* none = nullptr;
  void* arguments[] = {&none};
  const auto start = [&](const char* what, const void* kernel, int blocks,
                         int threads, size_t shared) {
    show(what, cudaLaunchKernel(kernel, dim3(blocks), dim3(threads), arguments,
                                shared, nullptr));
  };
  start("too many registers", kKernels[4].function, 1, 1024, 0);
  start("more than it may be", kKernels[6].function, 1, 160, 0);
  start("more shared memory than there is", kKernels[5].function, 1, 32,
        232448);
  show("a cooperative grid too large",
       cudaLaunchCooperativeKernel(kKernels[0].function, dim3(132 * 32 + 1),
                                   dim3(64), arguments, 0, nullptr));
  show("a cooperative block too large",
       cudaLaunchCooperativeKernel(kKernels[4].function, dim3(1), dim3(1024),
                                   arguments, 0, nullptr));
}

int main() {
  for (const Entry& kernel : kKernels) {
    cudaFuncAttributes a;
    CUDA_CHECK(cudaFuncGetAttributes(&a, kernel.function));
    std::printf(
        "%s: %d registers, at most %d threads, %zu static, %d dynamic\n",
        kernel.name, a.numRegs, a.maxThreadsPerBlock, a.sharedSizeBytes,
        a.maxDynamicSharedSizeBytes);
    rows(kernel);
    room(kernel);
    best(kernel);
    // Now with all the shared memory that a block can have.
    CUDA_CHECK(cudaFuncSetAttribute(
        kernel.function, cudaFuncAttributeMaxDynamicSharedMemorySize,
        static_cast<int>(232448 - a.sharedSizeBytes)));
    rows(kernel);
    room(kernel);
    best(kernel);
  }
  wrong_arguments();
  wrong_launches();
}
