// SPDX-License-Identifier: MIT
// Right as well: a structure that is aligned to its 16 bytes moves in one
// access, eight lanes per wavefront, and no bank waits.

// An entry without values: every value is better than these.
__device__ Extremes nothing() { return {INFINITY, -INFINITY, 0, 0}; }

// Equal values are compared by place: in the tree, and even in the rounds of
// two threads, the left one is not always the one that stands first.
__device__ Extremes combine(Extremes a, const Extremes& b) {
  if (b.low < a.low || (b.low == a.low && b.low_at < a.low_at)) {
    a.low = b.low;
    a.low_at = b.low_at;
  }
  if (b.high > a.high || (b.high == a.high && b.high_at < a.high_at)) {
    a.high = b.high;
    a.high_at = b.high_at;
  }
  return a;
}

// What element i of the array, or entry i of the blocks, stands for.
__device__ Extremes entry(const float* in, int i) {
  return {in[i], in[i], i, i};
}
__device__ Extremes entry(const Extremes* in, int i) { return in[i]; }

struct alignas(16) Entry {
  float low, high;
  int low_at, high_at;
};

template <typename T>
__global__ void find(const T* in, int n, Extremes* out) {
  __shared__ Entry found[1024];
  const int t = threadIdx.x, grid = gridDim.x * blockDim.x;
  Extremes mine = nothing();
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += grid) {
    mine = combine(mine, entry(in, i));
  }
  found[t] = {mine.low, mine.high, mine.low_at, mine.high_at};
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half) {
      const Entry other = found[t + half];
      mine =
          combine(mine, {other.low, other.high, other.low_at, other.high_at});
      found[t] = {mine.low, mine.high, mine.low_at, mine.high_at};
    }
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = mine;
}

void find_extremes(const float* in, int n, Extremes* partial, Extremes* result,
                   int blocks, int threads) {
  find<<<blocks, threads>>>(in, n, partial);
  CUDA_CHECK(cudaGetLastError());
  find<<<1, threads>>>(partial, blocks, result);
  CUDA_CHECK(cudaGetLastError());
}
