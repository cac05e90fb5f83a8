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

/* report:
warning[nan-born]: thread 0 makes a NaN from finite numbers
  --> bug_kinds.cu:13:30
   |
13 | __global__ void root(In in, float* out) { *out = sqrtf(in.negative); }
   |                              ^ thread 0 of block (0,0,0) makes a NaN here
   |
   = from:  `sqrt.rn.f32` of -1 gives nan
   = why:   from here on every result that uses it is a NaN, too
   = seen:  1 result at this line
   = learn: docs/diagnostics/nan-born.md

warning[nan-born]: thread 0 makes an infinity from finite numbers
  --> bug_kinds.cu:14:30
   |
14 | __global__ void logarithm(In in, float* out) { *out = __log2f(in.zero); }
   |                              ^ thread 0 of block (0,0,0) makes an infinity
   |                                here
   |
   = from:  `lg2.approx.f32` of 0 gives -inf
   = why:   results that use it are infinite, zero or NaN
   = seen:  1 result at this line
   = learn: docs/diagnostics/nan-born.md

warning[nan-born]: thread 0 makes an infinity from finite numbers
  --> bug_kinds.cu:16:3
   |
16 |   *out = static_cast<float>(in.wide);
   |   ^ thread 0 of block (0,0,0) makes an infinity here
   |
   = from:  `cvt.rn.f32.f64` of 1e+200 gives inf
   = why:   results that use it are infinite, zero or NaN
   = seen:  1 result at this line
   = learn: docs/diagnostics/nan-born.md

warning[nan-born]: thread 0 makes an infinity from finite numbers
  --> bug_kinds.cu:18:30
   |
18 | __global__ void wide(In in, double* out) { *out = in.wide * in.wide; }
   |                              ^ thread 0 of block (0,0,0) makes an infinity
   |                                here
   |
   = from:  `mul.f64` of 1e+200 and 1e+200 gives inf
   = why:   results that use it are infinite, zero or NaN
   = seen:  1 result at this line
   = learn: docs/diagnostics/nan-born.md

warning[nan-born]: thread 0 makes an infinity from finite numbers
  --> bug_kinds.cu:21:3
   |
21 |   *out = __hmul2(both, both);
   |   ^ thread 0 of block (0,0,0) makes an infinity here
   |
   = from:  `mul.f16x2` of 10000 and 10000 gives inf
   = why:   results that use it are infinite, zero or NaN
   = seen:  1 result at this line
   = learn: docs/diagnostics/nan-born.md

warning[nan-born]: thread 0 makes an infinity from finite numbers
  --> bug_kinds.cu:24:3
   |
24 |   const float sum = in.huge + in.huge;
   |   ^ thread 0 of block (0,0,0) makes an infinity here
   |
   = from:  `add.f32` of 3.00000001e+38 and 3.00000001e+38 gives inf
   = why:   results that use it are infinite, zero or NaN
   = seen:  1 result at this line
   = learn: docs/diagnostics/nan-born.md
*/
