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
/// The result of lanes 0 to lanes - 1, right in lane 0. All lanes call it.
template <typename Op>
__device__ int warp_reduce(Op op, int value, int lanes) {
  const int lane = threadIdx.x % 32;
  for (int step = 16; step > 0; step /= 2) {
    // A warp may end early: never ask a lane that does not exist.
    const int source = min(lane + step, lanes - 1);
    const int other = __shfl_sync(0xffffffff, value, source);
    if (lane + step < lanes) value = op(value, other);
  }
  return value;
}

/// The result of all threads of the block, right in each of them. All threads
/// call it, and may call it again at once.
template <typename Op>
__device__ int block_reduce(Op op, int value) {
  __shared__ int slots[32], result;  // a block has at most 32 warps
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int threads = blockDim.x, warps = (threads + 31) / 32;  // round up
  value = warp_reduce(op, value, min(32, threads - 32 * warp));
  if (lane == 0) slots[warp] = value;
  __syncthreads();  // every warp has stored
  if (warp == 0) {
    // No warp, no slot: nobody stored there.
    value = lane < warps ? slots[lane] : Op::kIdentity;
    value = warp_reduce(op, value, min(32, threads));
    if (lane == 0) result = value;
  }
  __syncthreads();  // the result is there, and the slots are read
  // So the next call may store into the slots at once. It replaces the result
  // only after its own first barrier.
  return result;
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
