// SPDX-License-Identifier: MIT
// The properties of a device as CUDA 12 lays them out. CUDA 13 left some out,
// for which it has only attributes, and put others at the end.
#include <cstring>

#include "simt/cudart/call.h"
#include "simt/twelve/calls.h"

namespace simt::twelve {
namespace {

struct Properties {
#define SAME(member) decltype(cudaDeviceProp::member) member;
#define GONE(member, attribute) int member;
#include "simt/twelve/properties.inc"
#undef GONE
#undef SAME
  int reserved[63];
};
static_assert(sizeof(Properties) == 1032);

template <class Member>
void copy(Member& to, const Member& from) {
  std::memcpy(&to, &from, sizeof to);
}

}  // namespace
}  // namespace simt::twelve

using namespace simt::twelve;

extern "C" {

cudaError_t cudaDeviceGetAttribute_of_12(int* value, cudaDeviceAttr attribute,
                                         int device) {
  if (value && attribute == kCooperativeMultiDeviceLaunch) {
    const auto of_any = cudaDevAttrWarpSize;  // says whether there is a device
    const cudaError_t error = cudaDeviceGetAttribute(value, of_any, device);
    if (error == cudaSuccess) *value = 0;  // that launch is refused
    return error;
  }
  return cudaDeviceGetAttribute(value, attribute, device);
}

cudaError_t cudaGetDeviceProperties_of_12(void* properties, int device) {
  cudaDeviceProp now;
  cudaDeviceProp* const wanted = properties ? &now : nullptr;
  cudaError_t error = cudaGetDeviceProperties(wanted, device);
  if (error != cudaSuccess) return error;
  auto& to = *static_cast<Properties*>(properties);
  to = {};
#define SAME(member) copy(to.member, now.member);
#define GONE(member, attribute)                                          \
  if (error == cudaSuccess) {                                            \
    error = cudaDeviceGetAttribute_of_12(&to.member, attribute, device); \
  }
#include "simt/twelve/properties.inc"
#undef GONE
#undef SAME
  return error;
}

}  // extern "C"
