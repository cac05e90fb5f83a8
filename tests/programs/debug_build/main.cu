// SPDX-License-Identifier: MIT
// Built with -G: nothing is optimised, every variable lives in local memory and
// every function is called. The host runs the same functions.
// nvcc: -G
#include <cstdio>

#include "common/cuda_check.h"

constexpr int kThreads = 96;

struct Matrix {
  float values[3][3];
  __host__ __device__ float& at(int row, int column) {
    return values[row][column];
  }
};

__host__ __device__ Matrix product(Matrix a, Matrix b) {
  Matrix result{};
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column)
      for (int k = 0; k < 3; ++k)
        result.at(row, column) += a.at(row, k) * b.at(k, column);
  return result;
}

__host__ __device__ int power(int base, int exponent) {
  if (exponent == 0) return 1;
  const int half = power(base, exponent / 2);
  return exponent % 2 == 0 ? half * half : half * half * base;
}

template <class F>
__host__ __device__ int twice(F f, int x) {
  return f(f(x));
}

__host__ __device__ int mixed(int i) {
  Matrix a{}, b{};
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column) {
      a.at(row, column) = static_cast<float>((i + row) % 5);
      b.at(row, column) = static_cast<float>((i * column) % 7);
    }
  const int cell = static_cast<int>(product(a, b).at(i % 3, i / 3 % 3));
  int letters[4] = {'d', 'e', 'b', 'g'};
  switch (i % 3) {
    case 0:
      letters[i % 4] = power(3, i % 6);
      break;
    case 1:
      letters[1] += twice([i](int x) { return 2 * x + i; }, 5);
      break;
    default:
      letters[2] -= i;
  }
  return cell * 1000 + letters[0] + letters[1] + letters[2] + letters[3];
}

/// Sums in shared memory, then over a warp.
__global__ void compute(int* each, int* sums) {
  __shared__ int shared[kThreads];
  const int t = static_cast<int>(threadIdx.x);
  each[t] = shared[t] = mixed(t);
  __syncthreads();
  int sum = shared[(t + 1) % kThreads];
  for (int step = 16; step > 0; step /= 2)
    sum += __shfl_down_sync(0xFFFFFFFFu, sum, step);
  if (t % 32 == 0) atomicAdd(&sums[t / 32], sum);
}

int main() {
  int *each, *sums;
  CUDA_CHECK(cudaMallocManaged(&each, kThreads * sizeof(int)));
  CUDA_CHECK(cudaMallocManaged(&sums, 3 * sizeof(int)));
  for (int i = 0; i < 3; ++i) sums[i] = 0;
  compute<<<1, kThreads>>>(each, sums);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
  int wrong = 0, expected[3] = {};
  for (int i = 0; i < kThreads; ++i) {
    wrong += each[i] != mixed(i);
    expected[i / 32] += mixed((i + 1) % kThreads);
  }
  for (int i : {0, 1, 2, 31, 95}) std::printf("%d: %d\n", i, each[i]);
  for (int i = 0; i < 3; ++i) wrong += sums[i] != expected[i];
  std::printf("sums: %d %d %d\n", sums[0], sums[1], sums[2]);
  std::printf("unlike the host: %d\n", wrong);
  CUDA_CHECK(cudaFree(each));
  CUDA_CHECK(cudaFree(sums));
}
