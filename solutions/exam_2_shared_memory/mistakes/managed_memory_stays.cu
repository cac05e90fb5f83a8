// SPDX-License-Identifier: MIT
// caught by: case "one launch, and nobody waits for it"
// A buffer of managed memory that nobody frees.

constexpr int kThreads = 64;  // of a block: a series each
constexpr int kWarps = kThreads / 32;
constexpr int kPiece = 32;  // places of a series at a time, a warp's

__global__ void add_up_pieces(const float* value, const unsigned char* restart,
                              float* total, int series, int length) {
  // A lane walks along a row. Rows of 33 floats begin in 32 different banks,
  // and so do rows of 36 bytes, which are 9 words; 33 bytes would not always.
  __shared__ float piece[kThreads][kPiece + 1];
  __shared__ unsigned char marks[kThreads][kPiece + 4];
  const int t = threadIdx.x, warp = t / 32, lane = t % 32;
  const int first = blockIdx.x * kThreads;
  const int rows = min(kThreads, series - first);
  float sum = 0;
  for (int start = 0; start < length; start += kPiece) {
    const int width = min(kPiece, length - start);
    // Along the rows: a warp takes a row, a lane a place.
    for (int row = warp; row < rows && lane < width; row += kWarps) {
      const size_t at = size_t(first + row) * length + start + lane;
      piece[row][lane] = value[at];
      marks[row][lane] = restart[at];
    }
    __syncthreads();  // the piece is there
    // Across the rows: a thread takes its series.
    for (int k = 0; k < width && t < rows; ++k) {
      if (marks[t][k]) sum = 0;
      sum += piece[t][k];
      piece[t][k] = sum;
    }
    __syncthreads();  // the totals are there
    for (int row = warp; row < rows && lane < width; row += kWarps) {
      total[size_t(first + row) * length + start + lane] = piece[row][lane];
    }
    // No third barrier: in the next round a thread replaces only what itself
    // has just stored, and the marks, which nobody reads any more.
  }
}

cudaError_t add_up(const float* value, const unsigned char* restart,
                   float* total, int series, int length) {
  if (series < 0 || length < 0) return cudaErrorInvalidValue;
  if (series == 0 || length == 0) return cudaSuccess;
  float* spare = nullptr;
  const auto error = cudaMallocManaged(&spare, series * sizeof(float));
  if (error != cudaSuccess) return error;
  add_up_pieces<<<(series - 1) / kThreads + 1, kThreads>>>(
      value, restart, total, series, length);
  return cudaGetLastError();
}
