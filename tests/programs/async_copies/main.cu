// SPDX-License-Identifier: MIT
// Copies into shared memory that run beside the threads, as libcu++ and
// cooperative groups write them: a pipeline of three stages, one with warps
// that only copy, barrier objects with a copy, groups that wait for all but
// the last copy; reductions in tiles of four, and tiles of 64. Where it is
// built for sm_90, libcu++ makes bulk copies of what is aligned, and cuda::ptx
// stores and adds tiles by bulk copies.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include <cstdio>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/ptx>

#include "common/cuda_check.h"

namespace cg = cooperative_groups;

#pragma nv_diag_suppress static_var_with_dynamic_init

constexpr int kThreads = 128, kTiles = 6, kStages = 3;

/// All threads copy and add, two tiles ahead.
__global__ void staged(const int* in, int* out) {
  constexpr auto scope = cuda::thread_scope_block;
  __shared__ alignas(16) int buffer[kStages][kThreads];
  __shared__ cuda::pipeline_shared_state<scope, kStages> state;
  const auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  int sum = 0, fetched = 0;
  for (int tile = 0; tile < kTiles; ++tile) {
    for (; fetched < kTiles && fetched < tile + kStages; ++fetched) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, buffer[fetched % kStages],
                         in + fetched * kThreads,
                         cuda::aligned_size_t<16>(sizeof(buffer[0])), pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    sum += (tile + 1) * buffer[tile % kStages][kThreads - 1 - threadIdx.x];
    pipe.consumer_release();
  }
  out[threadIdx.x] = sum;
}

/// The first warp copies; the others add.
__global__ void divided(const int* in, int* out) {
  constexpr auto scope = cuda::thread_scope_block;
  __shared__ alignas(16) int buffer[kStages][kThreads];
  __shared__ cuda::pipeline_shared_state<scope, kStages> state;
  const auto block = cg::this_thread_block();
  const bool producer = threadIdx.x < 32;
  auto pipe = cuda::make_pipeline(
      block, &state,
      producer ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
  const auto warp = cg::tiled_partition<32>(block);
  int sum = 0;
  for (int tile = 0; tile < kTiles; ++tile) {
    if (producer) {
      pipe.producer_acquire();
      cuda::memcpy_async(warp, buffer[tile % kStages], in + tile * kThreads,
                         sizeof(buffer[0]), pipe);
      pipe.producer_commit();
    } else {
      pipe.consumer_wait();
      sum += buffer[tile % kStages][threadIdx.x ^ 1];
      pipe.consumer_release();
    }
  }
  out[threadIdx.x] = sum;
}

/// Barrier objects: one waits for the copy, the other lets phases pass.
__global__ void barriers(const int* in, int* out) {
  using Barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ alignas(16) int buffer[kThreads];
  __shared__ Barrier loaded, passed;
  const auto block = cg::this_thread_block();
  if (block.thread_rank() == 0) {
    init(&loaded, kThreads);
    init(&passed, kThreads);
  }
  block.sync();
  int sum = 0;
  for (int tile = 0; tile < kTiles; ++tile) {
    cuda::memcpy_async(block, buffer, in + tile * kThreads, sizeof(buffer),
                       loaded);
    loaded.arrive_and_wait();
    sum += buffer[(threadIdx.x + 1) % kThreads] * (tile % 2 ? 1 : -1);
    auto token = passed.arrive();
    passed.wait(std::move(token));
  }
  out[threadIdx.x] = sum;
}

/// The same with a promise of alignment: sm_90 has bulk copies for it.
__global__ void aligned(const int* in, int* out) {
  __shared__ alignas(16) int buffer[kThreads];
  __shared__ cuda::barrier<cuda::thread_scope_block> loaded;
  const auto block = cg::this_thread_block();
  if (block.thread_rank() == 0) init(&loaded, kThreads);
  block.sync();
  int sum = 0;
  for (int tile = 0; tile < kTiles; ++tile) {
    cuda::memcpy_async(block, buffer, in + tile * kThreads,
                       cuda::aligned_size_t<16>(sizeof(buffer)), loaded);
    loaded.arrive_and_wait();
    sum += (tile + 2) * buffer[threadIdx.x ^ 33];
    block.sync();
  }
  out[threadIdx.x] = sum;
}

/// Each tile is stored, or added to what was stored before: by bulk copies
/// where there are any.
__global__ void stored(const int* in, int* out) {
  __shared__ alignas(16) int buffer[2][kThreads];
  const int t = static_cast<int>(threadIdx.x);
  for (int tile = 0; tile < kTiles; ++tile) {
    int* here = buffer[tile % 2];
#if __CUDA_ARCH__ >= 900
    namespace ptx = cuda::ptx;
    const unsigned bytes = sizeof(buffer[0]);
    if (t == 0) ptx::cp_async_bulk_wait_group_read(ptx::n32_t<1>());
    __syncthreads();
    here[t] = in[tile * kThreads + t] + tile;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (t == 0 && tile == 0) {
      ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, here,
                         bytes);
      ptx::cp_async_bulk_commit_group();
      ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
    } else if (t == 0) {
      ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared,
                                ptx::op_add, out, here, bytes);
      ptx::cp_async_bulk_commit_group();
    }
#else
    here[t] = in[tile * kThreads + t] + tile;
    out[t] = tile == 0 ? here[t] : out[t] + here[t];
#endif
  }
