// SPDX-License-Identifier: MIT
// Lesson 53 on a GPU of compute capability 9.0: 4096 x 4096 bf16, sums in
// float. Lesson 46's answer, the lesson's tiles with mma.sync (before) and with
// wgmma (after), and cuBLAS. From the root:
//   nvcc -O3 -std=c++17 -gencode=arch=compute_90a,code=sm_90a -I.
//     -Ilessons/53_wgmma bench/53_wgmma.cu -lcublas -o /tmp/bench53
//   /tmp/bench53
// Exit code 1 when a result is wrong.
#include <cuda/ptx>

#include "common/tensor_map.h"
#include "common/wgmma.h"
// Before the answers, which include what stands above inside of a namespace.
#include "bench/brain_product.h"

namespace solution {
#include "solutions/53_wgmma/solution.cu"
}

namespace before {  // what lies between the lesson's marks, with mma.sync
using namespace solution;
__global__ __launch_bounds__(128) void products(
    const __grid_constant__ CUtensorMap a,
    const __grid_constant__ CUtensorMap b, float* c, int m, int n, int k) {
  extern __shared__ __align__(1024) Slot slots[];
  __shared__ uint64_t full[kSlots];
  const int row = blockIdx.y * kRows, column = blockIdx.x * kColumns;
  const int steps = (k + kDepth - 1) / kDepth;
  if (threadIdx.x == 0) {
    for (uint64_t& barrier : full) ptx::mbarrier_init(&barrier, 1);
    ptx::fence_proxy_async();
    for (int step = 0; step < kSlots && step < steps; ++step) {
      fill(slots[step], full[step], a, b, row, column, step);
    }
  }
  __syncthreads();
#include "solutions/53_wgmma/mistakes/mma_sync.cu"
}

void multiply(const __nv_bfloat16* a, const __nv_bfloat16* b, float* c, int m,
              int n, int k) {
  constexpr auto kSwizzle = CU_TENSOR_MAP_SWIZZLE_128B;
  constexpr int kBytes = kSlots * sizeof(Slot);
  CUDA_CHECK(cudaFuncSetAttribute(
      products, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes));
  const dim3 grid((n + kColumns - 1) / kColumns, (m + kRows - 1) / kRows);
  products<<<grid, 128, kBytes>>>(
      lockstep::tensor_map(a, m, k, kRows, kDepth, kSwizzle),
      lockstep::tensor_map(b, n, k, kColumns, kDepth, kSwizzle), c, m, n, k);
}
}  // namespace before

int main() {
  BrainBench bench;
#ifdef LOCKSTEP_EXERCISE
  return bench.compare(solution::multiply, exercise::multiply);
#endif
  bench.library_rows();
  bench.row("before", before::multiply);
  bench.row("after", solution::multiply);
  return bench.status();
}
