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

void launch_add_scaled(const float* x, float* y) {
  add_scaled<<<2, 64>>>(x, y, 3);
}
void launch_set_one(float* y) { set_one<<<1, 32>>>(y); }
void launch_add_apart(float* y) { add_apart<<<1, 32>>>(y); }
void launch_release(float* y) { release<<<1, 32>>>(y); }
void launch_read_texels(cudaTextureObject_t texture, float* y) {
  read_texels<<<1, 32>>>(texture, y);
}
