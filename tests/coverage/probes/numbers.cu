// SPDX-License-Identifier: MIT
// Numbers: the integer, bit and SIMD-in-a-word intrinsics, the mathematical
// functions and the intrinsics with a rounding mode, the conversions of
// cuda_fp8.h.
#include <cuda_fp8.h>

__global__ void simd(unsigned* o, const unsigned* in) {
  const unsigned a = in[0], b = in[1], c = in[2];
  int i = 0;
#define TWO_AND_FOUR(name)     \
  o[i++] = __v##name##2(a, b); \
  o[i++] = __v##name##4(a, b);
  TWO_AND_FOUR(add)
  TWO_AND_FOUR(addss)
  TWO_AND_FOUR(addus)
  TWO_AND_FOUR(sub)
  TWO_AND_FOUR(subss)
  TWO_AND_FOUR(subus)
  TWO_AND_FOUR(absdiffu)
  TWO_AND_FOUR(absdiffs)
  TWO_AND_FOUR(avgs)
  TWO_AND_FOUR(avgu)
  TWO_AND_FOUR(haddu)
  TWO_AND_FOUR(maxs)
  TWO_AND_FOUR(maxu)
  TWO_AND_FOUR(mins)
  TWO_AND_FOUR(minu)
  TWO_AND_FOUR(cmpeq)
  TWO_AND_FOUR(cmpne)
  TWO_AND_FOUR(cmpges)
  TWO_AND_FOUR(cmpgeu)
  TWO_AND_FOUR(cmpgts)
  TWO_AND_FOUR(cmpgtu)
  TWO_AND_FOUR(cmples)
  TWO_AND_FOUR(cmpleu)
  TWO_AND_FOUR(cmplts)
  TWO_AND_FOUR(cmpltu)
  TWO_AND_FOUR(seteq)
  TWO_AND_FOUR(setne)
  TWO_AND_FOUR(setges)
  TWO_AND_FOUR(setgeu)
  TWO_AND_FOUR(setlts)
  TWO_AND_FOUR(setltu)
  TWO_AND_FOUR(sads)
  TWO_AND_FOUR(sadu)
  o[i++] = __vabs2(a);
  o[i++] = __vabs4(a);
  o[i++] = __vabsss2(a);
  o[i++] = __vabsss4(a);
  o[i++] = __vneg2(a);
  o[i++] = __vneg4(a);
  o[i++] = __vnegss2(a);
  o[i++] = __vnegss4(a);
  o[i++] = __viaddmax_s16x2(a, b, c);
  o[i++] = __viaddmax_s16x2_relu(a, b, c);
  o[i++] = __viaddmin_u16x2(a, b, c);
  o[i++] = __vimax3_s16x2(a, b, c);
  o[i++] = __vimin3_u16x2(a, b, c);
  o[i++] = __vimax_s16x2_relu(a, b);
  o[i++] = __viaddmax_s32(a, b, c);
  o[i++] = __viaddmax_s32_relu(a, b, c);
  o[i++] = __vimax3_s32(a, b, c);
  o[i++] = __vimin3_u32(a, b, c);
  o[i++] = __vimax_s32_relu(a, b);
  bool high, low;
  o[i++] = __vibmax_s16x2(a, b, &high, &low);
  o[i++] = high + 2 * low;
}

__global__ void bits(unsigned* o, const unsigned* in) {
  const unsigned a = in[0], b = in[1], c = in[2];
  const auto* wide = reinterpret_cast<const unsigned long long*>(in);
  int i = 0;
  o[i++] = __popc(a);
  o[i++] = __popcll(wide[4]);
  o[i++] = __clz(a);
  o[i++] = __clzll(wide[4]);
  o[i++] = __ffs(a);
  o[i++] = __ffsll(wide[4]);
  o[i++] = __brev(a);
  o[i++] = static_cast<unsigned>(__brevll(wide[4]));
  o[i++] = __byte_perm(a, b, c);
  o[i++] = __byte_perm(a, b, 0x3412);
  o[i++] = __funnelshift_l(a, b, c);
  o[i++] = __funnelshift_lc(a, b, c);
  o[i++] = __funnelshift_r(a, b, c);
  o[i++] = __funnelshift_rc(a, b, c);
  o[i++] = __dp4a(int(a), int(b), int(c));
  o[i++] = __dp4a(a, b, c);
  o[i++] = __dp2a_lo(int(a), int(b), int(c));
  o[i++] = __dp2a_hi(a, b, c);
  o[i++] = __sad(a, b, c);
  o[i++] = __usad(a, b, c);
  o[i++] = __mul24(a, b);
  o[i++] = __umul24(a, b);
  o[i++] = __mulhi(a, b);
  o[i++] = __umulhi(a, b);
  o[i++] = static_cast<unsigned>(__mul64hi(wide[5], wide[6]));
  o[i++] = static_cast<unsigned>(__umul64hi(wide[5], wide[6]));
  o[i++] = __hadd(int(a), int(b));
  o[i++] = __rhadd(int(a), int(b));
  o[i++] = __uhadd(a, b);
  o[i++] = __urhadd(a, b);
  o[i++] = __fns(a, b, c);
}

