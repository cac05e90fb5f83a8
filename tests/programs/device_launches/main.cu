// SPDX-License-Identifier: MIT
// Dynamic parallelism: kernels that launch kernels, in the stream of the block,
// as fire-and-forget and as tail launches, and a sort that launches itself.
#include <cstdio>
#include <numeric>
#include <vector>

#include "common/cuda_check.h"

constexpr int kCount = 64;

__global__ void scale(int* data, int factor) { data[threadIdx.x] *= factor; }

__global__ void add(int* data, float value, signed char sign) {
  data[threadIdx.x] += sign * static_cast<int>(value);
}

/// One thread fills, and launches two kernels of its block's stream, in order.
__global__ void in_order(int* data) {
  if (threadIdx.x != 0) return;
  for (int i = 0; i < kCount; ++i) data[i] = i;
  scale<<<1, kCount>>>(data, 2);
  add<<<1, kCount>>>(data, 1.5f, 1);
}

__global__ void sum_up(const int* data, int* total) {
  int sum = 0;
  for (int i = 0; i < kCount; ++i) sum += data[i];
  *total = sum;
}

/// Each block launches a kernel for its part; the last block's tail sums up
/// when all of the grid and its launches are done.
__global__ void in_parts(int* data, int* total) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) sum_up<<<1, 1, 0, cudaStreamTailLaunch>>>(data, total);
  const int part = kCount / static_cast<int>(gridDim.x);
  add<<<1, part, 0, cudaStreamFireAndForget>>>(data + part * blockIdx.x, 10.0f,
                                               -1);
}

__global__ void sort(int* data, int left, int right) {
  const int pivot = data[(left + right) / 2];
  int low = left, high = right;
  while (low <= high) {
    while (data[low] < pivot) ++low;
    while (data[high] > pivot) --high;
    if (low > high) break;
    const int value = data[low];
    data[low++] = data[high];
    data[high--] = value;
  }
  if (left < high) sort<<<1, 1, 0, cudaStreamFireAndForget>>>(data, left, high);
  if (low < right) sort<<<1, 1, 0, cudaStreamFireAndForget>>>(data, low, right);
}

__global__ void with_shared(int* out) {
  extern __shared__ int block[];
  block[threadIdx.x] = threadIdx.x + 100 * blockIdx.x;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] =
      block[blockDim.x - 1 - threadIdx.x];
}

__global__ void launch_shared(int* out) {
  with_shared<<<dim3(2), dim3(8), 8 * sizeof(int)>>>(out);
  printf("launched: %d\n", cudaGetLastError() == cudaSuccess);
}

std::vector<int> read(const int* data, int count) {
  std::vector<int> host(count);
  CUDA_CHECK(cudaMemcpy(host.data(), data, count * sizeof(int),
                        cudaMemcpyDeviceToHost));
  return host;
}

void show(const char* name, const std::vector<int>& values) {
  std::printf("%s:", name);
  for (const int value : values) std::printf(" %d", value);
  std::printf("\n");
}

int main() {
  int *data, *total;
  CUDA_CHECK(cudaMalloc(&data, kCount * sizeof(int)));
  CUDA_CHECK(cudaMalloc(&total, sizeof(int)));
  in_order<<<1, 32>>>(data);
  CUDA_CHECK(cudaGetLastError());
  show("in order", read(data, 8));

  in_parts<<<4, 32>>>(data, total);
  CUDA_CHECK(cudaGetLastError());
  show("sum of the tail", read(total, 1));

  std::vector<int> values(kCount);
  for (int i = 0; i < kCount; ++i) values[i] = (i * 37 + 11) % kCount;
  CUDA_CHECK(cudaMemcpy(data, values.data(), kCount * sizeof(int),
                        cudaMemcpyHostToDevice));
  sort<<<1, 1>>>(data, 0, kCount - 1);
  CUDA_CHECK(cudaDeviceSynchronize());
  values = read(data, kCount);
  std::vector<int> sorted(kCount);
  std::iota(sorted.begin(), sorted.end(), 0);
  std::printf("sorted: %d\n", values == sorted);

  launch_shared<<<1, 1>>>(data);
  CUDA_CHECK(cudaDeviceSynchronize());
  show("shared memory", read(data, 16));
  CUDA_CHECK(cudaFree(data));
  CUDA_CHECK(cudaFree(total));
}
