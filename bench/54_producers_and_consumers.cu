// SPDX-License-Identifier: MIT
// Lesson 54 on a GPU of compute capability 9.0: 4096 x 4096 bf16, sums in
// float. The answers of lessons 46, 53 (before) and 54 (after), two changes to
// the last, and cuBLAS. From the root:
//   nvcc -O3 -std=c++17 -gencode=arch=compute_90a,code=sm_90a -I.
//     -Ilessons/54_producers_and_consumers
//     bench/54_producers_and_consumers.cu -lcublas -o /tmp/bench54
//   /tmp/bench54
// Exit code 1 when a result is wrong.
#include <cuda/ptx>

#include "common/tensor_map.h"
#include "common/wgmma.h"
// Before the answers, which include what stands above inside of a namespace.
#include "bench/brain_product.h"

namespace lesson53 {
#include "solutions/53_wgmma/solution.cu"
}
namespace solution {
#include "solutions/54_producers_and_consumers/solution.cu"
}

namespace others {  // what lies between the lesson's marks, in another way
using namespace solution;
#define LOCKSTEP_KERNEL(name)                                                  \
  __global__ __launch_bounds__(kThreads, 1) void name(                         \
      const __grid_constant__ CUtensorMap a,                                   \
      const __grid_constant__ CUtensorMap b, float* c, int m, int n, int k) {  \
    extern __shared__ __align__(1024) Slot slots[];                            \
    __shared__ uint64_t full[kStages], empty[kStages];                         \
    const int row = blockIdx.y * kRows, column = blockIdx.x * kColumns;        \
    const int steps = (k + kDepth - 1) / kDepth, group = threadIdx.x / 128;

LOCKSTEP_KERNEL(waits_for_all)
#include "solutions/54_producers_and_consumers/also_right/waits_for_all.cu"
}
LOCKSTEP_KERNEL(registers_as_they_are)
#include "solutions/54_producers_and_consumers/also_right/registers_as_they_are.cu"
}

template <auto kKernel>
void multiply(const __nv_bfloat16* a, const __nv_bfloat16* b, float* c, int m,
              int n, int k) {
  constexpr auto kSwizzle = CU_TENSOR_MAP_SWIZZLE_128B;
  constexpr int kBytes = kStages * sizeof(Slot);
  CUDA_CHECK(cudaFuncSetAttribute(
      kKernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes));
  const dim3 grid((n + kColumns - 1) / kColumns, (m + kRows - 1) / kRows);
  kKernel<<<grid, kThreads, kBytes>>>(
      lockstep::tensor_map(a, m, k, kRows, kDepth, kSwizzle),
      lockstep::tensor_map(b, n, k, kColumns, kDepth, kSwizzle), c, m, n, k);
}
}  // namespace others

int main() {
  BrainBench bench;
#ifdef LOCKSTEP_EXERCISE
  return bench.compare(solution::multiply, exercise::multiply);
#endif
  bench.library_rows();
  bench.row("before", lesson53::multiply);
  bench.row("after", solution::multiply);
  bench.row("no group left in flight", others::multiply<others::waits_for_all>);
  bench.row("no setmaxnreg", others::multiply<others::registers_as_they_are>);
  return bench.status();
}
