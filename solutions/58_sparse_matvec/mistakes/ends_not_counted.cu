// SPDX-License-Identifier: MIT
// caught by: case "one row with most of the nonzeros"
// Pieces of as many nonzeros each. A row end counts as no work: a warp whose
// nonzeros lie among thousands of empty rows walks over all of them.

constexpr int kPiece = 256, kWarps = 4;

__global__ void add_pieces(const int* starts, const int* columns,
                           const float* values, const float* x, float* y,
                           int rows, int nonzeros) {
  const int lane = threadIdx.x % 32;
  const int first = (blockIdx.x * kWarps + threadIdx.x / 32) * kPiece;
  if (first >= nonzeros) return;
  const int last = min(first + kPiece, nonzeros);
  int low = 0, high = rows;  // the row that nonzero `first` lies in
  while (low + 1 < high) {
    const int middle = low + (high - low) / 2;
    if (starts[middle] <= first) {
      low = middle;
    } else {
      high = middle;
    }
  }
  for (int row = low; row < rows && starts[row] < last; ++row) {
    float sum = 0;
    const int end = min(starts[row + 1], last);
    for (int k = max(starts[row], first) + lane; k < end; k += 32) {
      sum += values[k] * x[columns[k]];
    }
    for (int away = 16; away > 0; away /= 2) {
      sum += __shfl_xor_sync(0xffffffff, sum, away);
    }
    if (lane == 0) atomicAdd(&y[row], sum);
  }
}

void multiply(const int* starts, const int* columns, const float* values,
              const float* x, float* y, int rows, int nonzeros) {
  if (rows == 0) return;
  CUDA_CHECK(cudaMemsetAsync(y, 0, rows * sizeof(float)));
  if (nonzeros == 0) return;
  const int pieces = (nonzeros + kPiece - 1) / kPiece;
  add_pieces<<<(pieces + kWarps - 1) / kWarps, 32 * kWarps>>>(
      starts, columns, values, x, y, rows, nonzeros);
  CUDA_CHECK(cudaGetLastError());
}
