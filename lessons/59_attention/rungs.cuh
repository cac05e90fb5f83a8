// SPDX-License-Identifier: MIT
// What a block of the exercise stands on: tiles in shared memory, the warp that
// fills them (lesson 54), and single instructions. At the end the earlier rung,
// finished: a warp for each query, without tensor cores.
#pragma once

#include <cuda/ptx>

#include "common/cuda_check.h"
#include "common/tensor_map.h"
#include "common/wgmma.h"
#include "lesson.h"

namespace wgmma = lockstep::wgmma;
using Bf16 = __nv_bfloat16;
using lockstep::wgmma::pack;

constexpr int kKeys = 128;    // keys, and rows of v, of a tile
constexpr int kStages = 3;    // tiles that have room
constexpr int kColumns = 64;  // of a row in shared memory: 128 bytes, swizzled

/// The shared memory of a block. Rows of kDim values lie in parts of 64
/// columns.
template <int kDim>
struct alignas(1024) Tiles {
  static constexpr int kGroups =
      kDim == 64 ? 3 : 2;                     // warpgroups that multiply
  static constexpr int kRows = 64 * kGroups;  // queries of the block
  static constexpr int kThreads = 128 * (kGroups + 1);
  static constexpr int kParts = kDim / kColumns;

  Bf16 q[kParts][kRows][kColumns];
  Bf16 k[kStages][kParts][kKeys][kColumns];
  Bf16 v[kStages][kParts][kKeys][kColumns];
  uint64_t full_q;          // completes when the queries have arrived
  uint64_t full[kStages];   // when a tile of k and the one of v have
  uint64_t empty[kStages];  // when each of the 4 * kGroups warps has arrived
};

/// The tensor maps of the three inputs.
struct Maps {
  CUtensorMap q, k, v;
};

/// Waits until the phase of that parity is complete.
__device__ inline void wait_for(uint64_t* barrier, int parity) {
  while (!cuda::ptx::mbarrier_try_wait_parity(barrier, parity)) {
  }
}

/// The warp says that it needs stage `stage` no more. All its lanes call it.
template <int kDim>
__device__ void release(Tiles<kDim>& tiles, int stage) {
  if (threadIdx.x % 32 == 0) cuda::ptx::mbarrier_arrive(&tiles.empty[stage]);
}

/// The registers of a thread, for the warpgroups that multiply and for the one
/// that copies: a block has 65,536. All threads of the warpgroup call it.
template <int kDim>
__device__ void take_registers() {
  asm volatile(
      "setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(kDim == 64 ? 160 : 240));
}
__device__ inline void give_registers() {
  asm volatile("setmaxnreg.dec.sync.aligned.u32 24;");
}

/// Makes the barriers. All threads of the block call it.
template <int kDim>
__device__ void begin(Tiles<kDim>& tiles) {
  if (threadIdx.x == 0) {
    cuda::ptx::mbarrier_init(&tiles.full_q, 1);
    for (int s = 0; s < kStages; ++s) {
      cuda::ptx::mbarrier_init(&tiles.full[s], 1);
      cuda::ptx::mbarrier_init(&tiles.empty[s], 4 * Tiles<kDim>::kGroups);
    }
    cuda::ptx::fence_mbarrier_init(cuda::ptx::sem_release,
                                   cuda::ptx::scope_cluster);
  }
  __syncthreads();
}

/// Copies the queries from row `first` of head `head` on, then tile after tile
/// of k and v, each to its stage as soon as that is empty. Rows beyond the
/// head's last become zeros. One thread calls it.
template <int kDim>
__device__ void bring(Tiles<kDim>& tiles, const Maps& maps, int first, int head,
                      int count) {
  namespace ptx = cuda::ptx;
  constexpr int kParts = Tiles<kDim>::kParts;
  const auto expect = [](uint64_t* barrier, uint32_t bytes) {
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                   ptx::space_shared, barrier, bytes);
  };
  const auto copy = [&](void* to, const CUtensorMap& map, int row, int part,
                        uint64_t* barrier) {
    const int32_t at[3] = {part * kColumns, row, head};
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, to, &map,
                              at, barrier);
  };
  expect(&tiles.full_q, sizeof tiles.q);
  for (int p = 0; p < kParts; ++p) {
    copy(tiles.q[p], maps.q, first, p, &tiles.full_q);
  }
  for (int t = 0; t < count; ++t) {
    const int s = t % kStages;
    if (t >= kStages) wait_for(&tiles.empty[s], t / kStages % 2 ^ 1);
    expect(&tiles.full[s], sizeof tiles.k[s] + sizeof tiles.v[s]);
    for (int p = 0; p < kParts; ++p) {
      copy(tiles.k[s][p], maps.k, t * kKeys, p, &tiles.full[s]);
      copy(tiles.v[s][p], maps.v, t * kKeys, p, &tiles.full[s]);
    }
  }
}

