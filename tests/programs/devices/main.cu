// SPDX-License-Identifier: MIT
// Several devices in one program: SIMT_DEVICE=h200,k20m,c1060.
#include <cstdio>
#include <thread>

#include "common/counters.h"
#include "common/cuda_check.h"

__device__ int counter = 5;
__managed__ int shared_by_all = 7;

__global__ void bump() { atomicAdd(&counter, 1); }

__global__ void bump_managed() { ++shared_by_all; }

/// Each lane loads one Word, `step` words apart.
template <typename Word>
__global__ void load_steps(Word* out, int step) {
  __shared__ Word tile[1056];
  for (int i = threadIdx.x; i < 1056; i += 32) tile[i] = i;
  __syncwarp();
  out[threadIdx.x] = tile[threadIdx.x * step];
}

__global__ void use_12_kb(int* out) {
  __shared__ int tile[3072];
  for (int i = threadIdx.x; i < 3072; i += blockDim.x) tile[i] = i;
  __syncthreads();
  out[threadIdx.x] = tile[3071 - threadIdx.x];
}

/// Passes of the one load; the stores before it are not counted.
template <typename Word>
int passes(int step) {
  Word* out = nullptr;
  CUDA_CHECK(cudaMalloc(&out, 32 * sizeof(Word)));
  lockstep::Recording recording;
  load_steps<<<1, 32>>>(out, step);
  CUDA_CHECK(cudaDeviceSynchronize());
  CUDA_CHECK(cudaFree(out));
  return static_cast<int>(recording.total().shared_load.wavefronts);
}

void print_passes(const char* mode) {
  printf("  %s: float step 1: %d, 2: %d, 32: %d, 33: %d; double step 1: %d\n",
         mode, passes<float>(1), passes<float>(2), passes<float>(32),
         passes<float>(33), passes<double>(1));
}

void print_residency() {
  const cudaFuncCache splits[] = {cudaFuncCachePreferShared,
                                  cudaFuncCachePreferEqual,
                                  cudaFuncCachePreferL1};
  int* out = nullptr;
  CUDA_CHECK(cudaMalloc(&out, 128 * sizeof(int)));
  printf("  blocks of 12 KB, as L1 grows:");
  for (cudaFuncCache split : splits) {
    CUDA_CHECK(cudaFuncSetCacheConfig(use_12_kb, split));
    int asked = 0;
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&asked, use_12_kb,
                                                             128, 0));
    lockstep::Recording recording;
    use_12_kb<<<1, 128>>>(out);
    CUDA_CHECK(cudaDeviceSynchronize());
    const int reported = recording.list()[0].resident_blocks_per_sm;
    printf(reported == asked ? " %d" : " %d, but reported %d", asked, reported);
  }
  printf("\n");
  CUDA_CHECK(cudaFree(out));
}

void print_device(int device) {
  CUDA_CHECK(cudaSetDevice(device));
  cudaDeviceProp d;
  CUDA_CHECK(cudaGetDeviceProperties(&d, device));
  int current = -1, sms = 0;
  CUDA_CHECK(cudaGetDevice(&current));
  CUDA_CHECK(
      cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device));
  printf("%d: %s %d.%d, %d SMs\n", current, d.name, d.major, d.minor, sms);
  for (int i = 0; i <= device; ++i) bump<<<1, 1>>>();
  int value = 0;
  CUDA_CHECK(cudaMemcpyFromSymbol(&value, counter, sizeof(value)));
  printf("  counter of its own: %d\n", value);
  print_residency();
  print_passes("first");
  CUDA_CHECK(cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte));
  cudaSharedMemConfig config;
  CUDA_CHECK(cudaDeviceGetSharedMemConfig(&config));
  const bool wide = config == cudaSharedMemBankSizeEightByte;
  print_passes(wide ? "8-byte banks" : "8-byte banks refused");
}

int main() {
  int count = 0;
  CUDA_CHECK(cudaGetDeviceCount(&count));
  printf("%d devices\n", count);
  for (int device = 0; device < count; ++device) print_device(device);
  printf("%s\n", cudaGetErrorName(cudaSetDevice(count)));
  bump_managed<<<1, 1>>>();
  CUDA_CHECK(cudaDeviceSynchronize());
  CUDA_CHECK(cudaSetDevice(0));
  bump_managed<<<1, 1>>>();
  CUDA_CHECK(cudaDeviceSynchronize());
  printf("managed variable of all: %d\n", shared_by_all);

  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));
  CUDA_CHECK(cudaSetDevice(1));
  bump<<<1, 1, 0, stream>>>();
  printf("stream of another device: %s\n",
         cudaGetErrorName(cudaGetLastError()));
  std::thread([] {
    int device = -1;
    CUDA_CHECK(cudaGetDevice(&device));
    printf("a new thread is on device %d\n", device);
  }).join();
  void* mine = nullptr;
  CUDA_CHECK(cudaMalloc(&mine, 4));
  cudaPointerAttributes facts;
  CUDA_CHECK(cudaPointerGetAttributes(&facts, mine));
  printf("memory of device %d\n", facts.device);
  CUDA_CHECK(cudaDeviceReset());  // of device 1 alone
  CUDA_CHECK(cudaSetDevice(0));
  CUDA_CHECK(cudaStreamDestroy(stream));
}
