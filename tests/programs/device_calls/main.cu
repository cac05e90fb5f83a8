// SPDX-License-Identifier: MIT
// Calls in device code: recursion, structs by value, function pointers in
// registers and in memory, a virtual function, different callees in one warp.
#include <cstdio>

#include "common/cuda_check.h"

struct Pair {
  int low;
  double high;
  char name[5];
};

__noinline__ __device__ int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

__noinline__ __device__ Pair grow(Pair p, int by) {
  p.low += by;
  p.high *= by;
  ++p.name[1];
  return p;
}

__noinline__ __device__ int twice(int x) { return 2 * x; }
__noinline__ __device__ int square(int x) { return x * x; }
__noinline__ __device__ int minus_one(int x) { return x - 1; }

using Function = int (*)(int);
__device__ Function functions[3] = {twice, square, minus_one};

class Shape {
 public:
  __device__ virtual int area(int scale) const = 0;
};
class Square : public Shape {
 public:
  __device__ explicit Square(int side) : side_(side) {}
  __device__ int area(int scale) const override {
    return side_ * side_ * scale;
  }

 private:
  int side_;
};
class Strip : public Shape {
 public:
  __device__ explicit Strip(int length) : length_(length) {}
  __device__ int area(int scale) const override { return length_ * scale; }

 private:
  int length_;
};

__global__ void call_all(int* out, Pair* pairs) {
  const int i = threadIdx.x;
  out[i] = fibonacci(i % 11);
  out[32 + i] = functions[i % 3](i);
  Pair p = {i, 0.5, "abcd"};
  pairs[i] = grow(p, i + 1);
  const Square square_shape(i);
  const Strip strip(i);
  const Shape* shape = i % 2 == 0 ? static_cast<const Shape*>(&square_shape)
                                  : static_cast<const Shape*>(&strip);
  out[64 + i] = shape->area(10);
}

__global__ void apply(Function f, int* out) { out[0] = f(21); }

int main() {
  int *out, host[96];
  Pair *pairs, host_pairs[32];
  CUDA_CHECK(cudaMalloc(&out, sizeof(host)));
  CUDA_CHECK(cudaMalloc(&pairs, sizeof(host_pairs)));
  call_all<<<1, 32>>>(out, pairs);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaMemcpy(host_pairs, pairs, sizeof(host_pairs),
                        cudaMemcpyDeviceToHost));
  std::printf("fibonacci: %d %d %d\n", host[1], host[10], host[9 + 11]);
  std::printf("functions: %d %d %d %d\n", host[32 + 9], host[32 + 10],
              host[32 + 11], host[32 + 31]);
  std::printf("pair: %d %.1f %s\n", host_pairs[7].low, host_pairs[7].high,
              host_pairs[7].name);
  std::printf("areas: %d %d\n", host[64 + 6], host[64 + 7]);

  // A function pointer is a value that the host may carry.
  Function f;
  CUDA_CHECK(cudaMemcpyFromSymbol(&f, functions, sizeof(f), 8));
  apply<<<1, 1>>>(f, out);
  CUDA_CHECK(cudaMemcpy(host, out, 4, cudaMemcpyDeviceToHost));
  std::printf("carried: %d\n", host[0]);
  CUDA_CHECK(cudaFree(out));
  CUDA_CHECK(cudaFree(pairs));
}
