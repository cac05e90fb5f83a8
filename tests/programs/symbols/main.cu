// SPDX-License-Identifier: MIT
// __constant__ and __device__ variables: initial values, copies by symbol
// with an offset, addresses and sizes, a variable that points at another. The
// same of a __managed__ variable.
#include <cstdio>

#include "common/cuda_check.h"

struct Mixed {
  char tag;
  double weight;
  int* where;
};

__constant__ float coefficients[4] = {0.5f, 1.5f, 2.5f, 3.5f};
__device__ int table[8] = {1, 2, 3};
__device__ int* third = table + 2;
__device__ Mixed mixed = {'m', 0.25, &table[1]};
__constant__ char greeting[] = "hello from constant memory";

__managed__ int shared = 3;

__global__ void evaluate(float x, float* out) {
  float sum = 0.0f;
  for (int k = 3; k >= 0; --k) sum = sum * x + coefficients[k];
  *out = sum;
}

__global__ void follow(int* out) {
  out[0] = *third;
  out[1] = *mixed.where;
  out[2] = mixed.tag;
  out[3] = static_cast<int>(mixed.weight * 100);
  out[4] = greeting[6];
  *third += 100;
}

void managed_one() {
  int value = 9;
  CUDA_CHECK(cudaMemcpyToSymbol(shared, &value, sizeof value));
  CUDA_CHECK(cudaDeviceSynchronize());
  value = 0;
  CUDA_CHECK(cudaMemcpyFromSymbol(&value, shared, sizeof value));
  void* address;
  size_t bytes;
  CUDA_CHECK(cudaGetSymbolAddress(&address, shared));
  CUDA_CHECK(cudaGetSymbolSize(&bytes, shared));
  std::printf("managed: %d %d, its own address: %d, size %zu\n", shared, value,
              address == static_cast<void*>(&shared), bytes);
}

int main() {
  float *dresult, result;
  int *dints, ints[5];
  CUDA_CHECK(cudaMalloc(&dresult, sizeof(float)));
  CUDA_CHECK(cudaMalloc(&dints, sizeof(ints)));

  evaluate<<<1, 1>>>(2.0f, dresult);
  CUDA_CHECK(cudaMemcpy(&result, dresult, 4, cudaMemcpyDefault));
  std::printf("initial: %.2f\n", result);
  const float zero[2] = {0.0f, 0.0f};
  CUDA_CHECK(cudaMemcpyToSymbol(coefficients, zero, sizeof(zero), 8));
  evaluate<<<1, 1>>>(2.0f, dresult);
  CUDA_CHECK(cudaMemcpy(&result, dresult, 4, cudaMemcpyDefault));
  std::printf("after copy: %.2f\n", result);

  follow<<<1, 1>>>(dints);
  CUDA_CHECK(cudaMemcpy(ints, dints, sizeof(ints), cudaMemcpyDefault));
  std::printf("follow: %d %d %c %d %c\n", ints[0], ints[1], ints[2], ints[3],
              ints[4]);
  int back[8];
  CUDA_CHECK(cudaMemcpyFromSymbol(back, table, sizeof(back)));
  for (int value : back) std::printf("%d ", value);
  CUDA_CHECK(cudaMemcpyFromSymbol(back, table, 4, 4));
  std::printf("| %d\n", back[0]);

  void *table_at, *third_value;
  size_t bytes;
  CUDA_CHECK(cudaGetSymbolAddress(&table_at, table));
  CUDA_CHECK(cudaGetSymbolSize(&bytes, table));
  CUDA_CHECK(cudaMemcpyFromSymbol(&third_value, third, sizeof(void*)));
  std::printf("size %zu, third - table = %d bytes\n", bytes,
              static_cast<int>(static_cast<char*>(third_value) -
                               static_cast<char*>(table_at)));
  CUDA_CHECK(cudaMemset(table_at, 0, bytes));
  CUDA_CHECK(cudaMemcpyFromSymbol(back, table, sizeof(back)));
  std::printf("cleared: %d\n", back[2]);
  managed_one();
  CUDA_CHECK(cudaFree(dresult));
  CUDA_CHECK(cudaFree(dints));
}
