// SPDX-License-Identifier: MIT
// Kernels whose counts a reader can work out: see recording_test.cpp.
#include "tests/common/recording_kernels.h"

__global__ void add_scaled(const float* x, float* y, float a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = fmaf(a, x[i], y[i]);
}

__global__ void set_one(float* y) { y[threadIdx.x] = 1; }

__global__ void add_apart(float* y) {
  __shared__ float sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, 1);
  __syncthreads();
  atomicAdd(&y[8 * threadIdx.x], sum / 32);
}

__global__ void read_texels(cudaTextureObject_t texture, float* y) {
  y[threadIdx.x] = tex1Dfetch<float>(texture, 8 * int(threadIdx.x));
}

__global__ void release(float* y) {
  if (threadIdx.x != 0) return;
  asm volatile(
      "membar.sys;\n\t"
      "fence.sc.sys;\n\t"
      "fence.acq_rel.sys;\n\t"
      "st.release.sys.global.f32 [%0], 0f3F800000;\n\t"
      "red.release.sys.global.add.f32 [%0], 0f3F800000;\n\t"
      "red.release.sys.global.or.b32 [%0], 1;\n\t"
      "red.relaxed.sys.global.or.b32 [%0], 2;\n\t"
      "red.sys.global.or.b32 [%0], 4;\n\t"
      "st.relaxed.sys.global.f32 [%0], 0f3F800000;\n\t"
      "st.release.gpu.global.f32 [%0], 0f3F800000;\n\t"
      "membar.gl;\n\t"
      "fence.acq_rel.gpu;\n\t"
      "membar.cta;\n\t" ::"l"(y)
      : "memory");
  unsigned old;
  asm volatile("atom.acq_rel.sys.global.exch.b32 %0, [%1], 7;"
               : "=r"(old)
               : "l"(y)
               : "memory");
  asm volatile("ld.acquire.sys.global.b32 %0, [%1];"
               : "=r"(old)
               : "l"(y)
               : "memory");
  y[1] = float(old);
}

__global__ void multiply(float* y) {
  float x = y[threadIdx.x];
  double d = x;
  unsigned h = __float_as_uint(x), c[4] = {};
  asm volatile("mul.rz.f32 %0, %0, %0;" : "+f"(x));
  if (threadIdx.x < 8) asm volatile("fma.rn.f64 %0, %0, %0, %0;" : "+d"(d));
  asm volatile("fma.rn.f16x2 %0, %0, %0, %0;" : "+r"(h));
  asm volatile("add.f32 %0, %0, %0;" : "+f"(x));
  asm volatile("mul.lo.u32 %0, %0, %0;" : "+r"(h));
  asm volatile(
      "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 "
      "{%0, %1, %2, %3}, {%4, %4}, {%4}, {%0, %1, %2, %3};"
      : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])
      : "r"(h));
  asm volatile(
      "{.reg .b32 a<8>, d<8>;\n\t"
      "wmma.load.a.sync.aligned.row.m16n16k16.f16 "
      "{a0, a1, a2, a3, a4, a5, a6, a7}, [%0], 16;\n\t"
      "wmma.mma.sync.aligned.row.row.m16n16k16.f16.f16 {d0, d1, d2, d3}, "
      "{a0, a1, a2, a3, a4, a5, a6, a7}, {a0, a1, a2, a3, a4, a5, a6, a7}, "
      "{a0, a1, a2, a3};}" ::"l"(y)
      : "memory");
  y[threadIdx.x] = x + float(d) + __uint_as_float(h + c[0]);
}

void launch_add_scaled(const float* x, float* y) {
  add_scaled<<<2, 64>>>(x, y, 3);
}
void launch_set_one(float* y) { set_one<<<1, 32>>>(y); }
void launch_add_apart(float* y) { add_apart<<<1, 32>>>(y); }
void launch_multiply(float* y) { multiply<<<2, 32>>>(y); }
void launch_release(float* y) { release<<<1, 32>>>(y); }
void launch_read_texels(cudaTextureObject_t texture, float* y) {
  read_texels<<<1, 32>>>(texture, y);
}
