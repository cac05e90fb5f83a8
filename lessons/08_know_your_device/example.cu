// SPDX-License-Identifier: MIT
// What each device here can hold, and what becomes of one fixed launch: 264
// blocks of 1024 threads, chosen for an H200. Then the same kernel in as many
// blocks as fit.
#include <algorithm>
#include <cstdio>

#include "common/cuda_check.h"
#include "common/device_buffer.h"

constexpr int kBlocks = 264, kThreads = 1024;

__global__ void leave_mark(int* marks) {
  marks[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

/// Blocks of `threads` threads that one multiprocessor holds at once.
int fitting(int threads) {
  int blocks = 0;
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, leave_mark,
                                                           threads, 0));
  return blocks;
}

void show_limits(const cudaDeviceProp& d) {
  std::printf("%-23s %3d  %5d %6d %9d %6zu %8d %5.1f\n", d.name,
              d.multiProcessorCount, d.maxThreadsPerMultiProcessor / 32,
              d.maxBlocksPerMultiProcessor, d.regsPerMultiprocessor,
              d.sharedMemPerMultiprocessor >> 10, d.l2CacheSize >> 10,
              double(d.totalGlobalMem) / (1 << 30));
}

void show_launch(const cudaDeviceProp& d, int blocks, int threads) {
  const lockstep::DeviceBuffer<int> marks(blocks * threads);
  leave_mark<<<blocks, threads>>>(marks.data());
  CUDA_CHECK(cudaGetLastError());
  const int at_once = fitting(threads) * d.multiProcessorCount;
  const int waves = (blocks + at_once - 1) / at_once;
  const int last = blocks - (waves - 1) * at_once;  // in the last wave
  std::printf("%-23s %3d x %4d  %4d %9d %9d %12d of %d\n", d.name, blocks,
              threads, fitting(threads), at_once, waves,
              std::min(last, d.multiProcessorCount), d.multiProcessorCount);
}

void show_warps(const cudaDeviceProp& d) {
  std::printf("%-23s", d.name);
  for (const int threads : {32, 64, 128, 384, 512, 768, 1024}) {
    const bool allowed = threads <= d.maxThreadsPerBlock;
    std::printf(" %5d", allowed ? fitting(threads) * threads / 32 : 0);
  }
  std::printf("\n");
}

template <typename Show>
void on_every_device(const char* head, Show show) {
  int devices = 0;
  CUDA_CHECK(cudaGetDeviceCount(&devices));
  std::printf("%s\n", head);
  for (int device = 0; device < devices; ++device) {
    cudaDeviceProp limits;
    CUDA_CHECK(cudaSetDevice(device));
    CUDA_CHECK(cudaGetDeviceProperties(&limits, device));
    show(limits);
  }
}

int main() {
  on_every_device(
      "                             one SM holds         KB     whole device\n"
      "GPU                     SMs  warps blocks registers shared    L2 KB    "
      "GB",
      show_limits);
  on_every_device(
      "\n"
      "                                  per SM    blocks               SMs "
      "with work\n"
      "GPU                         launch blocks   at once     waves   in the "
      "last wave",
      [](const cudaDeviceProp& d) {
        show_launch(d, kBlocks, kThreads);
        const int at_once = fitting(kThreads) * d.multiProcessorCount;
        if (at_once != kBlocks) show_launch(d, at_once, kThreads);
      });
  on_every_device(
      "\nwarps on one SM, by the threads of a block\n"
      "GPU                        32    64   128   384   512   768  1024",
      show_warps);
}
