// SPDX-License-Identifier: MIT
// caught by: case "two barriers per call, and one value per warp"
// Right, but every thread has a slot, and every step a barrier.

template <typename Op>
__device__ int block_reduce(Op op, int value) {
  __shared__ int slots[1024];
  slots[threadIdx.x] = value;
  int many = blockDim.x;
  while (many > 1) {
    const int half = (many + 1) / 2;
    __syncthreads();
    if (threadIdx.x + half < many) {
      slots[threadIdx.x] = op(slots[threadIdx.x], slots[threadIdx.x + half]);
    }
    many = half;
  }
  __syncthreads();
  const int result = slots[0];
  __syncthreads();
  return result;
}
