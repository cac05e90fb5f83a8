// SPDX-License-Identifier: MIT
// caught by: diagnostic missing-fence
// The reader is another block: __threadfence_block() does not reach it.

// A tile's first word is its flag; the second holds its sum and its prefix.
// Word 0 counts the tiles that were taken.
__device__ volatile unsigned* flag_of(Word* scratch, int tile) {
  return reinterpret_cast<unsigned*>(scratch + 2 + 2 * tile);
}
__device__ int* values_of(Word* scratch, int tile) {
  return reinterpret_cast<int*>(scratch + 3 + 2 * tile);
}

__device__ void publish_sum(Word* scratch, int tile, int sum) {
  values_of(scratch, tile)[0] = sum;
  __threadfence_block();  // the value before the flag
  *flag_of(scratch, tile) = 1;
}

__device__ void publish_prefix(Word* scratch, int tile, int prefix) {
  values_of(scratch, tile)[1] = prefix;
  __threadfence_block();  // the value before the flag
  *flag_of(scratch, tile) = 2;
}

__device__ int look_back(Word* scratch, int tile) {
  const int lane = threadIdx.x % 32;
  int before = 0;
  for (int t = tile - 1 - lane;; t -= 32) {
    unsigned flag = 2;
    do {
      if (t >= 0) flag = *flag_of(scratch, t);
    } while (__any_sync(0xffffffff, flag == 0));
    __threadfence();  // the flag before the value
    const int value = t >= 0 ? values_of(scratch, t)[flag - 1] : 0;
    const unsigned whole = __ballot_sync(0xffffffff, flag == 2);
    const int nearest = whole == 0 ? 31 : __ffs(whole) - 1;
    int sum = lane <= nearest ? value : 0;
    for (int step = 16; step > 0; step /= 2) {
      sum += __shfl_down_sync(0xffffffff, sum, step);
    }
    before += sum;
    if (whole != 0) return before;
  }
}

/// Scans one tile for each block. All blocks are of kThreads threads.
__global__ void scan_kernel(const int* in, int* out, Word* scratch, int count) {
  __shared__ int taken, before;
  // In the order in which blocks start: whoever has a lower tile runs already.
  if (threadIdx.x == 0) taken = int(atomicAdd(&scratch[0], 1ull));
  __syncthreads();
  const int tile = taken;
  Share v;
  const int sum = scan_tile(in, tile * kTile, count, v);
  if (threadIdx.x < 32) {
    if (tile > 0 && threadIdx.x == 0) publish_sum(scratch, tile, sum);
    const int sums = look_back(scratch, tile);
    if (threadIdx.x == 0) {
      publish_prefix(scratch, tile, sums + sum);
      before = sums;
    }
  }
  __syncthreads();
  store_tile(out, tile * kTile, count, v, before);
}

void scan(const int* in, int* out, Word* scratch, int count) {
  if (count == 0) return;
  const int words = scratch_words(count), tiles = (words - 2) / 2;
  CUDA_CHECK(cudaMemsetAsync(scratch, 0, words * sizeof(Word)));
  scan_kernel<<<tiles, kThreads>>>(in, out, scratch, count);
  CUDA_CHECK(cudaGetLastError());
}
