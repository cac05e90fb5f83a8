// SPDX-License-Identifier: MIT
// Fences on both sides order the partial sum and the counter.
namespace first {

__device__ unsigned finished = 0;

__global__ void sum(int* partial, int* total) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = blockIdx.x;
    __threadfence();
    last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (!last || threadIdx.x != 0) return;
  int all = 0;
  for (int i = 0; i < gridDim.x; ++i) all += partial[i];
  *total = all;
}

void run() {
  int *a, *b;
  cudaMalloc(&a, 1024 * sizeof(int));
  cudaMalloc(&b, 1024 * sizeof(int));
  cudaMemset(a, 0, 1024 * sizeof(int));
  sum<<<8, 64>>>(a, b);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
}

}  // namespace first

// Keeps every other number, in place. Each block loads its part and meets
// before it says how many it keeps, so what later blocks store cannot reach its
// loads; the count itself is in the flag, and needs no fence.
namespace in_place {

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

void run() {
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

}  // namespace in_place

int main() {
  first::run();
  in_place::run();
}
