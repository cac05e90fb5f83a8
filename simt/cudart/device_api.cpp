// SPDX-License-Identifier: MIT
// The device: there is one, number 0.
#include <cstdio>
#include <cstring>

#include "simt/cudart/call.h"
#include "simt/cudart/device_facts.h"

namespace simt::cudart {
namespace {

constexpr int kVersion = 13000;  // CUDA 13.0
constexpr char kBusId[] = "0000:01:00.0";

/// Writes a constant of the device through `out`.
template <class Value>
cudaError_t give(Value* out, Value value) {
  return query([&](State&) {
    if (!out) return cudaErrorInvalidValue;
    *out = value;
    return cudaSuccess;
  });
}

cudaError_t only_device_zero(int device) {
  return query([&](State&) {
    return device == 0 ? cudaSuccess : cudaErrorInvalidDevice;
  });
}

}  // namespace
}  // namespace simt::cudart

using namespace simt::cudart;

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) { return give(count, 1); }
cudaError_t cudaGetDevice(int* device) { return give(device, 0); }
cudaError_t cudaSetDevice(int device) { return only_device_zero(device); }

cudaError_t cudaInitDevice(int device, unsigned, unsigned) {
  return only_device_zero(device);
}

cudaError_t cudaSetValidDevices(int*, int) { return only_device_zero(0); }

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* wanted) {
  if (!wanted) return query([](State&) { return cudaErrorInvalidValue; });
  return give(device, 0);
}

cudaError_t cudaDriverGetVersion(int* version) {
  return give(version, kVersion);
}

cudaError_t cudaRuntimeGetVersion(int* version) {
  return give(version, kVersion);
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  return query([&](State& s) {
    if (!properties) return cudaErrorInvalidValue;
    if (device != 0) return cudaErrorInvalidDevice;
    *properties = device_properties(*s.options.profile, s.options.sms);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute,
                                   int device) {
  return query([&](State& s) {
    if (device != 0) return cudaErrorInvalidDevice;
    const auto found =
        device_attribute(*s.options.profile, s.options.sms, attribute);
    if (!value || !found) return cudaErrorInvalidValue;
    *value = *found;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int device) {
  return query([&](State&) {
    if (device != 0) return cudaErrorInvalidDevice;
    if (!text || length < static_cast<int>(sizeof(kBusId))) {
      return cudaErrorInvalidValue;
    }
    std::memcpy(text, kBusId, sizeof(kBusId));
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* text) {
  if (!text || std::strcmp(text, kBusId) != 0) {
    return query([](State&) { return cudaErrorInvalidValue; });
  }
  return give(device, 0);
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return query([&](State&) {
    if (least) *least = 0;
    if (greatest) *greatest = -5;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  if (device != 0 || peer != 0) return only_device_zero(1);
  return give(can, 0);
}

// Everything has run by the time a call returns.
cudaError_t cudaDeviceSynchronize() {
  return call([](State&) { return cudaSuccess; });
}

cudaError_t cudaDeviceReset() {
  return call([](State& s) {
    s.memory.reset();
    s.streams.reset();
    s.events.reset();
    s.limits = {};
    s.grid_workspace = nullptr;
    // Variables begin anew, and decoded kernels hold their old addresses.
    for (Binary& binary : s.modules.binaries()) binary.variables.clear();
    for (auto& [stub, kernel] : s.modules.kernels()) {
      kernel.prepared = false;
    }
    return cudaSuccess;
  });
}

cudaError_t cudaProfilerStart() {
  return call([](State&) { return cudaSuccess; });
}

cudaError_t cudaProfilerStop() {
  return call([](State&) { return cudaSuccess; });
}

}  // extern "C"
