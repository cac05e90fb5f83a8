// SPDX-License-Identifier: MIT
// The mathematical functions and the intrinsics with a rounding mode.
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
