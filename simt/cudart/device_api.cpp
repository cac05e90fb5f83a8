// SPDX-License-Identifier: MIT
// The devices: those that SIMT_DEVICE names, each thread chooses one.
#include <cstdio>
#include <cstring>
#include <string>

#include "simt/context/device_facts.h"
#include "simt/context/device_heap.h"
#include "simt/cudart/call.h"
#include "simt/launch/submit.h"
#include "simt/stream/capture.h"

namespace simt::cudart {
namespace {

/// CUDA 13.0: the version of the driver, and of the runtime.
constexpr int kCudaVersion = 13000;
constexpr size_t kBusIdBytes = sizeof("0000:01:00.0");

std::string bus_id(int device) {
  char text[kBusIdBytes];
  std::snprintf(text, sizeof(text), "0000:%02x:00.0", (device + 1) & 0xff);
  return text;
}

/// Writes a constant of the device through `out`.
template <class Value>
cudaError_t give(Value* out, Value value) {
  return query([&](State&) {
    if (!out) return cudaErrorInvalidValue;
    *out = value;
    return cudaSuccess;
  });
}

/// Runs `body(State&, Device&)` with a device that exists.
template <class Body>
cudaError_t with_device(int number, Body body) {
  return query([&](State& s) {
    if (!s.has_device(number)) return cudaErrorInvalidDevice;
    return body(s, s.devices[static_cast<size_t>(number)]);
  });
}

cudaError_t must_exist(int number) {
  return with_device(number, [](State&, Device&) { return cudaSuccess; });
}

/// Two devices can be peers when they are the same GPU.
bool can_be_peers(const State& s, int device, int peer) {
  return device != peer && s.devices[static_cast<size_t>(device)].profile ==
                               s.devices[static_cast<size_t>(peer)].profile;
}

/// The calling thread's device gets access to the memory of `peer`, or loses
/// it; `refusal` is for one that has it, or lacks it, already.
cudaError_t set_peer(int peer, bool open, cudaError_t refusal) {
  return call([&](State& s) {
    if (open && peer == s.current) return cudaErrorPeerAccessUnsupported;
    if (!s.has_device(peer) || !can_be_peers(s, s.current, peer)) {
      return cudaErrorInvalidDevice;
    }
    if (s.memory.is_peer(peer, s.current) == open) return refusal;
    s.memory.set_peer(peer, s.current, open);
    return cudaSuccess;
  });
}

}  // namespace
}  // namespace simt::cudart

using namespace simt::cudart;

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
  return query([&](State& s) {
    if (!count) return cudaErrorInvalidValue;
    *count = static_cast<int>(s.devices.size());
    return cudaSuccess;
  });
}

cudaError_t cudaGetDevice(int* device) {
  return query([&](State&) {
    if (forked_child()) return cudaErrorInitializationError;
    if (!device) return cudaErrorInvalidValue;
    *device = thread_device();
    return cudaSuccess;
  });
}

cudaError_t cudaSetDevice(int device) {
  return with_device(device, [&](State& s, Device&) {
    if (forked_child()) return cudaErrorInitializationError;
    if (s.sticky == cudaErrorDevicesUnavailable) return s.sticky;
    thread_device() = device;
    runtime_in_use() = true;
    context_stack().set_top(&s.contexts.primary(device));
    return cudaSuccess;
  });
}

cudaError_t cudaInitDevice(int device, unsigned, unsigned) {
  return must_exist(device);
}

cudaError_t cudaSetValidDevices(int*, int) { return must_exist(0); }

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* wanted) {
  if (!wanted) return query([](State&) { return cudaErrorInvalidValue; });
  return give(device, 0);
}

cudaError_t cudaDriverGetVersion(int* version) {
  return give(version, kCudaVersion);
}

cudaError_t cudaRuntimeGetVersion(int* version) {
  return give(version, kCudaVersion);
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  return with_device(device, [&](State&, Device& d) {
    if (!properties) return cudaErrorInvalidValue;
    *properties = device_properties(*d.profile, device, d.sms);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute,
                                   int device) {
  return with_device(device, [&](State&, Device& d) {
    const auto found = device_attribute(*d.profile, device, d.sms, attribute);
    if (!value || !found) return cudaErrorInvalidValue;
    *value = *found;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int device) {
  return with_device(device, [&](State&, Device&) {
    if (!text || length < static_cast<int>(kBusIdBytes)) {
      return cudaErrorInvalidValue;
    }
    std::memcpy(text, bus_id(device).c_str(), kBusIdBytes);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* text) {
  return query([&](State& s) {
    if (!text || !device) return cudaErrorInvalidValue;
    for (int i = 0; s.has_device(i); ++i) {
      if (bus_id(i) != text) continue;
      *device = i;
      return cudaSuccess;
    }
    return cudaErrorInvalidValue;
  });
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return query([&](State&) {
    if (least) *least = 0;
    if (greatest) *greatest = -5;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  return with_device(device, [&](State& s, Device&) {
    if (!s.has_device(peer)) return cudaErrorInvalidDevice;
    if (!can) return cudaErrorInvalidValue;
    *can = can_be_peers(s, device, peer);
    return cudaSuccess;
  });
}

// Peers of one kind are joined as by NVLink: they have all that can be asked
// for.
cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute,
                                      int device, int peer) {
  return with_device(device, [&](State& s, Device&) {
    if (!s.has_device(peer) || peer == device) return cudaErrorInvalidDevice;
    if (!value) return cudaErrorInvalidValue;
    switch (attribute) {
      case cudaDevP2PAttrAccessSupported:
      case cudaDevP2PAttrNativeAtomicSupported:
      case cudaDevP2PAttrCudaArrayAccessSupported:
        *value = can_be_peers(s, device, peer);
        return cudaSuccess;
      case cudaDevP2PAttrPerformanceRank:
      case cudaDevP2PAttrOnlyPartialNativeAtomicSupported:
        *value = 0;
        return cudaSuccess;
    }
    return cudaErrorInvalidValue;
  });
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
  if (flags != 0) return call([](State&) { return cudaErrorInvalidValue; });
  return set_peer(peer, true, cudaErrorPeerAccessAlreadyEnabled);
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  return set_peer(peer, false, cudaErrorPeerAccessNotEnabled);
}

cudaError_t cudaDeviceSynchronize() {
  return call([](State& s) {
    const cudaError_t error = forbid_device_wait(s.streams);
    return error == cudaSuccess ? wait_for_device(s, s.current) : error;
  });
}

// A device that an error lost stays lost: the reset ends well, and the calls
// after it do not (tests/programs/sticky_errors on an H200).
cudaError_t cudaDeviceReset() {
  return call_on_lost([](State& s) {
    if (wait_for_device(s, s.current) != cudaSuccess) {
      s.pending = s.sticky = cudaErrorDevicesUnavailable;
      return cudaSuccess;
    }
    s.memory.reset();
    s.streams.reset(s.current);
    s.events.reset(s.current);
    s.arrays.reset(s.current);
    s.device().limits = {};
    heap_of(s.current) = {};
    s.device().grid_workspaces.clear();
    // Variables begin anew, and decoded kernels hold their old addresses.
    Modules& modules = s.device().modules;
    for (Binary& binary : modules.binaries()) binary.variables.clear();
    for (auto& [stub, kernel] : modules.kernels()) {
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
