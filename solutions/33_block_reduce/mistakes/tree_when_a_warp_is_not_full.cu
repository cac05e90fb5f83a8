// SPDX-License-Identifier: MIT
// caught by: case "two barriers per call, and one value per warp"
// Shuffles only where 32 divides the number of threads; a tree in shared memory
// everywhere else.

template <typename Op>
__device__ int block_reduce(Op op, int value) {
  __shared__ int slots[1024];
  const int threads = blockDim.x, lane = threadIdx.x % 32;
  int many = threads, place = threadIdx.x;
  if (threads % 32 == 0) {
    for (int step = 16; step > 0; step /= 2) {
      value = op(value, __shfl_xor_sync(0xffffffff, value, step));
    }
    many = threads / 32;
    place = lane == 0 ? threadIdx.x / 32 : 1023;
  }
  if (place < many) slots[place] = value;
  __syncthreads();
  while (many > 1) {
    const int half = (many + 1) / 2;
    if (threadIdx.x + half < many) {
      slots[threadIdx.x] = op(slots[threadIdx.x], slots[threadIdx.x + half]);
    }
    many = half;
    __syncthreads();
  }
  const int result = slots[0];
  __syncthreads();
  return result;
}
