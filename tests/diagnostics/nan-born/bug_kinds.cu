// SPDX-License-Identifier: MIT
// Numbers that are none, made in other ways: a root, a logarithm, sums and
// conversions that overflow, in all widths; and an infinity that gives a NaN
// one line later, which is told, too. Sums that overflow where threads work
// together: an atomic addition, one of pairs of halves, and a product of
// matrices whose sums are halves.
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

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

__global__ void gather(float* sum) { atomicAdd(sum, 1e38f); }

__global__ void gather_pairs(__half2* sum) {
  atomicAdd(sum, __floats2half2_rn(1, 40000));
}

__global__ void multiply(const __half* a, const __half* b, __half* out) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, __half> sum;
  wmma::load_matrix_sync(left, a, 16);
  wmma::load_matrix_sync(right, b, 16);
  wmma::fill_fragment(sum, __half(1.0f));
  wmma::mma_sync(sum, left, right, sum);
  wmma::store_matrix_sync(out, sum, 16, wmma::mem_row_major);
}

void work_together() {
  __half on_host[256], *a, *out;
  for (int i = 0; i < 256; ++i)
    on_host[i] = __half(i % 16 == 3 ? 256.0f : 1.0f);
  cudaMalloc(&a, sizeof on_host);
  cudaMalloc(&out, sizeof on_host);
  cudaMemset(out, 0, sizeof on_host);
  cudaMemcpy(a, on_host, sizeof on_host, cudaMemcpyHostToDevice);
  gather<<<1, 32>>>(reinterpret_cast<float*>(out));
  gather_pairs<<<1, 2>>>(reinterpret_cast<__half2*>(out) + 1);
  multiply<<<1, 32>>>(a, a, out);
  cudaFree(a);
  cudaFree(out);
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
  work_together();
  cudaFree(out);
}

/* report:
warning[nan-born]: thread 0 makes a NaN from finite numbers
  --> bug_kinds.cu:18:30
   |
18 | __global__ void root(In in, float* out) { *out = sqrtf(in.negative); }
   |                              ^ thread 0 of block (0,0,0) makes a NaN here
   |
   = from:  `sqrt.rn.f32` of -1 gives nan
   = why:   from here on most results that use it are NaN, too
   = seen:  1 result at this line
   = learn: docs/diagnostics/nan-born.md

warning[nan-born]: thread 0 makes an infinity from finite numbers
  --> bug_kinds.cu:19:30
   |
19 | __global__ void logarithm(In in, float* out) { *out = __log2f(in.zero); }
   |                              ^ thread 0 of block (0,0,0) makes an infinity
   |                                here
   |
   = from:  `lg2.approx.f32` of 0 gives -inf
   = why:   results that use it are infinite, zero or NaN
   = seen:  1 result at this line
   = learn: docs/diagnostics/nan-born.md

warning[nan-born]: thread 0 makes an infinity from finite numbers
  --> bug_kinds.cu:21:3
   |
21 |   *out = static_cast<float>(in.wide);
   |   ^ thread 0 of block (0,0,0) makes an infinity here
   |
   = from:  `cvt.rn.f32.f64` of 1e+200 gives inf
   = why:   results that use it are infinite, zero or NaN
   = seen:  1 result at this line
   = learn: docs/diagnostics/nan-born.md

warning[nan-born]: thread 0 makes an infinity from finite numbers
  --> bug_kinds.cu:23:30
   |
23 | __global__ void wide(In in, double* out) { *out = in.wide * in.wide; }
   |                              ^ thread 0 of block (0,0,0) makes an infinity
   |                                here
   |
   = from:  `mul.f64` of 1e+200 and 1e+200 gives inf
   = why:   results that use it are infinite, zero or NaN
   = seen:  1 result at this line
   = learn: docs/diagnostics/nan-born.md

warning[nan-born]: thread 0 makes an infinity from finite numbers
  --> bug_kinds.cu:26:3
   |
26 |   *out = __hmul2(both, both);
   |   ^ thread 0 of block (0,0,0) makes an infinity here
   |
   = from:  `mul.f16x2` of 10000 and 10000 gives inf
   = why:   results that use it are infinite, zero or NaN
   = seen:  1 result at this line
   = learn: docs/diagnostics/nan-born.md

warning[nan-born]: thread 0 makes a NaN from infinities
  --> bug_kinds.cu:30:3
   |
30 |   *out = sum - sum;
   |   ^ thread 0 of block (0,0,0) makes a NaN here
   |
   = from:  `sub.f32` of inf and inf gives nan
   = why:   from here on most results that use it are NaN, too
   = seen:  1 result at this line
   = learn: docs/diagnostics/nan-born.md

warning[nan-born]: thread 0 makes an infinity from finite numbers
  --> bug_kinds.cu:29:3
   |
29 |   const float sum = in.huge + in.huge;
   |   ^ thread 0 of block (0,0,0) makes an infinity here
   |
   = from:  `add.f32` of 3.00000001e+38 and 3.00000001e+38 gives inf
   = why:   results that use it are infinite, zero or NaN
   = seen:  1 result at this line
   = learn: docs/diagnostics/nan-born.md

warning[nan-born]: thread 3 makes an infinity from finite numbers
  --> bug_kinds.cu:33:30
   |
33 | __global__ void gather(float* sum) { atomicAdd(sum, 1e38f); }
   |                              ^ thread 3 of block (0,0,0) makes an infinity
   |                                here
   |
   = from:  `atom.global.add.f32` of 3.00000001e+38 and 9.99999968e+37 gives inf
   = why:   results that use it are infinite, zero or NaN
   = seen:  1 result at this line
   = learn: docs/diagnostics/nan-born.md

warning[nan-born]: thread 1 makes an infinity from finite numbers
  --> bug_kinds.cu:36:3
   |
36 |   atomicAdd(sum, __floats2half2_rn(1, 40000));
   |   ^ thread 1 of block (0,0,0) makes an infinity here
   |
   = from:  `atom.add.noftz.f16x2` of 40000 and 40000 gives inf
   = why:   results that use it are infinite, zero or NaN
   = seen:  1 result at this line
   = learn: docs/diagnostics/nan-born.md

warning[nan-born]: thread 0 makes an infinity from finite numbers
  --> bug_kinds.cu:46:3
   |
46 |   wmma::mma_sync(sum, left, right, sum);
   |   ^ thread 0 of block (0,0,0) makes an infinity here
   |
   = from:  `wmma.mma.sync.aligned.row.col.m16n16k16.f16.f16` of 1 and products
            up to 256 * 256 gives inf
   = why:   results that use it are infinite, zero or NaN
   = seen:  32 results at this line
   = learn: docs/diagnostics/nan-born.md
*/