/// scores (64 x 128) = the queries of warpgroup `group` times the keys of a
/// stage, closed as a group; does not wait for it. Value i of a thread has the
/// place wgmma::row_of(i), wgmma::column_of(i). The warpgroup calls it.
template <int kDim>
__device__ void begin_scores(const Tiles<kDim>& tiles, int group, int stage,
                             float (&scores)[kKeys / 2]) {
  wgmma::fence();
#pragma unroll
  for (int c = 0; c < kDim; c += 16) {
    const int p = c / kColumns, at = c % kColumns;
    wgmma::multiply(scores, wgmma::descriptor(&tiles.q[p][64 * group][at]),
                    wgmma::descriptor(&tiles.k[stage][p][0][at]), c > 0);
  }
  wgmma::commit();
}

/// sums (64 x kDim) += weights (64 x 128) times the values of a stage, closed
/// as a group; does not wait for it. Register i % 4 of weights[i / 4] holds the
/// pair of the places 2 i and 2 i + 1 of the scores. Part p of the sums has the
/// columns from 64 p on. The warpgroup calls it.
template <int kDim>
__device__ void begin_sums(const Tiles<kDim>& tiles, int stage,
                           const uint32_t (&weights)[kKeys / 16][4],
                           float (&sums)[kDim / kColumns][32]) {
  wgmma::fence();
#pragma unroll
  for (int k = 0; k < kKeys; k += 16) {
#pragma unroll
    for (int p = 0; p < kDim / kColumns; ++p) {
      wgmma::multiply<true>(sums[p], weights[k / 16],
                            wgmma::descriptor(tiles.v[stage][p][k]));
    }
  }
  wgmma::commit();
}

/// 2^x; 0 for minus infinity. One instruction, off by at most 2 units in the
/// last place.
__device__ inline float power_of_two(float x) {
  float result;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(x));
  return result;
}

/// Stores the warp's 16 rows of `out`, from row `first` on, divided by their
/// `sum`; none from row `length` on. Four lanes have a row, two neighbours
/// each: they exchange them, so that a row's 32 bytes go out together.
template <int kParts>
__device__ void store(const float (&sums)[kParts][32], const float (&sum)[2],
                      Bf16* out, int first, int length) {
  const int lane = threadIdx.x % 32, quarter = lane % 4;
  const int from = lane / 4 * 4 + lane % 2 * 2;  // whose words the lane gets
#pragma unroll
  for (int i = 0; i < 32 * kParts; i += 8) {
    for (int r = 0; r < 2; ++r) {
      const float* const four = &sums[i / 32][i % 32 + 2 * r];
      const uint32_t low = pack(four[0] / sum[r], four[1] / sum[r]);
      const uint32_t high = pack(four[4] / sum[r], four[5] / sum[r]);
      const auto word = [&](int at) {
        const uint32_t left = __shfl_sync(0xffffffff, low, at);
        const uint32_t right = __shfl_sync(0xffffffff, high, at);
        return quarter < 2 ? left : right;
      };
      const uint2 words = {word(from), word(from + 1)};
      const int row = first + lane / 4 + 8 * r, column = 2 * i + 4 * quarter;
      if (row < length) {
        *reinterpret_cast<uint2*>(
            &out[size_t(row) * kParts * kColumns + column]) = words;
      }
    }
  }
}

