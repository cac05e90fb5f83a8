// SPDX-License-Identifier: MIT
// caught by: diagnostic missing-fence
// The blocks count together, but atomicInc_block() is atomic in one block only.

constexpr int kThreads = 512;  // a block
constexpr int kInFlight = 4;   // vectors that a thread loads before it adds
constexpr int kTile = kThreads * kInFlight;  // vectors

template <typename Op>
__global__ void reduce_kernel(const int* in, long long first, long long last,
                              int* out, int* partials, unsigned* finished) {
  __shared__ bool is_last;
  const Op op;
  const auto four = [&](int4 v) { return op(op(v.x, v.y), op(v.z, v.w)); };
  const int4* vectors = reinterpret_cast<const int4*>(in + first);
  const long long count = (last - first) / 4, tiles = count / kTile;  // whole
  int result = Op::kIdentity;
  for (long long tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    // All loads before the first use: they are in flight together. Neighbouring
    // lanes take neighbouring vectors, so sectors are whole.
    int4 v[kInFlight];
    for (int k = 0; k < kInFlight; ++k) {
      v[k] = vectors[tile * kTile + k * kThreads + threadIdx.x];
    }
    for (int k = 0; k < kInFlight; ++k) result = op(result, four(v[k]));
  }
  // Vectors that fill no tile, and values that fill no vector.
  const long long threads = 1ll * gridDim.x * kThreads;
  const long long me = blockIdx.x * kThreads + threadIdx.x;
  for (long long i = tiles * kTile + me; i < count; i += threads) {
    result = op(result, four(vectors[i]));
  }
  for (long long i = first + 4 * count + me; i < last; i += threads) {
    result = op(result, in[i]);
  }

  result = block_reduce(op, result);
  if (threadIdx.x == 0) {
    partials[blockIdx.x] = result;
    __threadfence();
    is_last = atomicInc_block(finished, gridDim.x - 1) == gridDim.x - 1;
    if (is_last) __threadfence();  // the count before the partial results
  }
  __syncthreads();
  if (!is_last) return;
  result = Op::kIdentity;
  for (int b = threadIdx.x; b < gridDim.x; b += kThreads) {
    result = op(result, partials[b]);
  }
  result = block_reduce(op, result);
  if (threadIdx.x == 0) *out = result;
}

template <typename Op>
void reduce_with(const int* in, long long first, long long last, int* out,
                 int* partials, unsigned* finished) {
  // As many blocks as fit at once, but none without a tile.
  const int most =
      std::min(resident_blocks(reduce_kernel<Op>, kThreads), kMostPartials);
  const long long tiles = ((last - first) / 4 + kTile - 1) / kTile;
  const int blocks = int(std::max(1ll, std::min<long long>(tiles, most)));
  reduce_kernel<Op>
      <<<blocks, kThreads>>>(in, first, last, out, partials, finished);
  CUDA_CHECK(cudaGetLastError());
}
