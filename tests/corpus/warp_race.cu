// SPDX-License-Identifier: MIT
// Races between lanes of one warp.
#include "tests/corpus/corpus.h"

using namespace corpus;

namespace {

// program neighbour: A lane reads what its neighbour stored, without a barrier
// of the warp.
template <bool kFixed>
__global__ void rotate(const int* in, int* out) {
  __shared__ volatile int buf[32];
  buf[threadIdx.x] = in[threadIdx.x];
  if (kFixed) __syncwarp();
  out[threadIdx.x] = buf[(threadIdx.x + 1) % 32];  // bug: warp-race
}

template <bool kFixed>
void neighbour() {
  Device<int> in(32, 1), out(32);
  rotate<kFixed><<<1, 32>>>(in, out);
  finish();
}

// program unrolled_last_warp: The last steps of a sum rely on lanes that run
// in step, as before Volta.
template <bool kFixed>
__global__ void last_steps(const int* in, int* out) {
  __shared__ volatile int buf[64];
  const int i = threadIdx.x;
  buf[i] = in[i];
  __syncthreads();
  if (i >= 32) return;
  for (int step = 32; step > 0; step /= 2) {
    const int other = buf[i + step];
    if (kFixed) __syncwarp();
    buf[i] = buf[i] + other;  // bug: warp-race
    if (kFixed) __syncwarp();
  }
  if (i == 0) *out = buf[0];
}

template <bool kFixed>
void unrolled_last_warp() {
  Device<int> in(64, 1), out(1);
  last_steps<kFixed><<<1, 64>>>(in, out);
  finish();
}

// program one_cell: All lanes store to one word in one instruction; which value
// stays is open.
template <bool kFixed>
__global__ void last_even(const int* in, int* out) {
  const int value = in[threadIdx.x];
  if (kFixed) {
    if (value % 2 == 0) atomicMax(out, value);
  } else {
    if (value % 2 == 0) *out = value;  // bug: warp-race
  }
}

template <bool kFixed>
void one_cell() {
  std::vector<int> values(32);
  for (int i = 0; i < 32; ++i) values[i] = i;
  Device<int> in(values), out(1, -1);
  last_even<kFixed><<<1, 32>>>(in, out);
  finish();
}

// program warp_scan: A scan in shared memory needs order before and after its
// store.
template <bool kFixed>
__global__ void scan(int* data) {
  __shared__ volatile int buf[32];
  const int lane = threadIdx.x;
  buf[lane] = data[lane];
  __syncwarp();
  for (int step = 1; step < 32; step *= 2) {
    const int other = lane >= step ? buf[lane - step] : 0;
    if (kFixed) __syncwarp();
    buf[lane] = buf[lane] + other;  // bug: warp-race
    __syncwarp();
  }
  data[lane] = buf[lane];
}

template <bool kFixed>
void warp_scan() {
  Device<int> data(32, 1);
  scan<kFixed><<<1, 32>>>(data);
  finish();
}

// program through_global: Lanes exchange values through global memory without
// an order.
template <bool kFixed>
__global__ void reverse(volatile int* data) {
  const int lane = threadIdx.x;
  const int mine = data[31 - lane];
  if (kFixed) __syncwarp();
  data[lane] = mine;  // bug: warp-race
}

template <bool kFixed>
void through_global() {
  Device<int> data(32, 1);
  reverse<kFixed><<<1, 32>>>(data);
  finish();
}

// program half_mask: The barrier of the warp names the lower half only, but
// the halves exchange values.
template <bool kFixed>
__global__ void swap_halves(const int* in, int* out) {
  __shared__ volatile int buf[32];
  const int lane = threadIdx.x;
  buf[lane] = in[lane];
  if (kFixed)
    __syncwarp();
  else if (lane < 16)
    __syncwarp(0xffff);
  else
    __syncwarp(0xffff0000);
  out[lane] = buf[lane ^ 16];  // bug: warp-race
}

template <bool kFixed>
void half_mask() {
  Device<int> in(32, 1), out(32);
  swap_halves<kFixed><<<1, 32>>>(in, out);
  finish();
}

// program shuffle_for_barrier: A shuffle makes lanes meet, but it orders no
// memory.
template <bool kFixed>
__global__ void meet_by_shuffle(const int* in, int* out) {
  __shared__ volatile int buf[32];
  const int lane = threadIdx.x;
  buf[lane] = in[lane];
  const int sum = __shfl_xor_sync(~0u, lane, 1);
  if (kFixed) __syncwarp();
  out[lane] = buf[31 - lane] + sum;  // bug: warp-race
}

template <bool kFixed>
void shuffle_for_barrier() {
  Device<int> in(32, 1), out(32);
  meet_by_shuffle<kFixed><<<1, 32>>>(in, out);
  finish();
}

// program warp_histogram: Lanes with equal keys add to one bin with ++.
template <bool kFixed>
__global__ void histogram(const int* in, int* out) {
  __shared__ int bins[8];
  const int lane = threadIdx.x;
  if (lane < 8) bins[lane] = 0;
  __syncwarp();
  if (kFixed)
    atomicAdd(&bins[in[lane]], 1);
  else
    bins[in[lane]]++;  // bug: warp-race
  __syncwarp();
  if (lane < 8) out[lane] = bins[lane];
}

template <bool kFixed>
void warp_histogram() {
  std::vector<int> keys(32);
  for (int i = 0; i < 32; ++i) keys[i] = i % 8;
  Device<int> in(keys), out(8);
  histogram<kFixed><<<1, 32>>>(in, out);
  finish();
}

// program leader_writes: The leader stores a value for the warp; the others
// read it right after the branch.
template <bool kFixed>
__global__ void leader(const int* in, int* out) {
  __shared__ volatile int value;
  if (threadIdx.x == 0) value = in[0] * 2;
  if (kFixed) __syncwarp();
  out[threadIdx.x] = value;  // bug: warp-race
}

template <bool kFixed>
void leader_writes() {
  Device<int> in(1, 4), out(32);
  leader<kFixed><<<1, 32>>>(in, out);
  finish();
}

// program transpose_in_warp: A warp turns an 8 by 4 tile over in its own part
// of shared memory.
template <bool kFixed>
__global__ void turn(const int* in, int* out) {
  __shared__ int tile[4][33];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  tile[warp][lane] = in[threadIdx.x];
  if (kFixed) __syncwarp();
  out[threadIdx.x] = tile[warp][lane % 4 * 8 + lane / 4];  // bug: warp-race
}

template <bool kFixed>
void transpose_in_warp() {
  Device<int> in(128, 1), out(128);
  turn<kFixed><<<1, 128>>>(in, out);
  finish();
}

}  // namespace

int main(int argc, char** argv) {
  return choose(
      argc, argv,
      {{"neighbour", neighbour<false>, neighbour<true>},
       {"unrolled_last_warp", unrolled_last_warp<false>,
        unrolled_last_warp<true>},
       {"one_cell", one_cell<false>, one_cell<true>},
       {"warp_scan", warp_scan<false>, warp_scan<true>},
       {"through_global", through_global<false>, through_global<true>},
       {"half_mask", half_mask<false>, half_mask<true>},
       {"shuffle_for_barrier", shuffle_for_barrier<false>,
        shuffle_for_barrier<true>},
       {"warp_histogram", warp_histogram<false>, warp_histogram<true>},
       {"leader_writes", leader_writes<false>, leader_writes<true>},
       {"transpose_in_warp", transpose_in_warp<false>,
        transpose_in_warp<true>}});
}
