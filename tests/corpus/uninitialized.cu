// SPDX-License-Identifier: MIT
// Memory that is read before anything was written to it.
#include "tests/corpus/corpus.h"

using namespace corpus;

namespace {

/// Says so when a call failed that no program here means to fail.
void check(cudaError_t error) {
  if (error != cudaSuccess) std::puts(cudaGetErrorName(error));
}

// program sum_not_cleared: cudaMalloc does not clear the sum that threads add
// to.
__global__ void add_all(const int* in, int* sum) {
  atomicAdd(sum, in[threadIdx.x]);  // bug: uninitialized-read
}

template <bool kFixed>
void sum_not_cleared() {
  Device<int> in(32, 1), sum(1);
  if (kFixed) check(cudaMemset(sum, 0, sizeof(int)));
  add_all<<<1, 32>>>(in, sum);
  finish();
}

// program half_cleared: cudaMemset is given elements instead of bytes.
__global__ void histogram(const int* in, int* bins) {
  atomicAdd(&bins[in[threadIdx.x]], 1);  // bug: uninitialized-read
}

template <bool kFixed>
void half_cleared() {
  std::vector<int> values(32);
  for (int i = 0; i < 32; ++i) values[i] = i;
  Device<int> in(values), bins(32);
  check(cudaMemset(bins, 0, kFixed ? 32 * sizeof(int) : 32));
  histogram<<<1, 32>>>(in, bins);
  finish();
}

// program partly_filled_tile: The last block fills only a part of its tile,
// and then adds up the whole tile.
template <bool kFixed>
__global__ void sum_tiles(const int* in, int* out, int n) {
  __shared__ int tile[64];
  const int i = blockIdx.x * 64 + threadIdx.x;
  if (i < n)
    tile[threadIdx.x] = in[i];
  else if (kFixed)
    tile[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x != 0) return;
  int sum = 0;
  for (int k = 0; k < 64; ++k) sum += tile[k];  // bug: uninitialized-read
  out[blockIdx.x] = sum;
}

template <bool kFixed>
void partly_filled_tile() {
  Device<int> in(100, 1), out(2);
  sum_tiles<kFixed><<<2, 64>>>(in, out, 100);
  finish();
}

// program halo_not_loaded: A stencil reads the halo of its tile, which nobody
// loads.
template <bool kFixed>
__global__ void stencil(const float* in, float* out) {
  __shared__ float row[66];
  const int i = threadIdx.x;
  row[i + 1] = in[i];
  if (kFixed && i == 0) row[0] = in[0];
  if (kFixed && i == 63) row[65] = in[63];
  __syncthreads();
  out[i] = row[i] + row[i + 2];  // bug: uninitialized-read
}

template <bool kFixed>
void halo_not_loaded() {
  Device<float> in(64, 1), out(64);
  stencil<kFixed><<<1, 64>>>(in, out);
  finish();
}

// program shared_bins_not_cleared: A block counts in shared bins that it never
// set to zero.
template <bool kFixed>
__global__ void count(const int* in, int* out) {
  __shared__ int bins[32];
  if (kFixed) bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[in[threadIdx.x]], 1);  // bug: uninitialized-read
  __syncthreads();
  out[threadIdx.x] = bins[threadIdx.x];
}

template <bool kFixed>
void shared_bins_not_cleared() {
  std::vector<int> values(32);
  for (int i = 0; i < 32; ++i) values[i] = i;
  Device<int> in(values), out(32);
  count<kFixed><<<1, 32>>>(in, out);
  finish();
}

// program wrong_buffer_first: A ping-pong loop starts with the buffer that was
// never filled.
__global__ void smooth(const int* from, int* to) {
  const int i = threadIdx.x;
  to[i] = from[i] + from[(i + 1) % 32];  // bug: uninitialized-read
}

template <bool kFixed>
void wrong_buffer_first() {
  Device<int> a(32, 1), b(32);
  for (int round = 0; round < 4; ++round) {
    const bool forth = (round % 2 == 0) == kFixed;
    smooth<<<1, 32>>>(forth ? a : b, forth ? b : a);
  }
  finish();
}

// program accumulate_in_dynamic: Partial sums in a dynamic shared array are
// added to before they have a first value.
template <bool kFixed>
__global__ void columns(const int* in, int* out) {
  extern __shared__ int sums[];
  if (kFixed) sums[threadIdx.x] = 0;
  for (int row = 0; row < 4; ++row)
    sums[threadIdx.x] += in[row * 32 + threadIdx.x];  // bug: uninitialized-read
  __syncwarp();
  out[threadIdx.x] = sums[31 - threadIdx.x];
}

template <bool kFixed>
void accumulate_in_dynamic() {
  Device<int> in(128, 1), out(32);
  columns<kFixed><<<1, 32, 128>>>(in, out);
  finish();
}

// program sparse_output: A kernel stores only where its condition holds; the
// next one reads everything.
template <bool kFixed>
__global__ void keep_positive(const int* in, int* out) {
  const int value = in[threadIdx.x];
  if (value > 0)
    out[threadIdx.x] = value;
  else if (kFixed)
    out[threadIdx.x] = 0;
}

__global__ void double_all(int* data) {
  data[threadIdx.x] *= 2;  // bug: uninitialized-read
}

template <bool kFixed>
void sparse_output() {
  std::vector<int> values(32);
  for (int i = 0; i < 32; ++i) values[i] = i - 16;
  Device<int> in(values), out(32);
  keep_positive<kFixed><<<1, 32>>>(in, out);
  double_all<<<1, 32>>>(out);
  finish();
}

// program short_copy: The copy to the device takes half of the bytes.
__global__ void square(const double* in, double* out) {
  out[threadIdx.x] =
      in[threadIdx.x] * in[threadIdx.x];  // bug: uninitialized-read
}

template <bool kFixed>
void short_copy() {
  const std::vector<double> host(32, 3);
  Device<double> in(32), out(32);
  check(cudaMemcpy(in, host.data(),
                   32 * (kFixed ? sizeof(double) : sizeof(float)),
                   cudaMemcpyHostToDevice));
  square<<<1, 32>>>(in, out);
  finish();
}

}  // namespace

int main(int argc, char** argv) {
  return choose(
      argc, argv,
      {{"sum_not_cleared", sum_not_cleared<false>, sum_not_cleared<true>},
       {"half_cleared", half_cleared<false>, half_cleared<true>},
       {"partly_filled_tile", partly_filled_tile<false>,
        partly_filled_tile<true>},
       {"halo_not_loaded", halo_not_loaded<false>, halo_not_loaded<true>},
       {"shared_bins_not_cleared", shared_bins_not_cleared<false>,
        shared_bins_not_cleared<true>},
       {"wrong_buffer_first", wrong_buffer_first<false>,
        wrong_buffer_first<true>},
       {"accumulate_in_dynamic", accumulate_in_dynamic<false>,
        accumulate_in_dynamic<true>},
       {"sparse_output", sparse_output<false>, sparse_output<true>},
       {"short_copy", short_copy<false>, short_copy<true>}});
}
