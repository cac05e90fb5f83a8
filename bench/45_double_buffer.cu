// SPDX-License-Identifier: MIT
// The ladder of the matrix product on a GPU, lessons 41 to 45, beside cuBLAS
// SGEMM: 4096 x 4096 floats, all in one run. From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/45_double_buffer
//     bench/45_double_buffer.cu -lcublas -o /tmp/bench45 && /tmp/bench45
// Prints a row per time: median of 9 times (each 3 calls), and the share of
// what the GPU can multiply and add. Then the same as a ladder: TFLOP/s, the
// gain of a step, all gains so far, the part of cuBLAS. Exit code 1 when a
// result is wrong.

#include "bench/exercise.h"
#include "bench/matmul.h"

namespace solution {
#include "solutions/45_double_buffer/solution.cu"
}

// The lessons before have the same contract.
namespace naive {
constexpr int kWidth = 32, kHeight = 8;  // threads of a block
#include "solutions/41_matmul_coalesced/mistakes/as_it_was.cu"
}  // namespace naive
namespace coalesced {
#include "solutions/41_matmul_coalesced/solution.cu"
}
namespace tiled {
#include "solutions/42_matmul_tiled/solution.cu"
}
namespace registers {
#include "solutions/43_register_tile/solution.cu"
}

int main() {
  MatmulBench bench;
  const float *a = bench.a.data(), *b = bench.b.data();
  float* c = bench.c.data();
#ifdef LOCKSTEP_EXERCISE
  return compare_exercise(bench, solution::multiply, exercise::multiply);
#else
  struct Rung {
    const char* label;
    void (*multiply)(const float*, const float*, float*, int, int, int);
    double ms;
  };
  const auto time = [&](Rung& rung, int times) {
    const int n = bench.side;
    rung.ms = bench.row(
        rung.label, [&] { rung.multiply(a, b, c, n, n, n); }, times,
        times > 3 ? 3 : 1);
  };
  const double blas_ms = bench.row("cuBLAS SGEMM", [&] { bench.blas(); });
  Rung rungs[] = {
      {"41 as it was", naive::multiply, 0},
      {"41 coalesced", coalesced::multiply, 0},
      {"42 tiled", tiled::multiply, 0},
      {"43 register tile", registers::multiply, 0},
      {"44 vectors and layout", ::rungs::multiply, 0},
      {"45 double buffer", solution::multiply, 0},
  };
  for (Rung& rung : rungs) time(rung, &rung - rungs < 2 ? 3 : 9);
  bench.row("cuBLAS SGEMM again", [&] { bench.blas(); });
  const double operations = bench.operations();

  bench.resize(4095);
  bench.row("cuBLAS SGEMM, 4095", [&] { bench.blas(); });
  Rung odd = {"45 double buffer, 4095", solution::multiply, 0};
  time(odd, 9);

  std::printf("\n%-24s %9s %9s %7s %7s %9s\n", "4096 x 4096", "ms", "TFLOP/s",
              "step", "total", "of cuBLAS");
  for (const Rung& rung : rungs) {
    const Rung& before = &rung == rungs ? rung : *(&rung - 1);
    std::printf("%-24s %9.3f %9.2f %7.2f %7.1f %9.3f\n", rung.label, rung.ms,
                operations / rung.ms / 1e9, before.ms / rung.ms,
                rungs[0].ms / rung.ms, blas_ms / rung.ms);
  }
  std::printf("%-24s %9.3f %9.2f\n", "cuBLAS SGEMM", blas_ms,
              operations / blas_ms / 1e9);
  return bench.right ? 0 : 1;
#endif
}
