// SPDX-License-Identifier: MIT
// The intrinsics of cuda_fp16.h and cuda_bf16.h.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

template <class T>
__device__ void unary(T* o, const T* in, int& i) {
  const T x = in[0];
  o[i++] = __hneg(x);
  o[i++] = __habs(x);
  o[i++] = hsqrt(x);
  o[i++] = hrsqrt(x);
  o[i++] = hrcp(x);
  o[i++] = hlog(x);
  o[i++] = hlog2(x);
  o[i++] = hlog10(x);
  o[i++] = hexp(x);
  o[i++] = hexp2(x);
  o[i++] = hexp10(x);
  o[i++] = hsin(x);
  o[i++] = hcos(x);
  o[i++] = htanh(x);
  o[i++] = htanh_approx(x);
  o[i++] = hrint(x);
  o[i++] = hfloor(x);
  o[i++] = hceil(x);
  o[i++] = htrunc(x);
}
template <class T>
__device__ void binary(T* o, const T* in, int& i) {
  const T a = in[0], b = in[1], c = in[2];
  o[i++] = __hadd(a, b);
  o[i++] = __hsub(a, b);
  o[i++] = __hmul(a, b);
  o[i++] = __hdiv(a, b);
  o[i++] = __hadd_sat(a, b);
  o[i++] = __hsub_sat(a, b);
  o[i++] = __hmul_sat(a, b);
  o[i++] = __hadd_rn(a, b);
  o[i++] = __hsub_rn(a, b);
  o[i++] = __hmul_rn(a, b);
  o[i++] = __hfma(a, b, c);
  o[i++] = __hfma_sat(a, b, c);
  o[i++] = __hfma_relu(a, b, c);
  o[i++] = __hmax(a, b);
  o[i++] = __hmin(a, b);
  o[i++] = __hmax_nan(a, b);
  o[i++] = __hmin_nan(a, b);
  o[i++] = a + b * c - a / b;
}
template <class T>
__device__ void compare(int* o, const T* in, int& i) {
  const T a = in[0], b = in[1];
  o[i++] = __heq(a, b);
  o[i++] = __hne(a, b);
  o[i++] = __hle(a, b);
  o[i++] = __hge(a, b);
  o[i++] = __hlt(a, b);
  o[i++] = __hgt(a, b);
  o[i++] = __hequ(a, b);
  o[i++] = __hneu(a, b);
  o[i++] = __hleu(a, b);
  o[i++] = __hgeu(a, b);
  o[i++] = __hltu(a, b);
  o[i++] = __hgtu(a, b);
  o[i++] = __hisnan(a);
}
template <class T2>
__device__ void pairs(T2* o, int* p, const T2* in) {
  const T2 a = in[0], b = in[1], c = in[2];
  int i = 0, k = 0;
  o[i++] = __hneg2(a);
  o[i++] = __habs2(a);
  o[i++] = __hadd2(a, b);
  o[i++] = __hsub2(a, b);
  o[i++] = __hmul2(a, b);
  o[i++] = __h2div(a, b);
  o[i++] = __hadd2_sat(a, b);
  o[i++] = __hsub2_sat(a, b);
  o[i++] = __hmul2_sat(a, b);
  o[i++] = __hfma2(a, b, c);
  o[i++] = __hfma2_sat(a, b, c);
  o[i++] = __hfma2_relu(a, b, c);
  o[i++] = __hcmadd(a, b, c);
  o[i++] = __hmax2(a, b);
  o[i++] = __hmin2(a, b);
  o[i++] = __hmax2_nan(a, b);
  o[i++] = __hmin2_nan(a, b);
  o[i++] = __heq2(a, b);
  o[i++] = __hne2(a, b);
  o[i++] = __hle2(a, b);
  o[i++] = __hge2(a, b);
  o[i++] = __hlt2(a, b);
  o[i++] = __hgt2(a, b);
  o[i++] = __hequ2(a, b);
  o[i++] = __hgtu2(a, b);
  o[i++] = __hisnan2(a);
  o[i++] = h2sqrt(a);
  o[i++] = h2rsqrt(a);
  o[i++] = h2rcp(a);
  o[i++] = h2log(a);
  o[i++] = h2exp(a);
  o[i++] = h2exp2(a);
  o[i++] = h2sin(a);
  o[i++] = h2cos(a);
  o[i++] = h2tanh(a);
  o[i++] = h2tanh_approx(a);
  o[i++] = h2rint(a);
  o[i++] = h2floor(a);
  o[i++] = __lowhigh2highlow(a);
  p[k++] = __hbeq2(a, b);
  p[k++] = __hbne2(a, b);
  p[k++] = __hblt2(a, b);
  p[k++] = static_cast<int>(__heq2_mask(a, b));
  p[k++] = static_cast<int>(__hlt2_mask(a, b));
  p[k++] = static_cast<int>(__hgtu2_mask(a, b));
  o[i++] = __shfl_sync(~0u, a, 3);
  o[i++] = __shfl_xor_sync(~0u, a, 3);
  o[i++] = __ldg(in + 5);
  o[i++] = __ldcg(in + 6);
  o[i++] = __ldcs(in + 7);
  __stcg(o + i++, a);
}

