// SPDX-License-Identifier: MIT
// The two ideas alone. Two blocks of a cluster need the same 128 rows: once
// each loads all of them, once each loads half for both. And a warp stores 16 x
// 16 results by stmatrix, once as they lie and once swizzled.
#include <cstdio>
#include <vector>

#include "common/counters.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "common/tensor_map.h"
#include "rungs.cuh"

using namespace rungs;  // NOLINT: the words of this file

constexpr int kTable = 128;  // rows of 64 values: 128 bytes

template <bool kShared>
__global__ void __cluster_dims__(kCluster)
    read_rows(const __grid_constant__ CUtensorMap map, float* out) {
  __shared__ __align__(1024) bf16 rows[kTable * kDepth];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  cluster_sync();
  if (threadIdx.x == 0) {
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                   ptx::space_shared, &full, sizeof rows);
    for (int r = 0; r < kTable; r += kTable / 2) {
      bf16* to = rows + r * kDepth;
      if (!kShared) load(to, map, r, 0, &full);
      if (kShared && r == cluster_rank() * kTable / 2) {
        load_for_all(to, map, r, 0, &full);
      }
    }
  }
  wait_for(&full, 0);
  float sum = 0;  // of a row: the order of its pieces does not matter
  for (int i = 0; i < kDepth; ++i) {
    sum += float(rows[threadIdx.x * kDepth + i]);
  }
  out[blockIdx.x * kTable + threadIdx.x] = sum;
  cluster_sync();
}

/// Each lane stores 16 bytes, as the lanes that stmatrix takes addresses from.
template <bool kSwizzled>
__global__ void store_rows(float* out) {
  __shared__ __align__(1024) bf16 box[16 * kBox];
  const int row = threadIdx.x % 16;
  int piece = threadIdx.x / 16;  // of 16 bytes; a row has 8
  if (kSwizzled) piece ^= row % 8;
  uint4* to = reinterpret_cast<uint4*>(box) + row * 8 + piece;
  const uint32_t two = pack(row, row);
  *to = make_uint4(two, two, two, two);
  __syncwarp();
  out[threadIdx.x] = float(box[row * kBox + piece * 8]);
}

int main() {
  std::vector<bf16> values(kTable * kDepth);
  for (int i = 0; i < kTable * kDepth; ++i) {
    values[i] = __float2bfloat16(float(i / kDepth));
  }
  const lockstep::DeviceBuffer<bf16> table(values);
  const lockstep::DeviceBuffer<float> out(kCluster * kTable);
  const CUtensorMap map =
      lockstep::tensor_map(table.data(), kTable, kDepth, kTable / 2, kDepth,
                           CU_TENSOR_MAP_SWIZZLE_128B);
  const lockstep::Recording recording;
  const auto last = [&](const char* what) {
    const auto sums = out.download();
    std::printf("%-28s row 127: %g in block 0, %g in block 1\n", what,
                sums[kTable - 1], sums[2 * kTable - 1]);
  };
  read_rows<false><<<kCluster, kTable>>>(map, out.data());
  last("each block loads all rows");
  read_rows<true><<<kCluster, kTable>>>(map, out.data());
  last("each loads half, for both");
  store_rows<false><<<1, 32>>>(out.data());
  store_rows<true><<<1, 32>>>(out.data());
  CUDA_CHECK(cudaDeviceSynchronize());
  if (!lockstep::counters_available()) return 0;
  const auto all = recording.list();
  std::printf("\nbytes of global memory read: %llu, then %llu\n",
              static_cast<unsigned long long>(all[0].counters.bulk_read.bytes),
              static_cast<unsigned long long>(all[1].counters.bulk_read.bytes));
  for (const int i : {2, 3}) {
    const SimtTraffic& stored = all[i].counters.shared_store;
    std::printf("rows %s: %llu request, %llu wavefronts\n",
                i == 2 ? "as they lie" : "swizzled",
                static_cast<unsigned long long>(stored.requests),
                static_cast<unsigned long long>(stored.wavefronts));
  }
}
