// SPDX-License-Identifier: MIT
// Right as well: value and place in one word of 64 bits. The smallest key has
// the smallest value and, of equal ones, the first place. -0 becomes 0.

using Key = unsigned long long;

/// Keys of smaller values are smaller; of equal ones those of earlier places.
__device__ Key key(float value, int place) {
  const unsigned bits = __float_as_uint(value + 0.0f);  // -0 + 0 is 0
  const unsigned order = bits >> 31 ? ~bits : bits | 0x80000000;
  return Key(order) << 32 | unsigned(place);
}
__device__ float value_of(Key key) {
  const unsigned order = key >> 32;
  return __uint_as_float(order >> 31 ? order & 0x7fffffff : ~order);
}

__device__ Extremes entry(const float* in, int i) {
  return {in[i], in[i], i, i};
}
__device__ Extremes entry(const Extremes* in, int i) { return in[i]; }

template <typename T>
__global__ void find(const T* in, int n, Extremes* out) {
  __shared__ Key lows[1024], highs[1024];  // highs: of the negated values
  const int t = threadIdx.x, grid = gridDim.x * blockDim.x;
  Key low = ~Key(0), high = ~Key(0);
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += grid) {
    const Extremes one = entry(in, i);
    low = min(low, key(one.low, one.low_at));
    high = min(high, key(-one.high, one.high_at));
  }
  lows[t] = low;
  highs[t] = high;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half) {
      lows[t] = low = min(low, lows[t + half]);
      highs[t] = high = min(high, highs[t + half]);
    }
    __syncthreads();
  }
  if (t > 0) return;
  // A block without values has keys that no value has.
  const bool none = low == ~Key(0);
  out[blockIdx.x] = {none ? INFINITY : value_of(low),
                     none ? -INFINITY : -value_of(high), int(low), int(high)};
}

void find_extremes(const float* in, int n, Extremes* partial, Extremes* result,
                   int blocks, int threads) {
  find<<<blocks, threads>>>(in, n, partial);
  CUDA_CHECK(cudaGetLastError());
  find<<<1, threads>>>(partial, blocks, result);
  CUDA_CHECK(cudaGetLastError());
}
