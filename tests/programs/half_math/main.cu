// SPDX-License-Identifier: MIT
// Half precision: arithmetic, pairs, comparisons, conversions and the ends of
// its range.
#include <cuda_fp16.h>

#include <cstdio>

#include "common/cuda_check.h"

__global__ void compute(float* out) {
  const __half a = __float2half(1.5f), b = __float2half(0.1f);
  out[0] = __half2float(__hadd(a, b));
  out[1] = __half2float(__hmul(a, b));
  out[2] = __half2float(__hfma(a, b, a));
  out[3] = __half2float(__hsub(a, b));
  out[4] = __half2float(__hneg(b));
  out[5] = __hgt(a, b) ? 1.0f : 0.0f;
  const __half2 pair = __floats2half2_rn(3.0f, -2.0f);
  const __half2 twos = __float2half2_rn(2.0f);
  const __half2 sum = __hfma2(pair, twos, twos);
  out[6] = __low2float(sum);
  out[7] = __high2float(sum);
  out[8] = __half2float(__float2half(65504.0f));
  out[9] = __half2float(__float2half(65520.0f));
  out[10] = __half2float(__float2half(5.9604645e-8f));
  out[11] = __half2float(__float2half(2.9802322e-8f));
  out[12] = __half2float(__float2half_rz(2.999f));
  out[13] = __half2float(__hadd(__float2half(2048.0f), __float2half(1.0f)));
  out[14] = static_cast<float>(__half2int_rn(__float2half(2.5f)));
  out[15] = __half2float(__int2half_rn(2049));
  out[16] = __half2float(__hdiv(a, __float2half(3.0f)));
  out[17] = __half2float(hsqrt(__float2half(2.0f)));
}

int main() {
  const int n = 18;
  float *device, host[n];
  CUDA_CHECK(cudaMalloc(&device, sizeof(host)));
  compute<<<1, 1>>>(device);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaMemcpy(host, device, sizeof(host), cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i) std::printf("%d: %.9g\n", i, host[i]);
  CUDA_CHECK(cudaFree(device));
}
