// SPDX-License-Identifier: MIT
// Block barriers that not all threads reach in the same way, and named barriers
// that do not order what they should.
#include "tests/corpus/corpus.h"

using namespace corpus;

namespace {

// program guarded_barrier: The barrier stands inside the guard against the end
// of the array.
template <bool kFixed>
__global__ void smooth(const int* in, int* out, int n) {
  __shared__ int buf[64];
  const int i = threadIdx.x;
  buf[i] = i < n ? in[i] : 0;
  if (kFixed || i < n) __syncthreads();  // bug: divergent-barrier
  if (i < n) out[i] = buf[i] + buf[63 - i];
  __syncthreads();
}

// also: shared-race
// also: barrier-mismatch

template <bool kFixed>
void guarded_barrier() {
  Device<int> in(48, 1), out(48);
  smooth<kFixed><<<1, 64>>>(in, out, 48);
  finish();
}

// program early_return: Threads without an element return before the barrier.
template <bool kFixed>
__global__ void reverse(const int* in, int* out, int n) {
  __shared__ int buf[128];
  const int i = threadIdx.x;
  if (!kFixed && i >= n) return;
  if (i < n) buf[i] = in[i];
  __syncthreads();  // bug: divergent-barrier
  if (i < n) out[i] = buf[n - 1 - i];
}

template <bool kFixed>
void early_return() {
  Device<int> in(64, 1), out(64);
  reverse<kFixed><<<1, 128>>>(in, out, 64);
  finish();
}

// program unequal_rounds: Threads make different numbers of rounds in a loop
// with a barrier.
template <bool kFixed>
__global__ void rounds(const int* in, int* out, int n) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  const int last = kFixed ? (n + 63) / 64 * 64 : n;
  for (int i = threadIdx.x; i < last; i += 64) {
    if (i < n) atomicAdd(&sum, in[i]);
    __syncthreads();  // bug: divergent-barrier
  }
  if (threadIdx.x == 0) *out = sum;
}

template <bool kFixed>
void unequal_rounds() {
  Device<int> in(80, 1), out(1);
  rounds<kFixed><<<1, 64>>>(in, out, 80);
  finish();
}

// also: shared-race

// program barrier_in_a_function: A helper with a barrier is called by the
// threads of one half of each warp.
template <bool kFixed>
__device__ int sum_block(int value, int* buf) {
  buf[threadIdx.x] = value;
  __syncthreads();  // bug: divergent-barrier
  int sum = 0;
  for (int i = 0; i < 64; ++i) sum += buf[i];
  return sum;
}

template <bool kFixed>
__global__ void sum_even(const int* in, int* out) {
  __shared__ int buf[64];
  buf[threadIdx.x] = 0;
  __syncthreads();
  const bool even = threadIdx.x % 32 < 16;
  if (kFixed)
    out[threadIdx.x] = sum_block<kFixed>(even ? in[threadIdx.x] : 0, buf);
  else if (even)
    out[threadIdx.x] = sum_block<kFixed>(in[threadIdx.x], buf);
  __syncthreads();
}

template <bool kFixed>
void barrier_in_a_function() {
  Device<int> in(64, 1), out(64);
  sum_even<kFixed><<<1, 64>>>(in, out);
  finish();
}

// program break_before_barrier: A thread that is ready leaves the loop, and the
// others wait in it.
template <bool kFixed>
__global__ void halve(const int* in, int* out) {
  int value = in[threadIdx.x];
  for (int round = 0; round < 8; ++round) {
    if (!kFixed && value == 0) break;
    if (value > 0) value /= 2;
    __syncthreads();  // bug: divergent-barrier
  }
  out[threadIdx.x] = value;
}

template <bool kFixed>
void break_before_barrier() {
  std::vector<int> values(64);
  for (int i = 0; i < 64; ++i) values[i] = i;
  Device<int> in(values), out(64);
  halve<kFixed><<<1, 64>>>(in, out);
  finish();
}

// program roles_by_warp: Two warps take different branches, and each branch has
// its own barrier.
template <bool kFixed>
__global__ void roles(const int* in, int* out) {
  __shared__ int value;
  if (threadIdx.x < 32) {
    if (threadIdx.x == 0) value = in[0];
    if (!kFixed) __syncthreads();  // bug: barrier-mismatch
  } else {
    if (!kFixed) __syncthreads();  // bug: barrier-mismatch
  }
  if (kFixed) __syncthreads();
  out[threadIdx.x] = value;
}

template <bool kFixed>
void roles_by_warp() {
  Device<int> in(1, 1), out(64);
  roles<kFixed><<<1, 64>>>(in, out);
  finish();
}

// program one_barrier_more: One branch has a barrier more, which meets the next
// barrier of the others.
template <bool kFixed>
__global__ void phases(const int* in, int* out) {
  __shared__ int buf[64];
  buf[threadIdx.x] = in[threadIdx.x];
  if (kFixed || threadIdx.x < 32) __syncthreads();  // bug: barrier-mismatch
  const int sum = buf[threadIdx.x] + 1;
  __syncthreads();  // bug: barrier-mismatch
  out[threadIdx.x] = sum;
  if (!kFixed && threadIdx.x >= 32) __syncthreads();
}

