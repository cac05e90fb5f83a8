// SPDX-License-Identifier: MIT
// Right as well: each warp reduces all slots by itself with xor, so the result
// needs no place. The barrier at the end protects the slots.

/// Of all lanes, right in each. A lane that is missing is not asked.
template <typename Op>
__device__ int warp_reduce(Op op, int value, int lanes) {
  const int lane = threadIdx.x % 32;
  if (lanes == 32) {
    for (int bit = 16; bit > 0; bit /= 2) {
      value = op(value, __shfl_xor_sync(0xffffffff, value, bit));
    }
    return value;
  }
  for (int step = 16; step > 0; step /= 2) {
    const int source = lane + step < lanes ? lane + step : lane;
    const int other = __shfl_sync(0xffffffff, value, source);
    if (source != lane) value = op(value, other);
  }
  return __shfl_sync(0xffffffff, value, 0);
}

template <typename Op>
__device__ int block_reduce(Op op, int value) {
  __shared__ int slots[32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int lanes = min(32, blockDim.x - 32 * warp);
  value = warp_reduce(op, value, lanes);
  if (lane == 0) slots[warp] = value;
  __syncthreads();
  const int warps = (blockDim.x + 31) / 32;
  // A warp with few lanes has a lane for several slots.
  value = Op::kIdentity;
  for (int w = lane; w < warps; w += lanes) value = op(value, slots[w]);
  value = warp_reduce(op, value, lanes);
  __syncthreads();
  return value;
}
