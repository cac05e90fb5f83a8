// SPDX-License-Identifier: MIT
// The kernel of lesson 58 with other shapes: steps per lane, warps per block,
// all of a lane's loads written before their first use (b), sums in an array of
// their own (2). From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/58_sparse_matvec
//     bench/58_sparse_matvec_tuning.cu -o /tmp/tuning58 && /tmp/tuning58
// Matrices and rows as those of 58_sparse_matvec.cu.
#include <string>

#include "bench/exercise.h"
#include "bench/sparse.h"

namespace solution {
#include "solutions/58_sparse_matvec/solution.cu"
}

namespace {

/// Each warp makes the steps of one piece.
template <int kSteps, int kWarps, bool kBatch, int kArrays>
__global__ void __launch_bounds__(32 * kWarps)
    pieces(const int* starts, const int* columns, const float* values,
           const float* x, float* y, int rows, int steps) {
  constexpr int kPiece = 32 * kSteps;
  __shared__ float all_products[kWarps][kArrays * kPiece];
  __shared__ unsigned all_marks[kWarps][32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  unsigned* marks = all_marks[warp];  // bit s of word l: lane l, step s: an end
  const int first = (blockIdx.x * kWarps + warp) * kPiece;
  if (first >= steps) return;
  const int last = min(first + kPiece, steps);

  const int edge =
      solution::rows_before(starts, rows, lane % 2 == 0 ? first : last);
  const int row = __shfl_sync(0xffffffff, edge, 0);
  const int ends = __shfl_sync(0xffffffff, edge, 1) - row;  // in the piece
  const int nonzero = first - row, count = last - first - ends;
  float* products = all_products[warp];
  float* sums = products + (kArrays == 2 ? kPiece : count);
  marks[lane] = 0;
  __syncwarp();
  if (kBatch) {
    int c[kSteps];
    float v[kSteps];
#pragma unroll
    for (int s = 0; s < kSteps; ++s) {
      const int i = s * 32 + lane, k = nonzero + i;
      c[s] = i < count ? __ldcs(columns + k) : 0;
      v[s] = i < count ? __ldcs(values + k) : 0;
    }
#pragma unroll
    for (int s = 0; s < kSteps; ++s) v[s] *= x[c[s]];
#pragma unroll
    for (int s = 0; s < kSteps; ++s) products[s * 32 + lane] = v[s];
  } else {
#pragma unroll
    for (int s = 0; s < kSteps; ++s) {
      const int i = s * 32 + lane, k = nonzero + i;
      if (i < count) products[i] = __ldcs(values + k) * x[__ldcs(columns + k)];
    }
  }
  for (int i = lane; i < ends; i += 32) {
    const int step = starts[row + i + 1] + row + i - first;
    atomicOr(&marks[step / kSteps], 1u << step % kSteps);
  }
  __syncwarp();

  const unsigned mine = marks[lane];
  int before = __popc(mine);  // ends of the lanes before this one
  for (int step = 1; step < 32; step *= 2) {
    const int lower = __shfl_up_sync(0xffffffff, before, step);
    if (lane >= step) before += lower;
  }
  before -= __popc(mine);
  int i = lane * kSteps - before, at = before;
  float sum = 0, head = 0;  // head: up to this lane's first end
#pragma unroll
  for (int s = 0; s < kSteps; ++s) {
    if (mine >> s & 1) {
      if (at == before) head = sum;
      sums[at++] = sum;
      sum = 0;
    } else if (i < count) {
      sum += products[i++];
    }
  }
  const float left = from_the_left(sum, mine != 0);
  if (mine != 0) sums[before] = head + left;
  __syncwarp();
  // The first row may have begun in an earlier piece, the last may go on in the
  // next: such sums are added, as other warps do. All other rows are stored.
  for (int i = lane + 1; i < ends; i += 32) y[row + i] = sums[i];
  if (lane == 0 && ends > 0) atomicAdd(&y[row], sums[0]);
  const float rest = mine != 0 ? sum : sum + left;
  if (lane == 31 && row + ends < rows) atomicAdd(&y[row + ends], rest);
}

struct Bench : sparse::Bench {
  using sparse::Bench::Bench;

  template <int kSteps, int kWarps, bool kBatch, int kArrays>
  void shape() {
    const int steps = rows + nonzeros, each = kWarps * 32 * kSteps;
    row((std::to_string(kSteps) + " steps, " + std::to_string(kWarps) +
         " warps" + (kBatch ? ", b" : "") + (kArrays == 2 ? ", 2" : ""))
            .c_str(),
        [&] {
          CUDA_CHECK(cudaMemsetAsync(y.data(), 0, rows * sizeof(float)));
          pieces<kSteps, kWarps, kBatch, kArrays>
              <<<(steps + each - 1) / each, 32 * kWarps>>>(
                  starts.data(), columns.data(), values.data(), x.data(),
                  y.data(), rows, steps);
        });
  }
};

bool compare(const char* kind, const sparse::Matrix& a) {
  Bench bench(kind, a);
  bench.row("the solution", [&] {
    solution::multiply(bench.starts.data(), bench.columns.data(),
                       bench.values.data(), bench.x.data(), bench.y.data(),
                       bench.rows, bench.nonzeros);
  });
  bench.shape<15, 4, false, 2>();
  bench.shape<15, 4, true, 2>();
  bench.shape<15, 4, false, 1>();
  bench.shape<7, 4, true, 1>();
  bench.shape<11, 4, true, 1>();
  bench.shape<15, 4, true, 1>();
  bench.shape<23, 4, true, 1>();
  bench.shape<15, 1, true, 1>();
  bench.shape<15, 8, true, 1>();
  return bench.right;
}

}  // namespace

int main() { return sparse::all_kinds(compare); }
