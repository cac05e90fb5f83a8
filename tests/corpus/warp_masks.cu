// SPDX-License-Identifier: MIT
// Masks of _sync functions, and lanes that a shuffle reads from.
#include "tests/corpus/corpus.h"

using namespace corpus;

namespace {

// program size_for_mask: The size of the warp minus one is given as the mask.
template <bool kFixed>
__global__ void sum_down(const int* in, int* out) {
  int value = in[threadIdx.x];
  const unsigned mask = kFixed ? ~0u : warpSize - 1;
  for (int step = 16; step > 0; step /= 2)
    value += __shfl_down_sync(mask, value, step);  // bug: warp-mask
  if (threadIdx.x == 0) *out = value;
}

template <bool kFixed>
void size_for_mask() {
  Device<int> in(32, 1), out(1);
  sum_down<kFixed><<<1, 32>>>(in, out);
  finish();
}

// program full_mask_in_a_branch: Half of the warp votes with the mask of all.
template <bool kFixed>
__global__ void vote_in_half(const int* in, int* out) {
  const int lane = threadIdx.x;
  int votes = 0;
  if (lane < 16)
    votes =
        __ballot_sync(kFixed ? 0xffffu : ~0u, in[lane] > 0);  // bug: warp-mask
  __syncwarp();
  out[lane] = votes;
}

// also: deadlock

template <bool kFixed>
void full_mask_in_a_branch() {
  Device<int> in(32, 1), out(32);
  vote_in_half<kFixed><<<1, 32>>>(in, out);
  finish();
}

// program half_mask_for_all: The mask names 16 lanes, but 32 run the shuffle.
template <bool kFixed>
__global__ void rotate(const int* in, int* out) {
  out[threadIdx.x] = __shfl_sync(kFixed ? ~0u : 0xffffu,  // bug: warp-mask
                                 in[threadIdx.x], threadIdx.x + 1, 16);
}

template <bool kFixed>
void half_mask_for_all() {
  Device<int> in(32, 1), out(32);
  rotate<kFixed><<<1, 32>>>(in, out);
  finish();
}

// program mask_of_the_lane: Every lane names itself and its partner, although
// the whole warp takes part.
template <bool kFixed>
__global__ void swap_pairs(const int* in, int* out) {
  const unsigned lane = threadIdx.x;
  const unsigned mask = kFixed ? ~0u : 1u << lane | 1u << ((lane + 1) % 32);
  out[lane] = __shfl_sync(mask, in[lane], lane + 1);  // bug: warp-mask
}

template <bool kFixed>
void mask_of_the_lane() {
  Device<int> in(32, 1), out(32);
  swap_pairs<kFixed><<<1, 32>>>(in, out);
  finish();
}

// program stale_active_mask: __activemask() is asked before the branch and used
// inside it.
template <bool kFixed>
__global__ void count_positive(const int* in, int* out) {
  const int value = in[threadIdx.x];
  const unsigned before = __activemask();
  const unsigned members = __ballot_sync(~0u, value > 0);
  if (value > 0) {
    const unsigned mask = kFixed ? members : before;
    const int all = __popc(__ballot_sync(mask, value > 1));  // bug: warp-mask
    out[threadIdx.x] = all;
  }
  __syncwarp();
}

// also: deadlock

template <bool kFixed>
void stale_active_mask() {
  std::vector<int> values(32);
  for (int i = 0; i < 32; ++i) values[i] = i % 3 - 1;
  Device<int> in(values), out(32);
  count_positive<kFixed><<<1, 32>>>(in, out);
  finish();
}

// program left_out_at_syncwarp: Lanes 16 to 31 run a __syncwarp that does not
// name them.
template <bool kFixed>
__global__ void meet(const int* in, int* out) {
  __shared__ int buf[32];
  buf[threadIdx.x] = in[threadIdx.x];
  __syncwarp(kFixed ? ~0u : 0xffffu);  // bug: warp-mask
  out[threadIdx.x] = buf[threadIdx.x ^ 1];
}

// also: warp-race

template <bool kFixed>
void left_out_at_syncwarp() {
  Device<int> in(32, 1), out(32);
  meet<kFixed><<<1, 32>>>(in, out);
  finish();
}

// program match_after_exit: The lanes that match come from a vote in which the
// others took part, but not all of them reach the match.
template <bool kFixed>
__global__ void groups(const int* in, int* out, int n) {
  const int i = threadIdx.x;
  const unsigned members = __ballot_sync(~0u, i < n);
  if (i < n) {
    const unsigned same = __match_any_sync(  // bug: warp-mask
        kFixed ? members : members | 1u << 31, in[i]);
    out[i] = __popc(same);
  }
  __syncwarp();
}

// also: deadlock

template <bool kFixed>
void match_after_exit() {
  Device<int> in(20, 1), out(20);
  groups<kFixed><<<1, 32>>>(in, out, 20);
  finish();
}

// program lower_half_down: Lanes 8 to 15 read from lanes that take no part.
template <bool kFixed>
__global__ void fold(const int* in, int* out) {
  int value = in[threadIdx.x];
  if (threadIdx.x < 16)
    value +=
        __shfl_down_sync(0xffffu, value, 8,  // bug: inactive-shuffle-source
                         kFixed ? 16 : 32);
  out[threadIdx.x] = value;
}

template <bool kFixed>
void lower_half_down() {
  Device<int> in(32, 1), out(32);
  fold<kFixed><<<1, 32>>>(in, out);
  finish();
}

// program leader_is_elsewhere: The value comes from lane 0, which is not among
// the lanes that run the shuffle.
template <bool kFixed>
__global__ void from_leader(const int* in, int* out) {
  const int value = in[threadIdx.x];
  const unsigned odd = 0xaaaaaaaau;
  int result = value;
  if (threadIdx.x % 2 == 1)
    // bug: inactive-shuffle-source
    result = __shfl_sync(odd, value, kFixed ? 1 : 0);
  out[threadIdx.x] = result;
}

template <bool kFixed>
void leader_is_elsewhere() {
  Device<int> in(32, 1), out(32);
  from_leader<kFixed><<<1, 32>>>(in, out);
  finish();
}

// program tail_of_a_scan: In the last warp of an array the lanes in use read
// from lanes above the end.
template <bool kFixed>
__global__ void next_value(const int* in, int* out, int n) {
  const int i = threadIdx.x;
  const unsigned members = __ballot_sync(~0u, i < n);
  if (i < n) {
    const int from = kFixed ? min(i + 1, n - 1) : i + 1;
    out[i] = __shfl_sync(members, in[i], from);  // bug: inactive-shuffle-source
  }
}

template <bool kFixed>
void tail_of_a_scan() {
  Device<int> in(20, 1), out(20);
  next_value<kFixed><<<1, 32>>>(in, out, 20);
  finish();
}

// program butterfly_of_24: A butterfly among 24 lanes has partners that do not
// exist.
template <bool kFixed>
__global__ void butterfly(const int* in, int* out) {
  int value = threadIdx.x < 24 ? in[threadIdx.x] : 0;
  if (kFixed || threadIdx.x < 24) {
    const unsigned mask = kFixed ? ~0u : 0xffffffu;
    for (int step = 16; step > 0; step /= 2)
      value +=
          __shfl_xor_sync(mask, value, step);  // bug: inactive-shuffle-source
  }
  if (threadIdx.x == 0) *out = value;
}

template <bool kFixed>
void butterfly_of_24() {
  Device<int> in(24, 1), out(1);
  butterfly<kFixed><<<1, 32>>>(in, out);
  finish();
}

}  // namespace

int main(int argc, char** argv) {
  return choose(
      argc, argv,
      {{"size_for_mask", size_for_mask<false>, size_for_mask<true>},
       {"full_mask_in_a_branch", full_mask_in_a_branch<false>,
        full_mask_in_a_branch<true>},
       {"half_mask_for_all", half_mask_for_all<false>, half_mask_for_all<true>},
       {"mask_of_the_lane", mask_of_the_lane<false>, mask_of_the_lane<true>},
       {"stale_active_mask", stale_active_mask<false>, stale_active_mask<true>},
       {"left_out_at_syncwarp", left_out_at_syncwarp<false>,
        left_out_at_syncwarp<true>},
       {"match_after_exit", match_after_exit<false>, match_after_exit<true>},
       {"lower_half_down", lower_half_down<false>, lower_half_down<true>},
       {"leader_is_elsewhere", leader_is_elsewhere<false>,
        leader_is_elsewhere<true>},
       {"tail_of_a_scan", tail_of_a_scan<false>, tail_of_a_scan<true>},
       {"butterfly_of_24", butterfly_of_24<false>, butterfly_of_24<true>}});
}