__global__ void inlined(unsigned* o, const unsigned* in) {
  const unsigned a = in[0], b = in[1], c = in[2];
  unsigned d = 0, p = 0;
  asm("{.reg .pred q; lop3.or.b32 %0|q, %2, %3, %4, 0x3f, 0;\n"
      "selp.u32 %1, 1, 0, q;}"
      : "=r"(d), "=r"(p)
      : "r"(a), "r"(b), "r"(c));
  o[0] = d + p;
  asm("cvt.pack.sat.s16.s32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
  o[1] = d;
  asm("cvt.pack.sat.u8.s32.b32 %0, %1, %2, %3;"
      : "=r"(d)
      : "r"(a), "r"(b), "r"(c));
  o[2] = d;
  asm("vadd.s32.s32.s32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
  o[3] = d;
  asm("vadd4.s32.s32.s32.sat %0, %1, %2, %3;"
      : "=r"(d)
      : "r"(a), "r"(b), "r"(c));
  o[4] = d;
  asm("bmsk.clamp.b32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
  o[5] = d;
  asm("szext.wrap.s32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
  o[6] = d;
  asm("bfind.shiftamt.u32 %0, %1;" : "=r"(d) : "r"(a));
  o[7] = d;
  asm("bfi.b32 %0, %1, %2, 3, 4;" : "=r"(d) : "r"(a), "r"(b));
  o[8] = d;
  asm("prmt.b32.f4e %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
  o[9] = d;
}

template <class T>
__device__ void functions(T* o, T x, T y, T z, int& i) {
  o[i++] = sqrt(x) + rsqrt(x) + cbrt(x) + rcbrt(x);
  o[i++] = exp(x) + exp2(x) + exp10(x) + expm1(x);
  o[i++] = log(x) + log2(x) + log10(x) + log1p(x) + logb(x);
  o[i++] = sin(x) + cos(x) + tan(x) + sinpi(x) + cospi(x);
  o[i++] = asin(x) + acos(x) + atan(x) + atan2(x, y);
  o[i++] = sinh(x) + cosh(x) + tanh(x) + asinh(x) + acosh(x) + atanh(x);
  o[i++] = pow(x, y) + fmod(x, y) + remainder(x, y) + hypot(x, y);
  o[i++] = erf(x) + erfc(x) + erfinv(x) + erfcx(x) + normcdf(x);
  o[i++] = tgamma(x) + lgamma(x) + j0(x) + y1(x) + jn(2, x);
  o[i++] = floor(x) + ceil(x) + trunc(x) + round(x) + rint(x) + nearbyint(x);
  o[i++] = fma(x, y, z) + fdim(x, y) + fmin(x, y) + fmax(x, y) + fabs(x);
  o[i++] = copysign(x, y) + nextafter(x, y) + ldexp(x, 3) + scalbn(x, 2);
  int e;
  T whole, s, c;
  o[i++] = frexp(x, &e) + modf(x, &whole) + T(e) + whole;
  sincos(x, &s, &c);
  o[i++] = s + c + norm3d(x, y, z) + rnorm4d(x, y, z, x) + rhypot(x, y);
  o[i++] = T(lrint(x) + llrint(x) + lround(x) + llround(x) + ilogb(x));
  o[i++] = T(isnan(x) + isinf(x) + isfinite(x) + signbit(x));
  o[i++] = cyl_bessel_i0(x);
}
__global__ void single(float* o, const float* in, int* p) {
  const float x = in[0], y = in[1], z = in[2];
  int i = 0;
  functions(o, x, y, z, i);
  o[i++] = __sinf(x) + __cosf(x) + __tanf(x) + __expf(x) + __exp10f(x) +
           __logf(x) + __log2f(x) + __log10f(x) + __powf(x, y) +
           __fdividef(x, y) + __saturatef(x) + __frsqrt_rn(x);
  o[i++] =
      __fadd_rn(x, y) + __fadd_rz(x, y) + __fadd_ru(x, y) + __fadd_rd(x, y);
  o[i++] =
      __fmul_rn(x, y) + __fmul_rz(x, y) + __fmul_ru(x, y) + __fmul_rd(x, y);
  o[i++] = __fmaf_rn(x, y, z) + __fmaf_rz(x, y, z) + __fmaf_ru(x, y, z);
  o[i++] = __fdiv_rn(x, y) + __fdiv_rz(x, y) + __frcp_rn(x) + __frcp_ru(x) +
           __fsqrt_rn(x) + __fsqrt_rd(x);
  p[0] = __float2int_rn(x) + __float2int_rz(x) + __float2int_ru(x) +
         __float2int_rd(x) + int(__float2uint_rn(x)) + int(__float2ll_rn(x)) +
         int(__float2ull_ru(x)) + __float_as_int(x);
  o[i++] = __int2float_rn(p[1]) + __int2float_rz(p[1]) + __uint2float_ru(p[2]) +
           __ll2float_rd(p[3]) + __ull2float_rn(p[3]);
}
__global__ void twofold(double* o, const double* in, int* p) {
  const double x = in[0], y = in[1], z = in[2];
  int i = 0;
  functions(o, x, y, z, i);
  o[i++] = __dadd_rz(x, y) + __dmul_ru(x, y) + __fma_rd(x, y, z) +
           __ddiv_rn(x, y) + __ddiv_rz(x, y) + __drcp_rn(x) + __dsqrt_rn(x) +
           __dsqrt_ru(x);
  p[0] = __double2int_rn(x) + __double2int_ru(x) + int(__double2uint_rz(x)) +
         int(__double2ll_rd(x)) + __double2hiint(x) + __double2loint(x);
  o[i++] = __int2double_rn(p[1]) + __ll2double_rz(p[2]) +
           __hiloint2double(p[3], p[4]) + __longlong_as_double(p[5]);
  p[6] = int(__double2float_rn(x) + __double2float_rz(x));
}

template <class One, class Two, class Four>
__global__ void convert(One* o, Two* o2, Four* o4, float* f, const float* in,
                        const __half* h, const __nv_bfloat16* b) {
  o[0] = One(in[0]);
  o[1] = One(double(in[1]));
  o[2] = One(h[0]);
  o[3] = One(b[0]);
  o[4] = One(static_cast<int>(in[2]));
  o2[0] = Two(make_float2(in[3], in[4]));
  o2[1] = Two(__halves2half2(h[1], h[2]));
  o2[2] = Two(__halves2bfloat162(b[1], b[2]));
  o4[0] = Four(make_float4(in[5], in[6], in[7], in[8]));
  f[0] = float(o[5]);
  f[1] = __half2float(__half(o[6]));
  const float2 two = float2(o2[3]);
  f[2] = two.x + two.y;
  const float4 four = float4(o4[1]);
  f[3] = four.x + four.y + four.z + four.w;
  f[4] = float(static_cast<int>(o[7]));
  const __half2 pair = __half2(o2[4]);
  f[5] = __low2float(pair);
}
template __global__ void
convert<__nv_fp8_e4m3, __nv_fp8x2_e4m3, __nv_fp8x4_e4m3>(
    __nv_fp8_e4m3*, __nv_fp8x2_e4m3*, __nv_fp8x4_e4m3*, float*, const float*,
    const __half*, const __nv_bfloat16*);
template __global__ void
convert<__nv_fp8_e5m2, __nv_fp8x2_e5m2, __nv_fp8x4_e5m2>(
    __nv_fp8_e5m2*, __nv_fp8x2_e5m2*, __nv_fp8x4_e5m2*, float*, const float*,
    const __half*, const __nv_bfloat16*);

__global__ void saturate(__nv_fp8_storage_t* o, const float* in) {
  o[0] = __nv_cvt_float_to_fp8(in[0], __NV_SATFINITE, __NV_E4M3);
  o[1] = __nv_cvt_float_to_fp8(in[0], __NV_NOSAT, __NV_E5M2);
}