template <bool kFixed>
void one_barrier_more() {
  Device<int> in(64, 1), out(64);
  phases<kFixed><<<1, 64>>>(in, out);
  finish();
}

// program loop_meets_end: One warp is still at the barrier of its loop when the
// other waits behind the loop.
template <bool kFixed>
__global__ void unequal_work(const int* in, int* out) {
  const int rounds = kFixed || threadIdx.x >= 32 ? 3 : 2;
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < rounds; ++i) {
    sum += in[threadIdx.x];
    __syncthreads();  // bug: barrier-mismatch
  }
  if (!kFixed && threadIdx.x < 32) __syncthreads();  // bug: barrier-mismatch
  out[threadIdx.x] = sum;
}

template <bool kFixed>
void loop_meets_end() {
  Device<int> in(64, 1), out(64);
  unequal_work<kFixed><<<1, 64>>>(in, out);
  finish();
}

// program switch_cases: Each case of a switch ends with its own barrier.
template <bool kFixed>
__global__ void choose_work(const int* in, int* out) {
  int value = in[threadIdx.x];
  switch (threadIdx.x / 32) {
    case 0:
      value += 1;
      if (!kFixed) __syncthreads();  // bug: barrier-mismatch
      break;
    case 1:
      value *= 2;
      if (!kFixed) __syncthreads();  // bug: barrier-mismatch
      break;
    default:
      value -= 3;
      if (!kFixed) __syncthreads();  // bug: barrier-mismatch
  }
  if (kFixed) __syncthreads();
  out[threadIdx.x] = value;
}

template <bool kFixed>
void switch_cases() {
  Device<int> in(96, 1), out(96);
  choose_work<kFixed><<<1, 96>>>(in, out);
  finish();
}

// program named_barrier_too_few: The named barrier lets the readers go before
// the second half of the writers has come.
template <bool kFixed>
__global__ void halves(const int* in, int* out) {
  __shared__ int buf[128];
  buf[threadIdx.x] = in[threadIdx.x];
  if (kFixed)
    asm volatile("bar.sync 1, 128;" ::: "memory");
  else if (threadIdx.x < 64)
    asm volatile("bar.sync 1, 64;" ::: "memory");
  else
    asm volatile("bar.sync 2, 64;" ::: "memory");
  out[threadIdx.x] = buf[127 - threadIdx.x];  // bug: shared-race
}

template <bool kFixed>
void named_barrier_too_few() {
  Device<int> in(128, 1), out(128);
  halves<kFixed><<<1, 128>>>(in, out);
  finish();
}

// program producer_consumer: The producer fills the slot again before the
// consumer has taken the value out.
template <bool kFixed>
__global__ void pipeline(const int* in, int* out) {
  __shared__ int slot[32];
  const int lane = threadIdx.x % 32;
  for (int item = 0; item < 4; ++item) {
    const int full = 1 + item, empty = 8 + item;  // numbers of barriers
    if (threadIdx.x < 32) {
      slot[lane] = in[item * 32 + lane];  // bug: shared-race
      asm volatile("bar.arrive %0, 64;" ::"r"(full) : "memory");
      if (kFixed) asm volatile("bar.sync %0, 64;" ::"r"(empty) : "memory");
    } else {
      asm volatile("bar.sync %0, 64;" ::"r"(full) : "memory");
      out[item * 32 + lane] = slot[31 - lane];
      if (kFixed) asm volatile("bar.arrive %0, 64;" ::"r"(empty) : "memory");
    }
  }
}

template <bool kFixed>
void producer_consumer() {
  Device<int> in(128, 1), out(128);
  pipeline<kFixed><<<1, 64>>>(in, out);
  finish();
}

}  // namespace

int main(int argc, char** argv) {
  return choose(
      argc, argv,
      {{"guarded_barrier", guarded_barrier<false>, guarded_barrier<true>},
       {"early_return", early_return<false>, early_return<true>},
       {"unequal_rounds", unequal_rounds<false>, unequal_rounds<true>},
       {"barrier_in_a_function", barrier_in_a_function<false>,
        barrier_in_a_function<true>},
       {"break_before_barrier", break_before_barrier<false>,
        break_before_barrier<true>},
       {"roles_by_warp", roles_by_warp<false>, roles_by_warp<true>},
       {"one_barrier_more", one_barrier_more<false>, one_barrier_more<true>},
       {"loop_meets_end", loop_meets_end<false>, loop_meets_end<true>},
       {"switch_cases", switch_cases<false>, switch_cases<true>},
       {"named_barrier_too_few", named_barrier_too_few<false>,
        named_barrier_too_few<true>},
       {"producer_consumer", producer_consumer<false>,
        producer_consumer<true>}});
}
