// SPDX-License-Identifier: MIT
// Loads by the read-only path of memory that the kernel itself stores to.
#include <cooperative_groups.h>

#include "tests/corpus/corpus.h"

using namespace corpus;

namespace {

// program read_only_partials: The last block adds what the others stored before
// their tickets, but by __ldg.
template <bool kFixed>
__global__ void total(const int* in, int* partial, unsigned* ticket, int* out) {
  __shared__ bool last;
  partial[blockIdx.x * 32 + threadIdx.x] = in[blockIdx.x * 32 + threadIdx.x];
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicAdd(ticket, 1u) == gridDim.x - 1;
  __syncthreads();
  if (!last) return;
  __threadfence();
  int sum = 0;
  for (unsigned i = threadIdx.x; i < 32 * gridDim.x; i += 32)
    sum += kFixed ? partial[i] : __ldg(&partial[i]);  // bug: stale-load
  atomicAdd(out, sum);
}

template <bool kFixed>
void read_only_partials() {
  Device<int> in(4 * 32, 1), partial(4 * 32), out(1, 0);
  Device<unsigned> ticket(1, 0);
  total<kFixed><<<4, 32>>>(in, partial, ticket, out);
  finish();
}

// program in_place_restrict: The kernel promises by const and __restrict__ that
// nobody stores to its input; the caller gives one array for both.
template <bool kFixed>
__global__ void smooth(const int* __restrict__ in, int* out) {
  const int i = threadIdx.x;
  const int own = in[i];
  __syncthreads();
  out[i] = 2 * own;
  __syncthreads();
  if (i > 0) atomicAdd(&out[64 + i], in[i - 1]);  // bug: stale-load
}

template <bool kFixed>
void in_place_restrict() {
  Device<int> data(128, 1), other(128, 0);
  smooth<kFixed><<<1, 64>>>(kFixed ? other : data, data);
  finish();
}

// program own_result_again: Each thread of a large grid reads its own result
// again by __ldg.
template <bool kFixed>
__global__ void twice(int* data) {
  int* own = data + blockIdx.x * blockDim.x + threadIdx.x;
  *own = threadIdx.x;
  const int again = kFixed ? *own : __ldg(own);  // bug: stale-load
  *own = again + 1;
}

template <bool kFixed>
void own_result_again() {
  Device<int> data(64 * 256);
  twice<kFixed><<<64, 256>>>(data);
  finish();
}

// program two_steps_of_one_launch: A stencil makes two steps with a barrier of
// the grid between them; the second one loads as the first did.
__device__ int at(const int* from, bool only_read) {
  return only_read ? __ldg(from) : *from;
}

template <bool kFixed>
__global__ void steps(int* from, int* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int step = 0; step < 2; ++step) {
    if (i > 0 && i < n - 1)
      // bug: stale-load
      to[i] = at(from + i - 1, !kFixed) + at(from + i + 1, !kFixed);
    int* const read = from;
    from = to;
    to = read;
    cooperative_groups::this_grid().sync();
  }
}

template <bool kFixed>
void two_steps_of_one_launch() {
  int n = 256;
  Device<int> a(n, 1), b(n, 1);
  int *from = a, *to = b;
  void* arguments[] = {&from, &to, &n};
  cudaLaunchCooperativeKernel(steps<kFixed>, 4, 64, arguments);
  finish();
}

}  // namespace

int main(int argc, char** argv) {
  return choose(
      argc, argv,
      {{"read_only_partials", read_only_partials<false>,
        read_only_partials<true>},
       {"in_place_restrict", in_place_restrict<false>, in_place_restrict<true>},
       {"own_result_again", own_result_again<false>, own_result_again<true>},
       {"two_steps_of_one_launch", two_steps_of_one_launch<false>,
        two_steps_of_one_launch<true>}});
}