/// Launches `kernel` with the maps of one call of attend.
template <int kDim, class Kernel>
void launch(Kernel* kernel, const Bf16* q, const Bf16* k, const Bf16* v,
            Bf16* out, int heads, int length, bool causal) {
  using Block = Tiles<kDim>;
  const auto map = [&](const Bf16* data, uint32_t rows) {
    return lockstep::tensor_map_of_stack(data, heads, length, kDim, rows,
                                         kColumns, CU_TENSOR_MAP_SWIZZLE_128B);
  };
  const Maps maps = {map(q, Block::kRows), map(k, kKeys), map(v, kKeys)};
  CUDA_CHECK(cudaFuncSetAttribute(
      kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(Block)));
  const dim3 grid((length + Block::kRows - 1) / Block::kRows, heads);
  kernel<<<grid, Block::kThreads, sizeof(Block)>>>(maps, out, length, causal);
  CUDA_CHECK(cudaGetLastError());
}

namespace rungs {

constexpr int kWarps = 4;  // of a block, a query each

/// A lane has one of 32 keys, then kDim / 32 columns of v.
template <int kDim>
__global__ void attend_rows(const Bf16* q, const Bf16* k, const Bf16* v,
                            Bf16* out, int length, bool causal) {
  const int lane = threadIdx.x % 32;
  const int row = blockIdx.x * kWarps + threadIdx.x / 32;
  if (row >= length) return;
  const size_t head = size_t(blockIdx.y) * length;
  const Bf16* query = q + (head + row) * kDim;
  const float scale = 1.4426950408889634f / sqrtf(float(kDim));
  const int end = causal ? row + 1 : length;
  float most = -INFINITY, sum = 0, sums[kDim / 32] = {};
  for (int first = 0; first < end; first += 32) {
    float score = -INFINITY;
    if (first + lane < end) {
      const Bf16* key = k + (head + first + lane) * kDim;
      score = 0;
      for (int c = 0; c < kDim; ++c) score += float(query[c]) * float(key[c]);
    }
    float now = fmaxf(most, score);
    for (int step = 16; step > 0; step /= 2) {
      now = fmaxf(now, __shfl_xor_sync(0xffffffff, now, step));
    }
    const float factor = power_of_two((most - now) * scale);
    const float weight = power_of_two((score - now) * scale);
    most = now;
    sum = sum * factor + weight;
    for (float& s : sums) s *= factor;
    for (int j = 0; j < 32 && first + j < end; ++j) {
      const float w = __shfl_sync(0xffffffff, weight, j);
      const Bf16* value = v + (head + first + j) * kDim + lane;
      for (int c = 0; c < kDim / 32; ++c) sums[c] += w * float(value[c * 32]);
    }
  }
  for (int step = 16; step > 0; step /= 2) {
    sum += __shfl_xor_sync(0xffffffff, sum, step);
  }
  for (int c = 0; c < kDim / 32; ++c) {
    out[(head + row) * kDim + lane + c * 32] = __float2bfloat16(sums[c] / sum);
  }
}

/// As `attend` of lesson.h.
inline void attend(const Bf16* q, const Bf16* k, const Bf16* v, Bf16* out,
                   int heads, int length, int dim, bool causal) {
  if (heads == 0 || length == 0) return;
  const dim3 grid((length + kWarps - 1) / kWarps, heads);
  const auto kernel = dim == 64 ? attend_rows<64> : attend_rows<128>;
  kernel<<<grid, 32 * kWarps>>>(q, k, v, out, length, causal);
  CUDA_CHECK(cudaGetLastError());
}

}  // namespace rungs
