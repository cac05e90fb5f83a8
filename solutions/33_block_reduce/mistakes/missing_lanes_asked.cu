// SPDX-License-Identifier: MIT
// caught by: diagnostic inactive-shuffle-source
// The last warp may have fewer than 32 lanes: lanes ask some that are missing.

/// The result of lanes 0 to lanes - 1, right in lane 0. All lanes call it.
template <typename Op>
__device__ int warp_reduce(Op op, int value, int lanes) {
  const int lane = threadIdx.x % 32;
  for (int step = 16; step > 0; step /= 2) {
    // A warp may end early: never ask a lane that does not exist.
    const int other = __shfl_down_sync(0xffffffff, value, step);
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
