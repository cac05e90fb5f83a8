// SPDX-License-Identifier: MIT
// caught by: diagnostic grid-barrier-not-resident
// The tile is blockIdx.x, and atomics tell its sum and its prefix: as many atomics
// as with a counter, but a block may wait for one that has not started.

__device__ void publish_sum(Word* scratch, int tile, int sum) {
  atomicExch(scratch + 2 + tile, (1ull << 32) | (unsigned)sum);
}
__device__ void publish_prefix(Word* scratch, int tile, int prefix) {
  atomicExch(scratch + 2 + tile, (2ull << 32) | (unsigned)prefix);
}
__device__ int look_back(Word* scratch, int tile) {
  int sum = 0;
  if (threadIdx.x % 32 == 0) {
    for (int t = tile - 1; t >= 0; --t) {
      Word w;
      do w = *(volatile Word*)(scratch + 2 + t);
      while ((w >> 32) == 0);
      sum += (int)(unsigned)w;
      if ((w >> 32) == 2) break;
    }
  }
  return sum;
}
__global__ void scan_kernel(const int* in, int* out, Word* scratch, int count) {
  __shared__ int before;
  const int tile = blockIdx.x;
  Share v;
  const int sum = scan_tile(in, tile * kTile, count, v);
  if (threadIdx.x < 32) {
    int b = 0;
    if (tile == 0) {
      if (threadIdx.x == 0) publish_prefix(scratch, 0, sum);
    } else {
      if (threadIdx.x == 0) publish_sum(scratch, tile, sum);
      b = look_back(scratch, tile);
      if (threadIdx.x == 0) publish_prefix(scratch, tile, b + sum);
    }
    if (threadIdx.x == 0) before = b;
  }
  __syncthreads();
  store_tile(out, tile * kTile, count, v, before);
}
void scan(const int* in, int* out, Word* scratch, int count) {
  if (count == 0) return;
  const int tiles = (scratch_words(count) - 2) / 2;
  CUDA_CHECK(cudaMemsetAsync(scratch, 0, scratch_words(count) * sizeof(Word)));
  scan_kernel<<<tiles, kThreads>>>(in, out, scratch, count);
  CUDA_CHECK(cudaGetLastError());
}
