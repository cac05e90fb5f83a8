// SPDX-License-Identifier: MIT
// caught by: case "two barriers per call, and one value per warp"
// Right with any operator, but each thread replaces the one result in shared
// memory, one after another.

template <typename Op>
__device__ int block_reduce(Op op, int value) {
  __shared__ int result;
  if (threadIdx.x == 0) result = Op::kIdentity;
  __syncthreads();
  int seen = result, old;
  do {
    old = seen;
    seen = atomicCAS(&result, old, op(old, value));
  } while (seen != old);
  __syncthreads();
  const int all = result;
  __syncthreads();
  return all;
}
