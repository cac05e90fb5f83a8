// SPDX-License-Identifier: MIT
// Asynchronous copies to shared memory (cp.async): who waits for what.
#include <cuda_pipeline.h>

#include "tests/corpus/corpus.h"

using namespace corpus;

namespace {

// program own_copies_only: Each thread waits for its own copies, and then reads
// those of another warp.
template <bool kFixed>
__global__ void reverse(const int* in, int* out) {
  __shared__ int buf[64];
  const int i = threadIdx.x;
  __pipeline_memcpy_async(&buf[i], &in[i], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  if (kFixed) __syncthreads();
  out[i] = buf[63 - i];  // bug: shared-race
}

template <bool kFixed>
void own_copies_only() {
  Device<int> in(64, 1), out(64);
  reverse<kFixed><<<1, 64>>>(in, out);
  finish();
}

// program next_copy_too_early: The copy of the next tile starts while other
// warps still read the buffer.
template <bool kFixed>
__global__ void tiles(const int* in, int* out) {
  __shared__ int buf[64];
  const int i = threadIdx.x;
  int sum = 0;
  for (int tile = 0; tile < 3; ++tile) {
    // bug: shared-race
    __pipeline_memcpy_async(&buf[i], &in[tile * 64 + i], sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    sum += buf[63 - i];
    if (kFixed) __syncthreads();
  }
  out[i] = sum;
}

template <bool kFixed>
void next_copy_too_early() {
  Device<int> in(192, 1), out(64);
  tiles<kFixed><<<1, 64>>>(in, out);
  finish();
}

// program two_buffers_one_barrier: With two buffers one barrier a round is
// enough only when it stands before the copy into the other buffer.
template <bool kFixed>
__global__ void two_stages(const int* in, int* out) {
  __shared__ int buf[2][64];
  const int i = threadIdx.x;
  int sum = 0;
  __pipeline_memcpy_async(&buf[0][i], &in[i], sizeof(int));
  __pipeline_commit();
  for (int tile = 0; tile < 4; ++tile) {
    if (kFixed) {
      __pipeline_wait_prior(0);
      __syncthreads();
    }
    if (tile < 3) {
      __pipeline_memcpy_async(&buf[(tile + 1) % 2][i],  // bug: shared-race
                              &in[(tile + 1) * 64 + i], sizeof(int));
      __pipeline_commit();
    }
    if (!kFixed) {
      __pipeline_wait_prior(tile < 3 ? 1 : 0);
      __syncthreads();
    }
    sum += buf[tile % 2][63 - i];
  }
  out[i] = sum;
}

template <bool kFixed>
void two_buffers_one_barrier() {
  Device<int> in(256, 1), out(64);
  two_stages<kFixed><<<1, 64>>>(in, out);
  finish();
}

// program no_wait: A barrier of the block does not wait for asynchronous
// copies.
template <bool kFixed>
__global__ void forget(const int* in, int* out) {
  __shared__ int buf[64];
  const int i = threadIdx.x;
  __pipeline_memcpy_async(&buf[i], &in[i], sizeof(int));
  __pipeline_commit();
  if (kFixed) __pipeline_wait_prior(0);
  __syncthreads();
  out[i] = buf[63 - i];  // bug: shared-race
}

template <bool kFixed>
void no_wait() {
  Device<int> in(64, 1), out(64);
  forget<kFixed><<<1, 64>>>(in, out);
  finish();
}

// program one_group_too_many: The wait leaves the group open that is read next.
template <bool kFixed>
__global__ void prefetch(const int* in, int* out) {
  __shared__ int buf[2][64];
  const int i = threadIdx.x;
  for (int part = 0; part < 2; ++part) {
    __pipeline_memcpy_async(&buf[part][i], &in[part * 64 + i], sizeof(int));
    __pipeline_commit();
  }
  __pipeline_wait_prior(1);
  __syncthreads();
  int sum = buf[0][63 - i];
  if (kFixed) __pipeline_wait_prior(0);
  __syncthreads();
  sum += buf[1][63 - i];  // bug: shared-race
  out[i] = sum;
}

template <bool kFixed>
void one_group_too_many() {
  Device<int> in(128, 1), out(64);
  prefetch<kFixed><<<1, 64>>>(in, out);
  finish();
}

}  // namespace

int main(int argc, char** argv) {
  return choose(
      argc, argv,
      {{"own_copies_only", own_copies_only<false>, own_copies_only<true>},
       {"next_copy_too_early", next_copy_too_early<false>,
        next_copy_too_early<true>},
       {"two_buffers_one_barrier", two_buffers_one_barrier<false>,
        two_buffers_one_barrier<true>},
       {"no_wait", no_wait<false>, no_wait<true>},
       {"one_group_too_many", one_group_too_many<false>,
        one_group_too_many<true>}});
}
