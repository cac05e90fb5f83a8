// SPDX-License-Identifier: MIT
// libcuda.so.1, for programs that are linked with -lcuda: it hands each call on
// to libcudart.so.13. What is not here is an error of the linker, which names
// it.
#include <cuda.h>

extern "C" void* simt_driver_function(const char* name);

namespace {

template <class F>
F* find(const char* name) {
  return reinterpret_cast<F*>(simt_driver_function(name));
}

}  // namespace

#undef cuGetProcAddress

extern "C" {

CUresult cuInit(unsigned flags) {
  return find<decltype(cuInit)>("cuInit")(flags);
}

CUresult cuDriverGetVersion(int* version) {
  return find<decltype(cuDriverGetVersion)>("cuDriverGetVersion")(version);
}

CUresult cuGetErrorName(CUresult result, const char** text) {
  return find<decltype(cuGetErrorName)>("cuGetErrorName")(result, text);
}

CUresult cuGetErrorString(CUresult result, const char** text) {
  return find<decltype(cuGetErrorString)>("cuGetErrorString")(result, text);
}

CUresult cuGetProcAddress_v2(const char* name, void** function, int version,
                             cuuint64_t flags,
                             CUdriverProcAddressQueryResult* found) {
  return find<decltype(cuGetProcAddress_v2)>("cuGetProcAddress_v2")(
      name, function, version, flags, found);
}

CUresult cuTensorMapEncodeTiled(
    CUtensorMap* map, CUtensorMapDataType type, cuuint32_t rank, void* address,
    const cuuint64_t* dims, const cuuint64_t* strides, const cuuint32_t* box,
    const cuuint32_t* steps, CUtensorMapInterleave interleave,
    CUtensorMapSwizzle swizzle, CUtensorMapL2promotion promotion,
    CUtensorMapFloatOOBfill fill) {
  return find<decltype(cuTensorMapEncodeTiled)>("cuTensorMapEncodeTiled")(
      map, type, rank, address, dims, strides, box, steps, interleave, swizzle,
      promotion, fill);
}

CUresult cuTensorMapReplaceAddress(CUtensorMap* map, void* address) {
  return find<decltype(cuTensorMapReplaceAddress)>("cuTensorMapReplaceAddress")(
      map, address);
}

}  // extern "C"
