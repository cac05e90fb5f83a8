// SPDX-License-Identifier: MIT
// Mistakes with cooperative groups.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "tests/corpus/corpus.h"

namespace cg = cooperative_groups;
using namespace corpus;

namespace {

// program tile_for_block: The tile of 32 meets where the whole block should.
template <bool kFixed>
__global__ void reverse(const int* in, int* out) {
  __shared__ int buf[64];
  const auto block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  buf[block.thread_rank()] = in[block.thread_rank()];
  if (kFixed)
    block.sync();
  else
    warp.sync();
  out[block.thread_rank()] = buf[63 - block.thread_rank()];  // bug: shared-race
}

template <bool kFixed>
void tile_for_block() {
  Device<int> in(64, 1), out(64);
  reverse<kFixed><<<1, 64>>>(in, out);
  finish();
}

// program small_tile: Tiles of 16 meet, but values cross from one to the other.
template <bool kFixed>
__global__ void swap_halves(const int* in, int* out) {
  __shared__ int buf[32];
  const auto tile =
      cg::tiled_partition < kFixed ? 32 : 16 > (cg::this_thread_block());
  buf[threadIdx.x] = in[threadIdx.x];
  tile.sync();
  out[threadIdx.x] = buf[threadIdx.x ^ 16];  // bug: warp-race
}

template <bool kFixed>
void small_tile() {
  Device<int> in(32, 1), out(32);
  swap_halves<kFixed><<<1, 32>>>(in, out);
  finish();
}

// program block_for_grid: The blocks of a cooperative launch meet one by one
// instead of all together.
template <bool kFixed>
__global__ void two_phases(int* data, int* out) {
  const auto grid = cg::this_grid();
  data[grid.thread_rank()] = grid.thread_rank();
  if (kFixed)
    grid.sync();
  else
    cg::this_thread_block().sync();
  out[grid.thread_rank()] = data[127 - grid.thread_rank()];  // bug: global-race
}

template <bool kFixed>
void block_for_grid() {
  Device<int> data(128, 0), out(128);
  int* from = data;
  int* to = out;
  void* args[] = {&from, &to};
  if (cudaLaunchCooperativeKernel(two_phases<kFixed>, 4, 32, args) !=
      cudaSuccess)
    std::puts("not launched");
  finish();
}

// program group_in_a_guard: The block group meets inside the guard.
template <bool kFixed>
__global__ void guarded(const int* in, int* out, int n) {
  const auto block = cg::this_thread_block();
  if (kFixed || block.thread_rank() < n)
    block.sync();  // bug: divergent-barrier
  if (block.thread_rank() < n)
    out[block.thread_rank()] = in[block.thread_rank()];
  __syncthreads();
}

// also: barrier-mismatch

template <bool kFixed>
void group_in_a_guard() {
  Device<int> in(48, 1), out(48);
  guarded<kFixed><<<1, 64>>>(in, out, 48);
  finish();
}

// program sum_of_half_a_tile: Half of a tile calls a function of the whole
// tile.
template <bool kFixed>
__global__ void add_up(const int* in, int* out) {
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  int sum = 0;
  if (kFixed || tile.thread_rank() < 16)
    sum = cg::reduce(tile, in[threadIdx.x], cg::plus<int>());  // bug: warp-mask
  tile.sync();
  if (tile.thread_rank() == 0) *out = sum;
}

// also: deadlock

template <bool kFixed>
void sum_of_half_a_tile() {
  Device<int> in(32, 1), out(1);
  add_up<kFixed><<<1, 32>>>(in, out);
  finish();
}

// program coalesced_without_sync: The leader of a coalesced group leaves a
// value in shared memory for the others.
template <bool kFixed>
__global__ void hand_out(const int* in, int* out) {
  __shared__ int values[32];  // the threads may come in several groups
  if (threadIdx.x % 2 == 0) {
    const auto group = cg::coalesced_threads();
    const unsigned leader = group.shfl(threadIdx.x, 0);
    if (group.thread_rank() == 0) values[leader] = in[0];
    if (kFixed) group.sync();
    out[threadIdx.x] = values[leader];  // bug: warp-race
  }
}

template <bool kFixed>
void coalesced_without_sync() {
  Device<int> in(1, 1), out(32);
  hand_out<kFixed><<<1, 32>>>(in, out);
  finish();
}

// program reused_tile_sums: Each tile stores its sum; the block reads them, and
// the next round stores again.
template <bool kFixed>
__global__ void rounds(const int* in, int* out) {
  __shared__ int sums[4];
  const auto block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<32>(block);
  int total = 0;
  for (int round = 0; round < 3; ++round) {
    const int sum = cg::reduce(tile, in[round * 128 + block.thread_rank()],
                               cg::plus<int>());
    if (tile.thread_rank() == 0)
      sums[tile.meta_group_rank()] = sum;  // bug: shared-race
    block.sync();
    total += sums[0] + sums[1] + sums[2] + sums[3];
    if (kFixed)
      block.sync();
    else
      tile.sync();
  }
  out[block.thread_rank()] = total;
}

template <bool kFixed>
void reused_tile_sums() {
  Device<int> in(384, 1), out(128);
  rounds<kFixed><<<1, 128>>>(in, out);
  finish();
}

// program cleared_before_use: A total is cleared for the next round, and the
// grid does not meet before the blocks add to it. The blocks met before, so
// one of them may be a round ahead when another one goes on.
template <bool kFixed>
__global__ void add_in_rounds(int* total, int* out) {
  const auto grid = cg::this_grid();
  for (int round = 0; round < 2; ++round) {
    grid.sync();
    if (grid.thread_rank() == 0) *total = 0;
    if (kFixed) grid.sync();
    if (threadIdx.x == 0) atomicAdd(total, 1);  // bug: global-race
    grid.sync();
    if (threadIdx.x == 0) out[blockIdx.x] = *total;
  }
}

template <bool kFixed>
void cleared_before_use() {
  Device<int> total(1, 0), out(4);
  int* sum = total;
  int* to = out;
  void* args[] = {&sum, &to};
  if (cudaLaunchCooperativeKernel(add_in_rounds<kFixed>, 4, 32, args) !=
      cudaSuccess)
    std::puts("not launched");
  finish();
}

}  // namespace

int main(int argc, char** argv) {
  return choose(
      argc, argv,
      {{"tile_for_block", tile_for_block<false>, tile_for_block<true>},
       {"small_tile", small_tile<false>, small_tile<true>},
       {"block_for_grid", block_for_grid<false>, block_for_grid<true>},
       {"group_in_a_guard", group_in_a_guard<false>, group_in_a_guard<true>},
       {"sum_of_half_a_tile", sum_of_half_a_tile<false>,
        sum_of_half_a_tile<true>},
       {"coalesced_without_sync", coalesced_without_sync<false>,
        coalesced_without_sync<true>},
       {"reused_tile_sums", reused_tile_sums<false>, reused_tile_sums<true>},
       {"cleared_before_use", cleared_before_use<false>,
        cleared_before_use<true>}});
}
