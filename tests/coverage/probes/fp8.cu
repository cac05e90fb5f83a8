// SPDX-License-Identifier: MIT
// The conversions of cuda_fp8.h.
#include <cuda_fp8.h>

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
