// SPDX-License-Identifier: MIT
// Built with -ftz=true -prec-div=false -prec-sqrt=false: numbers below the
// normal ones are zero, quotients and roots are approximate. What is exact all
// the same is printed bit for bit, the rest rounded.
// nvcc: -ftz=true -prec-div=false -prec-sqrt=false
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "common/cuda_check.h"

constexpr int kCount = 24;

__global__ void compute(const float* in, float* out) {
  const float tiny = in[0], small = in[1], one = in[2], big = in[3];
  const float x = in[4], y = in[5], infinite = in[6];
  out[0] = tiny + 0.0f;  // 2^-130 is no normal number
  out[1] = tiny * one;
  out[2] = small * 0.5f;  // 2^-126 is, its half is not
  out[3] = small * -0.5f;
  out[4] = fmaf(small, 0.5f, small * 0.25f);
  out[5] = fmaf(tiny, big, one);
  out[6] = tiny == 0.0f ? 1.0f : 0.0f;
  out[7] = tiny > 0.0f ? 1.0f : 0.0f;
  out[8] = fmaxf(tiny, -one);
  out[9] = -tiny;
  out[10] = fabsf(-tiny) * big;
  out[11] = static_cast<float>(static_cast<double>(small) * 0.5);
  out[12] = one / infinite;
  out[13] = one / tiny;
  out[14] = sqrtf(tiny);
  out[15] = sqrtf(-tiny);
  out[16] = floorf(tiny);
  out[17] = __int_as_float(__float_as_int(tiny));  // a copy keeps its bits
  out[18] = x / y;
  out[19] = sqrtf(x);
  out[20] = 1.0f / y;
  out[21] = rsqrtf(x);
  out[22] = expf(-x) / logf(y);
  out[23] = fmodf(x * 10.0f, y);
}

int main() {
  float *in, *out;
  CUDA_CHECK(cudaMallocManaged(&in, 7 * sizeof(float)));
  CUDA_CHECK(cudaMallocManaged(&out, kCount * sizeof(float)));
  in[0] = std::ldexp(1.0f, -130);
  in[1] = std::ldexp(1.0f, -126);
  in[2] = 1.0f;
  in[3] = std::ldexp(1.0f, 120);
  in[4] = 2.7f;
  in[5] = 7.3f;
  in[6] = INFINITY;
  compute<<<1, 1>>>(in, out);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < kCount; ++i) {
    uint32_t bits;
    std::memcpy(&bits, &out[i], sizeof(bits));
    if (i < 18)
      std::printf("%d: %08x\n", i, bits);
    else
      std::printf("%d: %.4f\n", i, out[i]);
  }
  CUDA_CHECK(cudaFree(in));
  CUDA_CHECK(cudaFree(out));
}
