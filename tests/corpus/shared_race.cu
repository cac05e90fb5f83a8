// SPDX-License-Identifier: MIT
// Races between warps in shared memory.
#include "tests/corpus/corpus.h"

using namespace corpus;

namespace {

// program staging_tile: A tile is read before all warps have filled it.
template <bool kFixed>
__global__ void stage(const int* in, int* out) {
  __shared__ int buf[64];
  buf[threadIdx.x] = in[threadIdx.x];
  if (kFixed) __syncthreads();
  out[threadIdx.x] = buf[63 - threadIdx.x];  // bug: shared-race
}

template <bool kFixed>
void staging_tile() {
  Device<int> in(64, 1), out(64);
  stage<kFixed><<<1, 64>>>(in, out);
  finish();
}

// program transpose_tile: A tile is read by columns with only a barrier of the
// warp between.
template <bool kFixed>
__global__ void transpose(const int* in, int* out) {
  __shared__ int tile[32][33];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  if (kFixed)
    __syncthreads();
  else
    __syncwarp();
  out[y * 32 + x] = tile[x][y];  // bug: shared-race
}

template <bool kFixed>
void transpose_tile() {
  Device<int> in(1024, 1), out(1024);
  transpose<kFixed><<<1, dim3(32, 32)>>>(in, out);
  finish();
}

// program tile_loop: The next tile overwrites the one that others still read.
template <bool kFixed>
__global__ void dot_rows(const float* a, const float* b, float* out) {
  __shared__ float tile[64];
  float sum = 0;
  for (int part = 0; part < 4; ++part) {
    tile[threadIdx.x] = b[part * 64 + threadIdx.x];  // bug: shared-race
    __syncthreads();
    for (int i = 0; i < 64; ++i) sum += a[part * 64 + i] * tile[i];
    if (kFixed)
      __syncthreads();
    else
      __syncwarp();
  }
  out[threadIdx.x] = sum;
}

template <bool kFixed>
void tile_loop() {
  Device<float> a(256, 1), b(256, 1), out(64);
  dot_rows<kFixed><<<1, 64>>>(a, b, out);
  finish();
}

// program reduce_tree: The steps of a sum have no barrier between them.
template <bool kFixed>
__global__ void reduce(const int* in, int* out) {
  __shared__ int buf[256];
  buf[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (threadIdx.x < half)
      buf[threadIdx.x] += buf[threadIdx.x + half];  // bug: shared-race
    // The last steps stay in one warp: they need order there as well.
    if (kFixed || half <= 32) __syncthreads();
  }
  if (threadIdx.x == 0) *out = buf[0];
}

template <bool kFixed>
void reduce_tree() {
  Device<int> in(256, 1), out(1);
  reduce<kFixed><<<1, 256>>>(in, out);
  finish();
}

// program scan_in_place: A scan stores a sum where another thread still has
// to read the old value.
template <bool kFixed>
__global__ void scan(int* data) {
  __shared__ int buf[128];
  const int i = threadIdx.x;
  buf[i] = data[i];
  __syncthreads();
  for (int step = 1; step < 128; step *= 2) {
    const int other = i >= step ? buf[i - step] : 0;
    if (kFixed || step < 32) __syncthreads();
    buf[i] += other;  // bug: shared-race
    __syncthreads();
  }
  data[i] = buf[i];
}

template <bool kFixed>
void scan_in_place() {
  Device<int> data(128, 1);
  scan<kFixed><<<1, 128>>>(data);
  finish();
}

// program ping_pong: Both steps of a smoothing read and write one buffer; the
// second one is forgotten.
template <bool kFixed>
__global__ void smooth(const int* in, int* out) {
  __shared__ int buf[2][96];
  const int i = threadIdx.x;
  buf[0][i] = in[i];
  __syncthreads();
  for (int round = 0; round < 4; ++round) {
    const int from = kFixed ? round % 2 : 0, to = kFixed ? 1 - from : 0;
    const int left = buf[from][i == 0 ? 95 : i - 1];
    if (!kFixed) __syncwarp();
    buf[to][i] = left + 1;  // bug: shared-race
    __syncthreads();
  }
  out[i] = buf[0][i];
}

template <bool kFixed>
void ping_pong() {
  Device<int> in(96, 1), out(96);
  smooth<kFixed><<<1, 96>>>(in, out);
  finish();
}

// program histogram_increment: Warps add to the bins of a block with ++.
template <bool kFixed>
__global__ void histogram(const int* in, int* out) {
  __shared__ int bins[32];
  if (threadIdx.x < 32) bins[threadIdx.x] = 0;
  __syncthreads();
  const int bin = in[threadIdx.x];
  if (kFixed)
    atomicAdd(&bins[bin], 1);
  else
    bins[bin]++;  // bug: shared-race
  __syncthreads();
  if (threadIdx.x < 32) out[threadIdx.x] = bins[threadIdx.x];
}

template <bool kFixed>
void histogram_increment() {
  std::vector<int> values(128);
  for (int i = 0; i < 128; ++i) values[i] = i % 32;
  Device<int> in(values), out(32);
  histogram<kFixed><<<1, 128>>>(in, out);
  finish();
}

// program broadcast_total: One thread stores the total; the others read it at
// once.
template <bool kFixed>
__global__ void share_total(const int* in, int* out) {
  __shared__ int total;
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int i = 0; i < 64; ++i) sum += in[i];
    total = sum;
  }
  if (kFixed)
    __syncthreads();
  else
    __syncwarp();
  out[threadIdx.x] = total;  // bug: shared-race
}