#if __CUDA_ARCH__ >= 900
  if (t == 0) cuda::ptx::cp_async_bulk_wait_group_read(cuda::ptx::n32_t<0>());
#endif
}

/// The next tile is on its way while this one is added.
__global__ void prior(const int* in, int* out) {
  __shared__ alignas(16) int buffer[2][kThreads];
  const auto block = cg::this_thread_block();
  cg::memcpy_async(block, buffer[0], in, sizeof(buffer[0]));
  int sum = 0;
  for (int tile = 0; tile < kTiles; ++tile) {
    if (tile + 1 < kTiles) {
      cg::memcpy_async(block, buffer[(tile + 1) % 2],
                       in + (tile + 1) * kThreads, sizeof(buffer[0]));
      cg::wait_prior<1>(block);
    } else {
      cg::wait(block);
    }
    sum ^= buffer[tile % 2][threadIdx.x ^ 5];
    block.sync();
  }
  out[threadIdx.x] = sum;
}

/// Tiles of four: sum, maximum, scan; then only the odd threads.
__global__ void fours(const int* in, int* out) {
  const auto four = cg::tiled_partition<4>(cg::this_thread_block());
  const int x = in[threadIdx.x];
  const int sum = cg::reduce(four, x, cg::plus<int>());
  const int most = cg::reduce(four, x, cg::greater<int>());
  const int before = cg::exclusive_scan(four, x);
  int odd = 0;
  const auto some = cg::binary_partition(
      cg::tiled_partition<32>(cg::this_thread_block()), threadIdx.x % 2 == 1);
  if (threadIdx.x % 2 == 1) {
    odd = cg::reduce(some, x, cg::bit_xor<int>()) + some.thread_rank();
  }
  const auto half = cg::binary_partition(four, x % 2 == 0);
  out[threadIdx.x] =
      sum + 3 * most + 5 * before + 7 * odd + static_cast<int>(half.size());
}

/// Tiles of two warps: a barrier for each, in memory of the library's own.
__global__ void wide(const int* in, int* out) {
  __shared__ cg::block_tile_memory<kThreads> memory;
  __shared__ int values[kThreads];
  const auto tile = cg::tiled_partition<64>(cg::this_thread_block(memory));
  const int t = static_cast<int>(threadIdx.x);
  int x = in[t];
  for (int step = 32; step > 0; step /= 2) {
    values[t] = x;
    tile.sync();
    x += 3 * values[t ^ step];
    tile.sync();
  }
  out[t] = x + static_cast<int>(tile.meta_group_rank());
}

int main() {
  int host[kTiles * kThreads], *in, *out;
  for (int i = 0; i < kTiles * kThreads; ++i) host[i] = i * 7919 % 1009;
  CUDA_CHECK(cudaMalloc(&in, sizeof(host)));
  CUDA_CHECK(cudaMalloc(&out, kThreads * sizeof(int)));
  CUDA_CHECK(cudaMemcpy(in, host, sizeof(host), cudaMemcpyHostToDevice));
  using Kernel = void (*)(const int*, int*);
  const Kernel kernels[] = {staged, divided, barriers, aligned,
                            stored, prior,   fours,    wide};
  const char* names[] = {"staged", "divided", "barriers", "aligned",
                         "stored", "prior",   "fours",    "wide"};
  for (int k = 0; k < 8; ++k) {
    CUDA_CHECK(cudaMemset(out, 0, kThreads * sizeof(int)));
    kernels[k]<<<1, kThreads>>>(in, out);
    CUDA_CHECK(cudaGetLastError());
    int got[kThreads];
    CUDA_CHECK(cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost));
    std::printf("%s:", names[k]);
    long long sum = 0;
    for (int t = 0; t < kThreads; ++t) sum = (sum * 31 + got[t]) % 1000003;
    for (int t : {0, 1, 2, 3, 33, 64, 127}) std::printf(" %d", got[t]);
    std::printf(", all %lld\n", sum);
  }
  CUDA_CHECK(cudaFree(in));
  CUDA_CHECK(cudaFree(out));
}
