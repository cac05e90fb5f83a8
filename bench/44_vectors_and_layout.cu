// SPDX-License-Identifier: MIT
// Lesson 44 on a GPU: the rung before, the solution and cuBLAS SGEMM, 4096 x
// 4096 floats, in one run. From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/44_vectors_and_layout
//     bench/44_vectors_and_layout.cu -lcublas -o /tmp/bench44 && /tmp/bench44
// Prints a row per time: median of 9 times (each 3 calls), and the share of
// what the GPU can multiply and add. Exit code 1 when a result is wrong.
#include "bench/exercise.h"
#include "bench/matmul.h"

namespace solution {
#include "solutions/44_vectors_and_layout/solution.cu"
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
  bench.row("before", [&] { rungs::multiply(a, b, c, n, n, n); });
  bench.row("after", [&] { solution::multiply(a, b, c, n, n, n); });
  return bench.right ? 0 : 1;
#endif
}