__global__ void halves(__half* o, int* p, const __half* in, __half2* o2,
                       const __half2* in2) {
  int i = 0, k = 0;
  unary(o, in, i);
  binary(o, in, i);
  compare(p, in, k);
  pairs(o2, p + k, in2);
  const __half x = in[4];
  o[i++] = __shfl_down_sync(~0u, x, 1);
  p[30] = __half2int_rn(x);
  p[31] = __half2int_rz(x);
  p[32] = __half2int_rd(x);
  p[33] = __half2int_ru(x);
  p[34] = static_cast<int>(__half2uint_rn(x));
  p[35] = __half2short_rn(x);
  p[36] = __half2ushort_rz(x);
  p[37] = static_cast<int>(__half2ll_rn(x));
  p[38] = static_cast<int>(__half2ull_rd(x));
  p[39] = __half2char_rz(x);
  p[40] = __half2uchar_rz(x);
  o[i++] = __int2half_rn(p[0]);
  o[i++] = __int2half_rz(p[0]);
  o[i++] = __uint2half_ru(p[1]);
  o[i++] = __short2half_rd(static_cast<short>(p[2]));
  o[i++] = __ll2half_rn(p[3]);
  o[i++] = __ull2half_rn(p[3]);
  o[i++] = __float2half_rn(float(p[4]));
  o[i++] = __float2half_rz(float(p[4]));
  o[i++] = __float2half_rd(float(p[4]));
  o[i++] = __float2half_ru(float(p[4]));
  o[i++] = __double2half(double(p[4]));
  o2[60] = __floats2half2_rn(float(p[5]), float(p[6]));
  reinterpret_cast<float2*>(o2)[40] = __half22float2(in2[8]);
  atomicAdd(o + 100, x);
  atomicAdd(o2 + 101, in2[9]);
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
__global__ void bfloats(__nv_bfloat16* o, int* p, const __nv_bfloat16* in,
                        __nv_bfloat162* o2, const __nv_bfloat162* in2) {
  int i = 0, k = 0;
  unary(o, in, i);
  binary(o, in, i);
  compare(p, in, k);
  pairs(o2, p + k, in2);
  const __nv_bfloat16 x = in[4];
  p[30] = __bfloat162int_rn(x);
  p[31] = __bfloat162int_rz(x);
  p[34] = static_cast<int>(__bfloat162uint_rn(x));
  p[35] = __bfloat162short_rn(x);
  p[37] = static_cast<int>(__bfloat162ll_rn(x));
  o[i++] = __int2bfloat16_rn(p[0]);
  o[i++] = __int2bfloat16_rz(p[0]);
  o[i++] = __uint2bfloat16_ru(p[1]);
  o[i++] = __short2bfloat16_rd(static_cast<short>(p[2]));
  o[i++] = __ll2bfloat16_rn(p[3]);
  o[i++] = __float2bfloat16_rn(float(p[4]));
  o[i++] = __float2bfloat16_rz(float(p[4]));
  o[i++] = __float2bfloat16_rd(float(p[4]));
  o[i++] = __float2bfloat16_ru(float(p[4]));
  o[i++] = __double2bfloat16(double(p[4]));
  o2[60] = __floats2bfloat162_rn(float(p[5]), float(p[6]));
  reinterpret_cast<float2*>(o2)[40] = __bfloat1622float2(in2[8]);
  atomicAdd(o + 100, x);
  atomicAdd(o2 + 101, in2[9]);
}
#endif
