// SPDX-License-Identifier: MIT
// Lesson 42 on a GPU: lesson 41, the solution and cuBLAS SGEMM, 4096 x
// 4096 floats, in one run. From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/42_matmul_tiled
//     bench/42_matmul_tiled.cu -lcublas -o /tmp/bench42 && /tmp/bench42
// Prints a row per time: median of 9 times (each 3 calls), and the share of
// what the GPU can multiply and add. Exit code 1 when a result is wrong.
#include "common/cuda_check.h"
#include "lesson.h"

#ifdef LOCKSTEP_EXERCISE
namespace exercise {
#include LOCKSTEP_EXERCISE
}
#endif
#include "bench/matmul.h"

namespace solution {
#include "solutions/42_matmul_tiled/solution.cu"
}

namespace lesson_41 {  // it has the same contract
#include "solutions/41_matmul_coalesced/solution.cu"
}

int main() {
  MatmulBench bench;
  const float *a = bench.a.data(), *b = bench.b.data();
  float* c = bench.c.data();
  constexpr int n = MatmulBench::kMost;
#ifdef LOCKSTEP_EXERCISE
  return compare_exercise(bench, solution::multiply, exercise::multiply);
#else
  bench.row("cuBLAS SGEMM", [&] { bench.blas(); });
  bench.row("before", [&] { lesson_41::multiply(a, b, c, n, n, n); });
  bench.row("after", [&] { solution::multiply(a, b, c, n, n, n); });
  return bench.right ? 0 : 1;
#endif
}
