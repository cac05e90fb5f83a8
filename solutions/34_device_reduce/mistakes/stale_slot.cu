// SPDX-License-Identifier: MIT
// caught by: diagnostic uninitialized-read
// Reads 32 slots, though only as many are filled as there are warps.

/// The result of lanes 0 to lanes - 1, right in lane 0. All lanes call it.
template <typename Op>
__device__ int warp_reduce(Op op, int value, int lanes) {
  const int lane = threadIdx.x % 32;
  for (int step = 16; step > 0; step /= 2) {
    const int source = min(lane + step, lanes - 1);
    const int other = __shfl_sync(0xffffffff, value, source);
    if (lane + step < lanes) value = op(value, other);
  }
  return value;
}

/// The result of all threads of the block, right in thread 0. All threads call
/// it. `slots` are 32 ints of shared memory. When the next call uses them too,
/// the caller puts a barrier between the two.
template <typename Op>
__device__ int block_reduce(Op op, int value, int* slots) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int threads = blockDim.x;
  value = warp_reduce(op, value, min(32, threads - 32 * warp));
  if (lane == 0) slots[warp] = value;
  __syncthreads();
  if (warp > 0) return value;
  value = slots[lane];
  return warp_reduce(op, value, min(32, threads));
}

__global__ void ranges_kernel(const int* in, int* lows, int* highs, int count) {
  __shared__ int slots[32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int low =
      block_reduce(Min(), i < count ? in[i] : Min::kIdentity, slots);
  __syncthreads();  // the first warp has read the slots
  const int high =
      block_reduce(Max(), i < count ? in[i] : Max::kIdentity, slots);
  if (threadIdx.x == 0) {
    lows[blockIdx.x] = low;
    highs[blockIdx.x] = high;
  }
}

/// out[block] = the result of the block's share of `in`. A share is every
/// gridDim.x-th tile of kTile values; what fills no tile goes one by one.
template <typename Op>
__global__ void reduce_kernel(const int* in, int* out, long long count) {
  __shared__ int slots[32];
  const Op op;
  const auto four = [&](int4 v) { return op(op(v.x, v.y), op(v.z, v.w)); };
  int result = Op::kIdentity;
  const long long tiles = count / kTile;
  for (long long tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const int4* vectors = reinterpret_cast<const int4*>(in + tile * kTile);
    const int4 a = vectors[threadIdx.x];
    const int4 b = vectors[threadIdx.x + kThreads];
    const int4 c = vectors[threadIdx.x + 2 * kThreads];
    const int4 d = vectors[threadIdx.x + 3 * kThreads];
    result = op(result, op(op(four(a), four(b)), op(four(c), four(d))));
  }
  const long long step = 1ll * gridDim.x * kThreads;
  long long i = tiles * kTile + blockIdx.x * kThreads + threadIdx.x;
  for (; i < count; i += step) result = op(result, in[i]);
  result = block_reduce(op, result, slots);
  if (threadIdx.x == 0) out[blockIdx.x] = result;
}
