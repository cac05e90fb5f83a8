// SPDX-License-Identifier: MIT
// caught by: case "one row with most of the nonzeros"
// Takes rows as they are where the mean row is short.

constexpr int kThreads = 128, kSteps = 15, kPiece = 32 * kSteps;
__global__ void clear(float* y, int rows) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i < rows) y[i] = 0;
}
__device__ int rows_before(const int* starts, int rows, int step) {
  int low = 0, high = rows;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (starts[middle + 1] + middle < step)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}
__global__ __launch_bounds__(kThreads) void pieces(const int* starts,
                                                   const int* columns,
                                                   const float* values,
                                                   const float* x, float* y,
                                                   int rows, int nonzeros) {
  __shared__ float all_products[kThreads / 32][kPiece],
      all_sums[kThreads / 32][kPiece];
  __shared__ unsigned all_marks[kThreads / 32][32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float *products = all_products[warp], *sums = all_sums[warp];
  unsigned* marks = all_marks[warp];
  const int total = rows + nonzeros;
  const int piece = blockIdx.x * (kThreads / 32) + warp;

  if (piece >= (total + kPiece - 1) / kPiece) return;
  const int first = piece * kPiece, last = min(first + kPiece, total);
  const int edge = rows_before(starts, rows, lane % 2 == 0 ? first : last);
  const int row = __shfl_sync(~0u, edge, 0),
            ends = __shfl_sync(~0u, edge, 1) - row;
  const int nonzero = first - row, count = last - first - ends;
  marks[lane] = 0;
  __syncwarp();
  for (int i = lane; i < count; i += 32)
    products[i] = values[nonzero + i] * x[columns[nonzero + i]];
  for (int i = lane; i < ends; i += 32) {
    const int p = starts[row + i + 1] + row + i - first;
    atomicOr(&marks[p / kSteps], 1u << p % kSteps);
  }
  __syncwarp();
  const unsigned mine = marks[lane];
  int before = __popc(mine);
  for (int away = 1; away < 32; away *= 2) {
    const int other = __shfl_up_sync(~0u, before, away);
    if (lane >= away) before += other;
  }
  before -= __popc(mine);
  int i = lane * kSteps - before, at = before;
  float sum = 0, head = 0;
  for (int s = 0; s < kSteps; ++s) {
    if (mine >> s & 1) {
      if (at == before)
        head = sum;
      else
        sums[at] = sum;
      ++at;
      sum = 0;
    } else if (i < count) {
      sum += products[i++];
    }
  }
  const float left = from_the_left(sum, mine != 0);
  if (mine != 0) sums[before] = head + left;
  __syncwarp();
  for (int i = lane; i < ends; i += 32) {
    if (i == 0)
      atomicAdd(&y[row], sums[0]);
    else
      y[row + i] = sums[i];
  }
  if (lane == 31 && row + ends < rows)
    atomicAdd(&y[row + ends], mine != 0 ? sum : left + sum);
}
void multiply(const int* starts, const int* columns, const float* values,
              const float* x, float* y, int rows, int nonzeros) {
  if (rows == 0) return;
  if (nonzeros / rows > 1 && nonzeros / rows < 20)
    return rungs::multiply_lanes(starts, columns, values, x, y, rows, nonzeros);
  clear<<<(rows + 127) / 128, 128>>>(y, rows);
  const int warps = (rows + nonzeros + kPiece - 1) / kPiece;
  pieces<<<(warps + kThreads / 32 - 1) / (kThreads / 32), kThreads>>>(
      starts, columns, values, x, y, rows, nonzeros);
  CUDA_CHECK(cudaGetLastError());
}

