// SPDX-License-Identifier: MIT
// Rung 3: reduces an array with any operator in two launches of one kernel, and
// finds the range of each block. rungs.cuh holds the operators and what came
// before.
#include <algorithm>

#include "common/cuda_check.h"
#include "lesson.h"
#include "rungs.cuh"

constexpr int kThreads = 512;            // a block of reduce_kernel
constexpr int kTile = kThreads * 4 * 4;  // values: 4 vectors of 4 each

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

/// The result of all threads of the block, right in thread 0. All threads call
/// it. `slots` are 32 ints of shared memory. When the next call uses them too,
/// the caller puts a barrier between the two.
template <typename Op>
__device__ int block_reduce(Op op, int value, int* slots) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int threads = blockDim.x, warps = (threads + 31) / 32;  // round up
  value = warp_reduce(op, value, min(32, threads - 32 * warp));
  if (lane == 0) slots[warp] = value;
  __syncthreads();  // every warp has stored
  if (warp > 0) return value;
  // No warp, no slot: nobody stored there.
  value = lane < warps ? slots[lane] : Op::kIdentity;
  return warp_reduce(op, value, min(32, threads));
}

__global__ void ranges_kernel(const int* in, int* lows, int* highs, int count) {
  __shared__ int slots[32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int low =
      block_reduce(Min(), i < count ? in[i] : Min::kIdentity, slots);
  __syncthreads();  // the first warp has read the slots
  const int high =
      block_reduce(Max(), i < count ? in[i] : Max::kIdentity, slots);
  if (threadIdx.x == 0) {
    lows[blockIdx.x] = low;
    highs[blockIdx.x] = high;
  }
}

/// out[block] = the result of the block's share of `in`. A share is every
/// gridDim.x-th tile of kTile values; what fills no tile goes one by one.
template <typename Op>
__global__ void reduce_kernel(const int* in, int* out, long long count) {
  __shared__ int slots[32];
  const Op op;
  const auto four = [&](int4 v) { return op(op(v.x, v.y), op(v.z, v.w)); };
  int result = Op::kIdentity;
  const long long tiles = count / kTile;
  for (long long tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const int4* vectors = reinterpret_cast<const int4*>(in + tile * kTile);
    // Four loads before the first addition: they are on their way together.
    // Neighbouring lanes take neighbouring vectors, so sectors are whole.
    const int4 a = vectors[threadIdx.x];
    const int4 b = vectors[threadIdx.x + kThreads];
    const int4 c = vectors[threadIdx.x + 2 * kThreads];
    const int4 d = vectors[threadIdx.x + 3 * kThreads];
    result = op(result, op(op(four(a), four(b)), op(four(c), four(d))));
  }
  const long long step = 1ll * gridDim.x * kThreads;
  long long i = tiles * kTile + blockIdx.x * kThreads + threadIdx.x;
  for (; i < count; i += step) result = op(result, in[i]);
  result = block_reduce(op, result, slots);
  if (threadIdx.x == 0) out[blockIdx.x] = result;
}
// task-end

/// As many blocks as the device holds at once, but none without a tile.
template <typename Op>
int grid_size(long long count) {
  int device = 0, processors = 0, blocks = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount,
                                    device));
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      &blocks, reduce_kernel<Op>, kThreads, 0));
  const long long tiles = (count + kTile - 1) / kTile;
  const long long most = std::min(processors * blocks, kMostPartials);
  return static_cast<int>(std::max(1ll, std::min(tiles, most)));
}

template <typename Op>
void reduce_with(const int* in, int* out, int* partials, long long count) {
  const int blocks = grid_size<Op>(count);
  reduce_kernel<Op><<<blocks, kThreads>>>(in, partials, count);
  CUDA_CHECK(cudaGetLastError());
  reduce_kernel<Op><<<1, kThreads>>>(partials, out, blocks);
  CUDA_CHECK(cudaGetLastError());
}

void reduce(const int* in, int* out, int* partials, long long count,
            Operator op) {
  if (op == Operator::kSum) reduce_with<Sum>(in, out, partials, count);
  if (op == Operator::kMin) reduce_with<Min>(in, out, partials, count);
  if (op == Operator::kMax) reduce_with<Max>(in, out, partials, count);
}

void block_ranges(const int* in, int* lows, int* highs, int count,
                  int threads) {
  if (count == 0) return;
  const int blocks = (count + threads - 1) / threads;
  ranges_kernel<<<blocks, threads>>>(in, lows, highs, count);
  CUDA_CHECK(cudaGetLastError());
}
