// SPDX-License-Identifier: MIT
// caught by: case "two barriers per call, and one value per warp"
// Every thread has a slot, and thread 0 reduces them one by one.

template <typename Op>
__device__ int block_reduce(Op op, int value) {
  __shared__ int slots[1024], result;
  slots[threadIdx.x] = value;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int t = 1; t < blockDim.x; ++t) value = op(value, slots[t]);
    result = value;
  }
  __syncthreads();
  return result;
}
