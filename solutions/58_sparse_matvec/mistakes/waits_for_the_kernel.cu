// SPDX-License-Identifier: MIT
// caught by: case "rows of 32 nonzeros"
// The host waits until the kernel has ended, in each call.

constexpr int kSteps = 15;           // of a lane; odd, so that banks differ
constexpr int kPiece = 32 * kSteps;  // steps of a warp
constexpr int kWarps = 8;            // of a block

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

/// Each warp makes the steps of one piece.
__global__ void __launch_bounds__(32 * kWarps)
    multiply_pieces(const int* starts, const int* columns, const float* values,
                    const float* x, float* y, int rows, int steps) {
  __shared__ float all_products[kWarps][kPiece];
  __shared__ unsigned all_marks[kWarps][32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  unsigned* marks = all_marks[warp];  // bit s of word l: lane l, step s: an end
  const int first = (blockIdx.x * kWarps + warp) * kPiece;
  if (first >= steps) return;
  const int last = min(first + kPiece, steps);

  const int edge = rows_before(starts, rows, lane % 2 == 0 ? first : last);
  const int row = __shfl_sync(0xffffffff, edge, 0);
  const int ends = __shfl_sync(0xffffffff, edge, 1) - row;  // in the piece
  const int nonzero = first - row, count = last - first - ends;
  // One place per step: less shared memory leaves more to the cache, for x.
  float *products = all_products[warp], *sums = products + count;
  marks[lane] = 0;
  __syncwarp();
  int c[kSteps];  // all loads first: none waits for a store between two
  float v[kSteps];
#pragma unroll
  for (int s = 0; s < kSteps; ++s) {  // neighbours load neighbours
    const int i = s * 32 + lane, k = nonzero + i;
    c[s] = i < count ? __ldcs(columns + k) : 0;
    v[s] = i < count ? __ldcs(values + k) : 0;
  }
#pragma unroll
  for (int s = 0; s < kSteps; ++s) v[s] *= x[c[s]];
#pragma unroll
  for (int s = 0; s < kSteps; ++s) products[s * 32 + lane] = v[s];
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

void multiply(const int* starts, const int* columns, const float* values,
              const float* x, float* y, int rows, int nonzeros) {
  if (rows == 0) return;
  const int steps = rows + nonzeros, each = kWarps * kPiece;
  CUDA_CHECK(cudaMemsetAsync(y, 0, rows * sizeof(float)));
  if (nonzeros == 0) return;  // x may be empty
  multiply_pieces<<<(steps + each - 1) / each, 32 * kWarps>>>(
      starts, columns, values, x, y, rows, steps);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
}
