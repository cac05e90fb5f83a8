// SPDX-License-Identifier: MIT
// caught by: case "no shared access waits for a bank"
// Shared memory holds the zeros that the sums begin with, and no value or total.

__global__ void totals(const float* value, const unsigned char* restart,
                       float* total, int series, int length) {
  __shared__ float carry[8];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int s = blockIdx.x * 8 + warp;
  if (s >= series) return;
  if (lane == 0) carry[warp] = 0;
  __syncwarp();
  float before = carry[warp];
  for (int from = 0; from < length; from += 32) {
    const int i = from + lane;
    float v = i < length ? value[s * length + i] : 0.0f;
    bool flag = i < length && restart[s * length + i] != 0;
    for (int d = 1; d < 32; d *= 2) {
      const float o = __shfl_up_sync(~0u, v, d);
      const bool of = __shfl_up_sync(~0u, flag, d);
      if (lane >= d && !flag) {
        v = o + v;
        flag = of;
      }
    }
    if (!flag) v = before + v;
    if (i < length) total[s * length + i] = v;
    before = __shfl_sync(~0u, v, 31);
  }
}
cudaError_t add_up(const float* value, const unsigned char* restart,
                   float* total, int series, int length) {
  if (series < 0 || length < 0) return cudaErrorInvalidValue;
  if (series == 0 || length == 0) return cudaSuccess;
  totals<<<(series + 7) / 8, 256>>>(value, restart, total, series, length);
  return cudaGetLastError();
}
