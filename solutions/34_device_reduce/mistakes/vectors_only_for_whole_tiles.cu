// SPDX-License-Identifier: MIT
// caught by: case "loads are wide and move whole sectors"
// Vectors only where whole tiles are all there is; else one int per load.

/// The result of lanes 0 to lanes - 1, right in lane 0. All lanes call it.
template <typename Op>
__device__ int warp_reduce(Op op, int value, int lanes) {
  const int lane = threadIdx.x % 32;
  for (int step = 16; step > 0; step /= 2) {
    // A warp may end early: never ask a lane that does not exist.
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
  const int threads = blockDim.x, warps = (threads + 31) / 32;  // round up
  value = warp_reduce(op, value, min(32, threads - 32 * warp));
  if (lane == 0) slots[warp] = value;
  __syncthreads();  // every warp has stored
  if (warp > 0) return value;
  // No warp, no slot: nobody stored there.
  value = lane < warps ? slots[lane] : Op::kIdentity;
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
  if (count % kTile == 0) {
    const int4* vectors = reinterpret_cast<const int4*>(in);
    for (long long v = blockIdx.x * kThreads + threadIdx.x; v < count / 4;
         v += 1ll * gridDim.x * kThreads) {
      result = op(result, four(vectors[v]));
    }
  } else {
    for (long long i = blockIdx.x * kThreads + threadIdx.x; i < count;
         i += 1ll * gridDim.x * kThreads) {
      result = op(result, in[i]);
    }
  }
  result = block_reduce(op, result, slots);
  if (threadIdx.x == 0) out[blockIdx.x] = result;
}
