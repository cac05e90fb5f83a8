// SPDX-License-Identifier: MIT
// What else of C a kernel's printf does not have.
#include <cstdint>
#include <cstdio>

__global__ void bytes(const unsigned char* data) {
  printf("%02hhx\n", data[threadIdx.x]);
}

__global__ void distance(const int* begin, const int* end, intmax_t sum) {
  printf("%td\n", end - begin);
  printf("%-8jd|\n", sum);
}

__global__ void digits(double value, int count) {
  printf("%.*f\n", count, value);
}

int main() {
  unsigned char* data;
  cudaMalloc(&data, 4);
  cudaMemset(data, 0xab, 4);
  bytes<<<1, 4>>>(data);
  const int* numbers = nullptr;
  distance<<<1, 1>>>(numbers, numbers + 6, -5);
  digits<<<1, 1>>>(0.125, 2);
  cudaDeviceSynchronize();
  cudaFree(data);
}
