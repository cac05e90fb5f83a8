// SPDX-License-Identifier: MIT
// caught by: case "the array is read once, by all threads"
// One thread of each block looks at all values of the block, one by one.

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

template <typename T>
__global__ void find(const T* in, int n, Extremes* out) {
  if (threadIdx.x != 0) return;
  const int grid = gridDim.x * blockDim.x;
  Extremes mine = nothing();
  for (int first = blockIdx.x * blockDim.x; first < n; first += grid) {
    for (int i = first; i < first + blockDim.x && i < n; ++i) {
      mine = combine(mine, entry(in, i));
    }
  }
  out[blockIdx.x] = mine;
}

void find_extremes(const float* in, int n, Extremes* partial, Extremes* result,
                   int blocks, int threads) {
  find<<<blocks, threads>>>(in, n, partial);
  CUDA_CHECK(cudaGetLastError());
  find<<<1, threads>>>(partial, blocks, result);
  CUDA_CHECK(cudaGetLastError());
}