template <bool kFixed>
void broadcast_total() {
  Device<int> in(64, 1), out(64);
  share_total<kFixed><<<1, 64>>>(in, out);
  finish();
}

// program two_reductions: The second sum uses the array of the first one while
// its result is still being read.
template <bool kFixed>
__device__ int sum_of_block(int value) {
  __shared__ int warps[4];
  for (int step = 16; step > 0; step /= 2)
    value += __shfl_down_sync(~0u, value, step);
  if (kFixed)
    __syncthreads();
  else
    __syncwarp();
  if (threadIdx.x % 32 == 0)
    warps[threadIdx.x / 32] = value;  // bug: shared-race
  __syncthreads();
  return warps[0] + warps[1] + warps[2] + warps[3];
}

template <bool kFixed>
__global__ void mean_and_spread(const int* in, int* out) {
  const int mean = sum_of_block<kFixed>(in[threadIdx.x]) / 128;
  const int off = in[threadIdx.x] - mean;
  const int spread = sum_of_block<kFixed>(off * off);
  out[threadIdx.x] = spread;
}

template <bool kFixed>
void two_reductions() {
  Device<int> in(128, 3), out(128);
  mean_and_spread<kFixed><<<1, 128>>>(in, out);
  finish();
}

// program stencil_halo: Two threads load the halo; the barrier comes too early.
template <bool kFixed>
__global__ void stencil(const int* in, int* out) {
  __shared__ int row[66];
  const int i = threadIdx.x;
  row[i + 1] = in[i + 1];
  if (!kFixed) __syncthreads();
  if (i == 0) row[0] = in[0];
  if (i == 1) row[65] = in[65];
  if (kFixed)
    __syncthreads();
  else
    __syncwarp();
  out[i] = row[i] + row[i + 1] + row[i + 2];  // bug: shared-race
}

template <bool kFixed>
void stencil_halo() {
  Device<int> in(66, 1), out(64);
  stencil<kFixed><<<1, 64>>>(in, out);
  finish();
}

// program same_value: Every warp stores the same answer; equal values are no
// excuse.
template <bool kFixed>
__global__ void any_negative(const int* in, int* out) {
  __shared__ int found;
  if (threadIdx.x == 0) found = 0;
  __syncthreads();
  const bool mine = __any_sync(~0u, in[threadIdx.x] < 0);
  if (mine && threadIdx.x % 32 == 0) {
    if (kFixed)
      atomicExch(&found, 1);
    else
      found = 1;  // bug: shared-race
  }
  __syncthreads();
  if (threadIdx.x == 0) *out = found;
}

