// SPDX-License-Identifier: MIT
// caught by: case "a sum takes five shuffles per warp"
// caught by: case "a greatest value takes ten at most"
// Right, by way of shared memory: every lane reads all 32 values.

__device__ int warp_sum(int value) {
  __shared__ int values[kThreads];
  values[threadIdx.x] = value;
  __syncwarp();
  const int* warps = values + threadIdx.x / 32 * 32;
  int sum = 0;
  for (int lane = 0; lane < 32; ++lane) sum += warps[lane];
  return sum;
}

__device__ Candidate warp_greatest(Candidate best) {
  __shared__ int values[kThreads];
  values[threadIdx.x] = best.value;
  __syncwarp();
  const int* warps = values + threadIdx.x / 32 * 32;
  const int first = best.place / 32 * 32;
  best = {warps[0], first};
  for (int lane = 1; lane < 32; ++lane) {
    if (warps[lane] > best.value) best = {warps[lane], first + lane};
  }
  return best;
}
