// SPDX-License-Identifier: MIT
// What each device here can hold, and what becomes of one fixed launch: 26
// blocks of 1024 threads, which an article chose for a K20m. Then the same
// kernel in as many blocks as fit.
#include <algorithm>
#include <cstdio>

#include "common/cuda_check.h"
#include "common/device_buffer.h"

constexpr int kBlocks = 26, kThreads = 1024;  // the article's launch

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
  std::printf("%-22s %3d  %5d %6d %9d %6zu %8d %5.1f\n", d.name,
              d.multiProcessorCount, d.maxThreadsPerMultiProcessor / 32,
              d.maxBlocksPerMultiProcessor, d.regsPerMultiprocessor,
              d.sharedMemPerMultiprocessor >> 10, d.l2CacheSize >> 10,
              double(d.totalGlobalMem) / (1 << 30));
}

void show_launch(const cudaDeviceProp& d, int blocks, int threads) {
  std::printf("%-22s %3d x %4d  ", d.name, blocks, threads);
  const lockstep::DeviceBuffer<int> marks(blocks * threads);
  leave_mark<<<blocks, threads>>>(marks.data());
  const cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorName(error));
    return;
  }
  const int one = fitting(threads), sms = d.multiProcessorCount;
  std::printf("%3d %7d %11d of %d\n", one, std::min(blocks, sms),
              std::min(blocks, one * sms) * threads / 32,
              sms * d.maxThreadsPerMultiProcessor / 32);
}

void show_warps(const cudaDeviceProp& d) {
  std::printf("%-22s", d.name);
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
      "                            one SM holds         KB     whole device\n"
      "GPU                    SMs  warps blocks registers shared    L2 KB    "
      "GB",
      show_limits);
  on_every_device(
      "\n"
      "                                  blocks    SMs with    warps\n"
      "GPU                        launch  per SM   work        at once",
      [](const cudaDeviceProp& d) {
        show_launch(d, kBlocks, kThreads);
        const int threads = d.maxThreadsPerBlock;
        show_launch(d, fitting(threads) * d.multiProcessorCount, threads);
      });
  on_every_device(
      "\nwarps on one SM, by the threads of a block\n"
      "GPU                       32    64   128   384   512   768  1024",
      show_warps);
}