template <bool kFixed>
void same_value() {
  Device<int> in(128, -1), out(1);
  any_negative<kFixed><<<1, 128>>>(in, out);
  finish();
}

// program counter_read_early: The counter is read while other warps still add
// to it.
template <bool kFixed>
__global__ void count_odd(const int* in, int* out) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  if (in[threadIdx.x] % 2) atomicAdd(&count, 1);
  if (kFixed)
    __syncthreads();
  else
    __syncwarp();
  if (threadIdx.x == 0) *out = count;  // bug: shared-race
}

template <bool kFixed>
void counter_read_early() {
  Device<int> in(96, 1), out(1);
  count_odd<kFixed><<<1, 96>>>(in, out);
  finish();
}

// program volatile_flag: A volatile flag does not order the value that it
// announces.
template <bool kFixed>
__global__ void hand_over(const int* in, int* out) {
  __shared__ int value;
  __shared__ volatile int ready;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    value = in[0];
    if (kFixed) __threadfence_block();
    ready = 1;  // bug: shared-race
  }
  if (threadIdx.x == 32) {
    while (ready == 0) {
    }
    if (kFixed) __threadfence_block();
    out[0] = value;  // bug: shared-race
  }
}

template <bool kFixed>
void volatile_flag() {
  Device<int> in(1, 5), out(1);
  hand_over<kFixed><<<1, 64>>>(in, out);
  finish();
}

// program polled_counter: A warp polls by volatile loads what another one
// counts by atomics; without fences that orders no value.
template <bool kFixed>
__global__ void await_count(const int* in, int* out) {
  __shared__ int value;
  __shared__ unsigned count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    value = in[0];
    if (kFixed) __threadfence_block();
    atomicAdd(&count, 1u);  // bug: shared-race
  }
  if (threadIdx.x == 32) {
    while (*const_cast<volatile unsigned*>(&count) == 0) {
    }
    if (kFixed) __threadfence_block();
    out[0] = value;  // bug: shared-race
  }
}

template <bool kFixed>
void polled_counter() {
  Device<int> in(1, 5), out(1);
  await_count<kFixed><<<1, 64>>>(in, out);
  finish();
}

// program shared_word: Two warps put their answers into one word with |=.
template <bool kFixed>
__global__ void pack_bits(const int* in, unsigned* out) {
  __shared__ unsigned bits;
  if (threadIdx.x == 0) bits = 0;
  __syncthreads();
  const unsigned all = __ballot_sync(~0u, in[threadIdx.x] > 0);
  if (threadIdx.x % 32 == 0) {
    if (kFixed)
      atomicOr(&bits, all);
    else
      bits |= all;  // bug: shared-race
  }
  __syncthreads();
  if (threadIdx.x == 0) *out = bits;
}

template <bool kFixed>
void shared_word() {
  Device<int> in(64, 1);
  Device<unsigned> out(1);
  pack_bits<kFixed><<<1, 64>>>(in, out);
  finish();
}

}  // namespace

int main(int argc, char** argv) {
  return choose(
      argc, argv,
      {{"staging_tile", staging_tile<false>, staging_tile<true>},
       {"transpose_tile", transpose_tile<false>, transpose_tile<true>},
       {"tile_loop", tile_loop<false>, tile_loop<true>},
       {"reduce_tree", reduce_tree<false>, reduce_tree<true>},
       {"scan_in_place", scan_in_place<false>, scan_in_place<true>},
       {"ping_pong", ping_pong<false>, ping_pong<true>},
       {"histogram_increment", histogram_increment<false>,
        histogram_increment<true>},
       {"broadcast_total", broadcast_total<false>, broadcast_total<true>},
       {"two_reductions", two_reductions<false>, two_reductions<true>},
       {"stencil_halo", stencil_halo<false>, stencil_halo<true>},
       {"same_value", same_value<false>, same_value<true>},
       {"counter_read_early", counter_read_early<false>,
        counter_read_early<true>},
       {"volatile_flag", volatile_flag<false>, volatile_flag<true>},
       {"polled_counter", polled_counter<false>, polled_counter<true>},
       {"shared_word", shared_word<false>, shared_word<true>}});
}
