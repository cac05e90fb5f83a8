// SPDX-License-Identifier: MIT
// out[i] = table[in[i]] for n values. Each block first copies the table into
// shared memory, the fast memory of its multiprocessor, then walks over the
// values in a grid-stride loop, twelve per thread and round. How many blocks,
// and how large, depends on the device: that is the task.
#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kBatch = 12;  // look-ups of a thread that are in flight at once

__global__ void look_up_kernel(const unsigned short* in,  // n
                               const float* table,        // size
                               int size, float* out, int n) {
  extern __shared__ float own[];  // 4 * size bytes, given at the launch
  for (int k = threadIdx.x; k < size; k += blockDim.x) own[k] = table[k];
  __syncthreads();  // the whole table is there
  const int stride = gridDim.x * blockDim.x;
  for (int first = blockIdx.x * blockDim.x + threadIdx.x; first < n;
       first += kBatch * stride) {
    int keys[kBatch];
    for (int b = 0; b < kBatch; ++b) {
      const int i = first + b * stride;
      keys[b] = i < n ? in[i] : 0;
    }
    for (int b = 0; b < kBatch; ++b) {
      const int i = first + b * stride;
      if (i < n) out[i] = own[keys[b]];
    }
  }
}

/// Bytes of shared memory that one block takes.
size_t shared_bytes(int size) { return size * sizeof(float); }

// task-begin
int resident_warps(int threads, int size) {
  int blocks = 0;
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      &blocks, look_up_kernel, threads, shared_bytes(size)));
  return blocks * ((threads + 31) / 32);  // a part of a warp takes a whole one
}

Shape choose_shape(int n, int size) {
  int device = 0;
  cudaDeviceProp own;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaGetDeviceProperties(&own, device));
  int warps = 0, threads = 32;
  // From the largest block down: of equal ones it copies the table least often.
  for (int t = own.maxThreadsPerBlock / 32 * 32; t > 0; t -= 32) {
    if (resident_warps(t, size) > warps) {
      warps = resident_warps(t, size), threads = t;
    }
  }
  const int fitting = own.multiProcessorCount * (warps / (threads / 32));
  const int needed = (n - 1) / threads + 1;
  return {needed < fitting ? needed : fitting, threads};
}
// task-end

void look_up_as(Shape shape, const unsigned short* in, const float* table,
                int size, float* out, int n) {
  look_up_kernel<<<shape.blocks, shape.threads, shared_bytes(size)>>>(
      in, table, size, out, n);
}

void look_up(const unsigned short* in, const float* table, int size, float* out,
             int n) {
  if (n == 0) return;
  look_up_as(choose_shape(n, size), in, table, size, out, n);
  CUDA_CHECK(cudaGetLastError());
}
