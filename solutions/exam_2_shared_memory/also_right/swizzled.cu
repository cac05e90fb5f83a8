// SPDX-License-Identifier: MIT
// Right as well: one dynamic buffer, and swizzles instead of padding.

constexpr int kThreads = 128, kPiece = 32;

// Swizzled places instead of padding: which lane takes which word of its row
// depends on the row.
__device__ int value_place(int row, int k) { return 32 * row + (k ^ row % 32); }
__device__ int mark_place(int row, int k) {
  return 32 * row + (k / 4 ^ row / 4 % 8) * 4 + k % 4;
}

__global__ void add_up_pieces(const float* value, const unsigned char* restart,
                              float* total, int series, int length) {
  extern __shared__ float values[];  // kThreads rows of floats, then of bytes
  auto* const marks =
      reinterpret_cast<unsigned char*>(values + kThreads * kPiece);
  const int t = threadIdx.x, lane = t % 32;
  const int first = blockIdx.x * kThreads;
  float sum = 0;
  for (int start = 0; start < length; start += kPiece) {
    const int width = min(kPiece, length - start);
    for (int row = t / 32; row < kThreads; row += kThreads / 32) {
      if (first + row >= series || lane >= width) continue;
      const size_t at = size_t(first + row) * length + start + lane;
      values[value_place(row, lane)] = value[at];
      marks[mark_place(row, lane)] = restart[at];
    }
    __syncthreads();
    for (int k = 0; k < width && first + t < series; ++k) {
      sum = values[value_place(t, k)] + (marks[mark_place(t, k)] ? 0 : sum);
      values[value_place(t, k)] = sum;
    }
    __syncthreads();
    for (int row = t / 32; row < kThreads; row += kThreads / 32) {
      if (first + row >= series || lane >= width) continue;
      const size_t at = size_t(first + row) * length + start + lane;
      total[at] = values[value_place(row, lane)];
    }
    __syncthreads();
  }
}

cudaError_t add_up(const float* value, const unsigned char* restart,
                   float* total, int series, int length) {
  if (series < 0 || length < 0) return cudaErrorInvalidValue;
  if (series == 0 || length == 0) return cudaSuccess;
  constexpr size_t kBytes = kThreads * kPiece * (sizeof(float) + 1);
  add_up_pieces<<<(series - 1) / kThreads + 1, kThreads, kBytes>>>(
      value, restart, total, series, length);
  return cudaGetLastError();
}
