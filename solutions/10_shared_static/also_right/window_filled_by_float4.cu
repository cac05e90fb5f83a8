// SPDX-License-Identifier: MIT
// Right as well: the window begins one place earlier, at a multiple of 16 bytes,
// and 80 threads fill it with four values each.

  __shared__ float4 fours[(kBlock + 64) / 4];
  const int first = blockIdx.x * kBlock;
  if (threadIdx.x < (kBlock + 64) / 4) {
    const int from = first - 32 + 4 * threadIdx.x;
    float4 four = make_float4(0, 0, 0, 0);
    if (from >= 0 && from + 3 < n) {
      four = *reinterpret_cast<const float4*>(in + from);
    } else if (from >= 0) {
      if (from < n) four.x = in[from];
      if (from + 1 < n) four.y = in[from + 1];
      if (from + 2 < n) four.z = in[from + 2];
    }
    fours[threadIdx.x] = four;
  }
  __syncthreads();
  const int i = first + threadIdx.x;
  if (i >= n) return;
  const float* const middle =
      reinterpret_cast<const float*>(fours) + 32 + threadIdx.x;
  float sum = 0;
  for (int k = -kReach; k <= kReach; ++k) sum += weight(k) * middle[k];
  out[i] = sum / kWeights;
