// SPDX-License-Identifier: MIT
// Keeps every other number, in place. Each block loads its part and meets
// before it says how many it keeps, so what later blocks store cannot reach its
// loads; the count itself is in the flag, and needs no fence.
__global__ void keep_half(int* a, volatile int* kept) {
  const int mine = a[blockIdx.x * 32 + threadIdx.x];
  const bool keep = (mine + threadIdx.x) % 2;
  const int count = __syncthreads_count(keep);
  __shared__ int before;
  if (threadIdx.x == 0) {
    int sum = 0;
    if (blockIdx.x > 0)
      while ((sum = kept[blockIdx.x - 1]) == 0) {
      }
    before = sum;
    kept[blockIdx.x] = sum + count;
  }
  const unsigned kept_lanes = __ballot_sync(~0u, keep);
  __syncthreads();
  if (keep) a[before + __popc(kept_lanes & ((1u << threadIdx.x) - 1))] = mine;
}

int main() {
  int *a, *kept;
  cudaMalloc(&a, 128 * sizeof(int));
  cudaMalloc(&kept, 4 * sizeof(int));
  cudaMemset(a, 0, 128 * sizeof(int));
  cudaMemset(kept, 0, 4 * sizeof(int));
  keep_half<<<4, 32>>>(a, kept);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(kept);
}
