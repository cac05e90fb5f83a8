// SPDX-License-Identifier: MIT
// Reduces the values of a block with any operator, and hands the result to
// every thread. The kernel does so once for each row, in a loop.
#include <climits>

#include "common/cuda_check.h"
#include "lesson.h"

/// An operator knows the value that changes nothing: its identity. All are
/// associative and commutative.
struct Sum {
  static constexpr int kIdentity = 0;
  __device__ int operator()(int a, int b) const { return a + b; }
};
struct Product {
  static constexpr int kIdentity = 1;
  __device__ int operator()(int a, int b) const { return a * b; }
};
struct Min {
  static constexpr int kIdentity = INT_MAX;
  __device__ int operator()(int a, int b) const { return a < b ? a : b; }
};
struct Max {
  static constexpr int kIdentity = INT_MIN;
  __device__ int operator()(int a, int b) const { return a > b ? a : b; }
};

// task-begin
// TODO: reduce the block's values. Each warp reduces its own by shuffles and
// puts one value into shared memory; then one warp reduces those. About 20
// lines, with a function for the warp.

/// The result of all threads of the block, right in each of them. All threads
/// call it, and may call it again at once.
template <typename Op>
__device__ int block_reduce(Op op, int value) {
  return value;
}
// task-end

template <typename Op>
__global__ void rows_kernel(const int* in, int* out, int rows, int columns) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int r = 0; r < rows; ++r) {
    const int value = i < columns ? in[r * columns + i] : Op::kIdentity;
    const int result = block_reduce(Op(), value);
    if (i < columns) out[r * columns + i] = result;
  }
}

void reduce_stretches(const int* in, int* out, int rows, int columns,
                      int threads, Operator op) {
  if (rows == 0 || columns == 0) return;
  const auto kernel = op == Operator::kSum       ? rows_kernel<Sum>
                      : op == Operator::kProduct ? rows_kernel<Product>
                      : op == Operator::kMin     ? rows_kernel<Min>
                                                 : rows_kernel<Max>;
  const int blocks = (columns + threads - 1) / threads;
  kernel<<<blocks, threads>>>(in, out, rows, columns);
  CUDA_CHECK(cudaGetLastError());
}
