// SPDX-License-Identifier: MIT
// 32 steps of the line at a time: each lane takes one, and the end of a row adds up
// its lanes. No shared memory; the sum of an open row stays in a register.

constexpr int kPiece = 512, kWarps = 4;

// All work lies in one line: the nonzeros of row 0 and its end, those of row 1
// and its end, ... Each is one step. The end of row r is step starts[r + 1] +
// r, so a step can be found by a search in `starts`.

/// How many rows end before step `step`; as many nonzeros as remain lie there.
__device__ int rows_before(const int* starts, int rows, int step) {
  int low = 0, high = min(rows, step);
  while (low < high) {
    const int row = low + (high - low) / 2;
    if (starts[row + 1] + row < step) {
      low = row + 1;
    } else {
      high = row;
    }
  }
  return low;
}

/// Each warp makes the steps of one piece, 32 at a time.
__global__ void multiply_pieces(const int* starts, const int* columns,
                                const float* values, const float* x, float* y,
                                int rows, int steps) {
  const int lane = threadIdx.x % 32;
  const int first = (blockIdx.x * kWarps + threadIdx.x / 32) * kPiece;
  if (first >= steps) return;
  const int last = min(first + kPiece, steps);
  int row = rows_before(starts, rows, first);
  const int split = row;  // may have begun in an earlier piece
  float open = 0;         // of the row that no lane has ended yet
  for (int begin = first; begin < last; begin += 32) {
    // Bit l: lane l has the end of a row. Row `row` + i is looked at by lane i.
    const int end =
        row + lane < rows ? starts[row + lane + 1] + row + lane - begin : 32;
    unsigned ends = 0;
    for (int i = 0; i < 32; ++i) {
      ends |=
          __any_sync(0xffffffff, end == i && begin + i < last) ? 1u << i : 0;
    }
    const unsigned below = ends & ((1u << lane) - 1);
    const int step = begin + lane, at = row + __popc(below);
    const bool is_end = ends >> lane & 1;
    float sum = 0;
    if (step < last && !is_end) {
      sum = values[step - at] * x[columns[step - at]];
    }
    // Adds up the lanes back to the end before this one.
    const int from = below == 0 ? 0 : 32 - __clz(int(below));
    for (int away = 1; away < 32; away *= 2) {
      const float lower = __shfl_up_sync(0xffffffff, sum, away);
      if (lane - away >= from) sum += lower;
    }
    if (from == 0) sum += open;
    if (is_end && at == split) atomicAdd(&y[at], sum);
    if (is_end && at != split) y[at] = sum;
    open = __shfl_sync(0xffffffff, is_end ? 0 : sum, 31);
    row += __popc(ends);
  }
  if (lane == 0 && row < rows) atomicAdd(&y[row], open);
}

void multiply(const int* starts, const int* columns, const float* values,
              const float* x, float* y, int rows, int nonzeros) {
  if (rows == 0) return;
  const int steps = rows + nonzeros, each = kWarps * kPiece;
  CUDA_CHECK(cudaMemsetAsync(y, 0, rows * sizeof(float)));
  multiply_pieces<<<(steps + each - 1) / each, 32 * kWarps>>>(
      starts, columns, values, x, y, rows, steps);
  CUDA_CHECK(cudaGetLastError());
}
