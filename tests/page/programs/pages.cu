// SPDX-License-Identifier: MIT
// Runs of all kinds for the page: the first argument chooses one. This comment
// is </script><img src=x onerror=document.title=8> foreign text, too.
#include <csignal>
#include <cstdlib>
#include <cstring>

template <char... name>
__global__ void transpose(float* out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x * 32 + threadIdx.y] = tile[threadIdx.x][threadIdx.y];
}

__global__ void mirror(const float* in, float* out) {
  __shared__ float buf[64];
  buf[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = buf[63 - threadIdx.x];  // <b onclick=alert(1)>raced</b>
}

__global__ void meet(float* out) {
  out[threadIdx.x] = 1;
  for (int i = 0; i < 50; ++i) __syncthreads();
  if (threadIdx.x < 32) asm volatile("bar.sync 1, 64;" ::: "memory");
  asm volatile("bar.sync 2, 64;" ::: "memory");
}

__global__ void spin(volatile float* flag) {
  while (*flag == 0) {
  }
}

// Names from a source that is not there.
#line 1 "</script><img src=x onerror=document.title=8>.cuh"
__global__ void add(float* out) { out[threadIdx.x] += 1; }
#line 38 "pages.cu"

/// Some of each thing that a step may be.
__global__ void walk(const int* in, int* out) {
  __shared__ int tile[2][33];
  const int row = threadIdx.x / 32, lane = threadIdx.x % 32;
  tile[row][lane] = in[threadIdx.x];
  __syncthreads();
  int value = tile[1 - row][lane];
  value += __shfl_down_sync(~0u, value, 1);
  if (__any_sync(~0u, value > 100)) atomicAdd(&out[64], 1);
  if (lane < 5) {
    out[threadIdx.x] = value;
  } else {
    out[threadIdx.x] = -in[threadIdx.x];
  }
}

/// One launch without an error, then one with a race.
void walk_and_race(float* data) {
  int values[64];
  for (int i = 0; i < 64; ++i) values[i] = i;
  int* in;
  cudaMalloc(&in, sizeof values);
  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
  walk<<<1, 64>>>(in, reinterpret_cast<int*>(data));
  mirror<<<1, 64>>>(data, data + 64);
}

int main(int argc, char** argv) {
  const char* kind = argc > 1 ? argv[1] : "all";
  const auto is = [&](const char* word) {
    return std::strcmp(kind, word) == 0 || std::strcmp(kind, "all") == 0;
  };
  float* data;
  cudaMalloc(&data, 4096 * sizeof(float));
  cudaMemset(data, 0, 4096 * sizeof(float));
  if (is("conflict")) transpose<'<', '/', '>'><<<1, dim3(32, 32)>>>(data);
  if (is("race")) mirror<<<1, 64>>>(data, data + 64);
  if (std::strcmp(kind, "walk") == 0) walk_and_race(data);
  if (is("many")) {
    for (int i = 0; i < 300; ++i) add<<<1, 64>>>(data);
  }
  cudaDeviceSynchronize();
  if (std::strcmp(kind, "deadlock") == 0) {
    meet<<<1, 64>>>(data);
    cudaDeviceSynchronize();
  }
  if (std::strcmp(kind, "hang") == 0) {
    spin<<<1, 32>>>(data);
    cudaDeviceSynchronize();
  }
  if (std::strcmp(kind, "crash") == 0) std::raise(SIGSEGV);
  if (std::strcmp(kind, "vanish") == 0) std::raise(SIGKILL);
}
