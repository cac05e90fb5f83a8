// SPDX-License-Identifier: MIT
// caught by: diagnostic grid-barrier-not-resident
// Blocks may start in any order. When they do not all fit, those that run may
// wait for tiles whose blocks cannot start.

// A tile's word holds a flag above and a value below. One store brings both, so
// no fence is needed between them. Word 0 counts the tiles that were taken.
constexpr Word kSum = 1ull << 32, kPrefix = 2ull << 32;

__device__ cuda::atomic_ref<Word, cuda::thread_scope_device> state(
    Word* scratch, int tile) {
  return cuda::atomic_ref<Word, cuda::thread_scope_device>(scratch[1 + tile]);
}

/// Tells the tiles after `tile` the sum of its values. One thread calls it.
__device__ void publish_sum(Word* scratch, int tile, int sum) {
  // unsigned: the sign of the sum must not run into the flag.
  state(scratch, tile).store(kSum | unsigned(sum), cuda::memory_order_relaxed);
}

/// Tells them the sum of all values up to the end of `tile`. The same thread
/// calls it, later; for tile 0 at once.
__device__ void publish_prefix(Word* scratch, int tile, int prefix) {
  state(scratch, tile)
      .store(kPrefix | unsigned(prefix), cuda::memory_order_relaxed);
}

/// The sum of all values before `tile`, right in lane 0; waits for what the
/// tiles before it tell. The 32 lanes of one warp call it.
__device__ int look_back(Word* scratch, int tile) {
  const int lane = threadIdx.x % 32;
  int before = 0;
  // Lane 0 looks at the nearest tile, lane 31 at the one 31 further back.
  for (int t = tile - 1 - lane;; t -= 32) {
    Word word = kPrefix;  // before tile 0: a prefix of 0
    do {
      if (t >= 0) word = state(scratch, t).load(cuda::memory_order_relaxed);
    } while (__any_sync(0xffffffff, word < kSum));
    const unsigned whole = __ballot_sync(0xffffffff, word >= kPrefix);
    const int nearest = whole == 0 ? 31 : __ffs(whole) - 1;
    // Sums down to the nearest prefix, and that prefix; nothing beyond it.
    int sum = lane <= nearest ? int(word) : 0;
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
  if (threadIdx.x == 0) taken = int(blockIdx.x);
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
