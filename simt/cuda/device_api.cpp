// SPDX-License-Identifier: MIT
// What can be asked of a device.
#include <cstring>

#include "simt/context/state.h"
#include "simt/cuda/row.h"

namespace simt::cuda {
namespace {

/// `body(const cudaDeviceProp&)` with the properties of a device that exists.
template <class Body>
CUresult with_properties(const char* name, CUdevice device, Body body) {
  return anywhere(name, [&] {
    cudaDeviceProp properties;
    const cudaError_t error = cudaGetDeviceProperties(&properties, device);
    return error == cudaSuccess ? body(properties) : result_of(error);
  });
}

}  // namespace
}  // namespace simt::cuda

using namespace simt;
using namespace simt::cuda;

extern "C" {

CUresult cuDeviceGetCount(int* count) {
  return device_row("cuDeviceGetCount",
                    [&] { return cudaGetDeviceCount(count); });
}

CUresult cuDeviceGet(CUdevice* device, int number) {
  return with_properties("cuDeviceGet", number, [&](const cudaDeviceProp&) {
    if (!device) return CUDA_ERROR_INVALID_VALUE;
    *device = number;
    return CUDA_SUCCESS;
  });
}

CUresult cuDeviceGetName(char* name, int bytes, CUdevice device) {
  return with_properties("cuDeviceGetName", device,
                         [&](const cudaDeviceProp& p) {
                           if (!name || bytes <= 0)
                             return CUDA_ERROR_INVALID_VALUE;
                           const auto room = static_cast<size_t>(bytes) - 1;
                           const size_t length = strnlen(p.name, room);
                           std::memcpy(name, p.name, length);
                           name[length] = '\0';
                           return CUDA_SUCCESS;
                         });
}

CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice device) {
  return with_properties("cuDeviceGetUuid", device,
                         [&](const cudaDeviceProp& p) {
                           if (!uuid) return CUDA_ERROR_INVALID_VALUE;
                           std::memcpy(uuid, &p.uuid, sizeof(*uuid));
                           return CUDA_SUCCESS;
                         });
}

CUresult cuDeviceTotalMem(size_t* bytes, CUdevice device) {
  return with_properties("cuDeviceTotalMem", device,
                         [&](const cudaDeviceProp& p) {
                           if (!bytes) return CUDA_ERROR_INVALID_VALUE;
                           *bytes = p.totalGlobalMem;
                           return CUDA_SUCCESS;
                         });
}

CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice device) {
  return with_properties("cuDeviceComputeCapability", device,
                         [&](const cudaDeviceProp& p) {
                           if (!major || !minor)
                             return CUDA_ERROR_INVALID_VALUE;
                           *major = p.major;
                           *minor = p.minor;
                           return CUDA_SUCCESS;
                         });
}

CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute which,
                              CUdevice device) {
  return with_properties(
      "cuDeviceGetAttribute", device, [&](const cudaDeviceProp&) {
        if (!value || which < 1 || which >= CU_DEVICE_ATTRIBUTE_MAX)
          return CUDA_ERROR_INVALID_VALUE;
        const auto same = static_cast<cudaDeviceAttr>(which);
        if (cudaDeviceGetAttribute(value, same, device) != cudaSuccess)
          *value = 0;
        return CUDA_SUCCESS;
      });
}

CUresult cuDeviceGetPCIBusId(char* text, int bytes, CUdevice device) {
  return device_row("cuDeviceGetPCIBusId",
                    [&] { return cudaDeviceGetPCIBusId(text, bytes, device); });
}

CUresult cuDeviceGetByPCIBusId(CUdevice* device, const char* text) {
  return device_row("cuDeviceGetByPCIBusId",
                    [&] { return cudaDeviceGetByPCIBusId(device, text); });
}

CUresult cuDeviceCanAccessPeer(int* can, CUdevice device, CUdevice peer) {
  return device_row("cuDeviceCanAccessPeer",
                    [&] { return cudaDeviceCanAccessPeer(can, device, peer); });
}

CUresult cuDeviceGetP2PAttribute(int* value, CUdevice_P2PAttribute attribute,
                                 CUdevice device, CUdevice peer) {
  return device_row("cuDeviceGetP2PAttribute", [&] {
    return cudaDeviceGetP2PAttribute(
        value, static_cast<cudaDeviceP2PAttr>(attribute), device, peer);
  });
}

CUresult cuDeviceGetDefaultMemPool(CUmemoryPool* pool, CUdevice device) {
  return device_row("cuDeviceGetDefaultMemPool",
                    [&] { return cudaDeviceGetDefaultMemPool(pool, device); });
}

CUresult cuDeviceGetMemPool(CUmemoryPool* pool, CUdevice device) {
  return device_row("cuDeviceGetMemPool",
                    [&] { return cudaDeviceGetMemPool(pool, device); });
}

CUresult cuDeviceSetMemPool(CUdevice device, CUmemoryPool pool) {
  return device_row("cuDeviceSetMemPool",
                    [&] { return cudaDeviceSetMemPool(device, pool); });
}

}  // extern "C"
