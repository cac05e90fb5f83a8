// SPDX-License-Identifier: MIT
// Numbers that are none, made in other ways: a root, a logarithm, sums and
// conversions that overflow, in all widths; and an infinity that gives a NaN
// one line later, which is not told again.
#include <cuda_fp16.h>

struct In {
  float negative, zero, huge;
  double wide;
  __half half;
};

__global__ void root(In in, float* out) { *out = sqrtf(in.negative); }
__global__ void logarithm(In in, float* out) { *out = __log2f(in.zero); }
__global__ void narrow(In in, float* out) {
  *out = static_cast<float>(in.wide);
}
__global__ void wide(In in, double* out) { *out = in.wide * in.wide; }
__global__ void halves(In in, __half2* out) {
  const __half2 both = __halves2half2(__half(1.0f), in.half);
  *out = __hmul2(both, both);
}
__global__ void later(In in, float* out) {
  const float sum = in.huge + in.huge;
  *out = sum - sum;
}

int main() {
  const In in{-1, 0, 3e38f, 1e200, __half(1e4f)};
  float* out;
  cudaMalloc(&out, 16);
  root<<<1, 1>>>(in, out);
  logarithm<<<1, 1>>>(in, out);
  narrow<<<1, 1>>>(in, out);
  wide<<<1, 1>>>(in, reinterpret_cast<double*>(out));
  halves<<<1, 1>>>(in, reinterpret_cast<__half2*>(out));
  later<<<1, 1>>>(in, out);
  cudaFree(out);
}
