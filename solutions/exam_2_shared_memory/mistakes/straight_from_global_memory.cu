// SPDX-License-Identifier: MIT
// caught by: case "global memory moves whole sectors, once"
// Right totals, but a warp touches 32 rows at a time: a sector for each lane.

constexpr int kThreads = 64;

__global__ void add_up_series(const float* value, const unsigned char* restart,
                              float* total, int series, int length) {
  const int s = blockIdx.x * kThreads + threadIdx.x;
  float sum = 0;
  for (int i = 0; i < length && s < series; ++i) {
    const size_t at = size_t(s) * length + i;
    if (restart[at]) sum = 0;
    sum += value[at];
    total[at] = sum;
  }
}

cudaError_t add_up(const float* value, const unsigned char* restart,
                   float* total, int series, int length) {
  if (series < 0 || length < 0) return cudaErrorInvalidValue;
  if (series == 0 || length == 0) return cudaSuccess;
  add_up_series<<<(series - 1) / kThreads + 1, kThreads>>>(
      value, restart, total, series, length);
  return cudaGetLastError();
}
