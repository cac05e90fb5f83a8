// SPDX-License-Identifier: MIT
// Right as well: GPUs since 8.0 reduce a warp in one instruction, for the
// operators that it knows.

#if __CUDA_ARCH__ >= 800
__device__ unsigned mask_of(int lanes) { return 0xffffffff >> (32 - lanes); }
#endif

template <typename Op>
__device__ int warp_reduce(Op op, int value, int lanes) {
  const int lane = threadIdx.x % 32;
  for (int step = 16; step > 0; step /= 2) {
    const int source = min(lane + step, lanes - 1);
    const int other = __shfl_sync(0xffffffff, value, source);
    if (lane + step < lanes) value = op(value, other);
  }
  return value;
}

#if __CUDA_ARCH__ >= 800
__device__ int warp_reduce(Sum, int value, int lanes) {
  return __reduce_add_sync(mask_of(lanes), value);
}
__device__ int warp_reduce(Min, int value, int lanes) {
  return __reduce_min_sync(mask_of(lanes), value);
}
__device__ int warp_reduce(Max, int value, int lanes) {
  return __reduce_max_sync(mask_of(lanes), value);
}
#endif

template <typename Op>
__device__ int block_reduce(Op op, int value) {
  __shared__ int slots[32], result;
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int threads = blockDim.x, warps = (threads + 31) / 32;
  value = warp_reduce(op, value, min(32, threads - 32 * warp));
  if (lane == 0) slots[warp] = value;
  __syncthreads();
  if (warp == 0) {
    value = lane < warps ? slots[lane] : Op::kIdentity;
    value = warp_reduce(op, value, min(32, threads));
    if (lane == 0) result = value;
  }
  __syncthreads();
  return result;
}
