// SPDX-License-Identifier: MIT
// Device memory: cudaMalloc and its kin, and what can be asked of a pointer.
#include "simt/context/contexts.h"
#include "simt/context/not_supported.h"
#include "simt/cudart/call.h"
#include "simt/cudart/graph_memory.h"
#include "simt/cudart/wrong_free.h"
#include "simt/launch/submit.h"
#include "simt/launch/work_run.h"
#include "simt/launch/work_scope.h"
#include "simt/stream/capture.h"
#include "simt/stream/streams.h"

namespace simt::cudart {
namespace {

constexpr size_t kPitchUnit = 512;  // bytes; rows begin at such steps

cudaError_t allocate(State& s, const char* name, void** pointer, size_t bytes,
                     MemoryKind kind, unsigned flags = 0) {
  if (!pointer) return cudaErrorInvalidValue;
  *pointer = nullptr;
  const cudaError_t error = forbid_unsafe(s.streams);
  if (error != cudaSuccess || bytes == 0) return error;
  const Allocation* made =
      s.memory.allocate(bytes, kind, called_as(name), flags);
  if (!made) return cudaErrorMemoryAllocation;
  *pointer = reinterpret_cast<void*>(made->begin);
  return cudaSuccess;
}

bool can_free(MemoryKind kind) {
  return kind == MemoryKind::kDevice || kind == MemoryKind::kManaged;
}

bool is_managed(State& s, const void* pointer) {
  const Allocation* found = s.memory.starting_at(pointer);
  return found && s.memory.facts(*found).kind == MemoryKind::kManaged;
}

/// Memory goes back only when nothing runs that may still use it: work of its
/// device, and of any device where all see it. An H200 waits so for every kind
/// of memory but that of pools.
cudaError_t wait_for_users(State& s, const Allocation& memory) {
  memory.host_visible ? settle_devices(s) : settle_device(s, memory.device);
  return reveal(s);
}

/// What the program may give back there; null, and told, if that is nothing.
Allocation* ending_at(State& s, void* pointer) {
  Allocation* found = s.memory.starting_at(pointer);
  if (!found || s.memory.ended_at(pointer) ||
      !can_free(s.memory.facts(*found).kind)) {
    explain_wrong_free(s, pointer, "cudaMalloc and its relatives returned");
    return nullptr;
  }
  if (s.memory.facts(*found).left) s.memory.set_left(*found, false);
  return found;
}

cudaError_t release(State& s, void* pointer) {
  if (!pointer) return cudaSuccess;
  Allocation* found = ending_at(s, pointer);
  if (!found) return cudaErrorInvalidValue;
  s.memory.release(*found);
  return cudaSuccess;
}

/// More than any device has where that does not fit.
constexpr size_t kTooMuch = SIZE_MAX / kPitchUnit * kPitchUnit;

size_t pitch_of(size_t width) {
  if (width > kTooMuch - kPitchUnit) return kTooMuch;
  return (width + kPitchUnit - 1) / kPitchUnit * kPitchUnit;
}

size_t product(size_t a, size_t b) {
  size_t all = 0;
  return __builtin_mul_overflow(a, b, &all) ? kTooMuch : all;
}

}  // namespace
}  // namespace simt::cudart

using namespace simt::cudart;

extern "C" {

cudaError_t cudaMalloc(void** pointer, size_t bytes) {
  return call([&](State& s) {
    return allocate(s, "cudaMalloc", pointer, bytes, MemoryKind::kDevice);
  });
}

cudaError_t cudaFree(void* pointer) {
  return call([&](State& s) {
    cudaError_t error = forbid_unsafe(s.streams);
    if (error != cudaSuccess || !pointer) return error;
    const simt::Allocation* memory = s.memory.starting_at(pointer);
    if (!memory || s.memory.ended_at(pointer)) return release(s, pointer);
    // Memory of a stream is the program's to see to.
    if (s.pools.hold(*memory)) {
      note_free_by_host(s, *memory);
      return release(s, pointer);
    }
    error = wait_for_users(s, *memory);
    return error == cudaSuccess ? release(s, pointer) : error;
  });
}

cudaError_t cudaMallocManaged(void** pointer, size_t bytes, unsigned flags) {
  return call([&](State& s) {
    const bool known =
        flags == cudaMemAttachGlobal || flags == cudaMemAttachHost;
    if (!known || bytes == 0) return cudaErrorInvalidValue;
    if (!s.device().profile->since(3, 0)) return cudaErrorNotSupported;
    return allocate(s, "cudaMallocManaged", pointer, bytes,
                    MemoryKind::kManaged, flags);
  });
}

cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width,
                            size_t height) {
  return call([&](State& s) {
    if (!pitch) return cudaErrorInvalidValue;
    *pitch = pitch_of(width);
    return allocate(s, "cudaMallocPitch", pointer, product(*pitch, height),
                    MemoryKind::kDevice);
  });
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* made, cudaExtent extent) {
  return call([&](State& s) {
    if (!made) return cudaErrorInvalidValue;
    const size_t pitch = pitch_of(extent.width);
    *made = {nullptr, pitch, extent.width, extent.height};
    return allocate(s, "cudaMalloc3D", &made->ptr,
                    product(product(pitch, extent.height), extent.depth),
                    MemoryKind::kDevice);
  });
}

// The memory is gone at once: what comes before that in its stream has run by
// then, and what comes later must not touch it.
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  return call_beside_work([&](State& s) {
    Stream* found = s.streams.find(stream);
    if (!found) return cudaErrorInvalidResourceHandle;
    if (found->point.capture) {
      Work work;
      const cudaError_t error = make_release(s, pointer, work);
      if (error != cudaSuccess) return error;
      const Graph& graph = *found->point.capture->graph;
      return s.graphs.may_free(graph, pointer) ? note(*found, work)
                                               : cudaErrorInvalidValue;
    }
    if (is_managed(s, pointer)) {
      explain_managed_in_stream(s, pointer);
      return cudaErrorNotSupported;
    }
    finish_all(s);  // what nothing orders with it is a race under every seed
    if (!pointer) return cudaSuccess;
    const simt::Allocation* memory = ending_at(s, pointer);
    if (!memory) return cudaErrorInvalidValue;
    s.memory.end(*memory);
    return give(s, ReleaseWork{pointer}, clock_of(s, *found), found->chain);
  });
}

cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
  return call([&](State& s) {
    if (!free || !total) return cudaErrorInvalidValue;
    *total = s.memory.limit();
    *free = s.memory.limit() - s.memory.used();
    return cudaSuccess;
  });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes,
                                     const void* pointer) {
  return call([&](State& s) {
    if (!attributes) return cudaErrorInvalidValue;
    *attributes = {};
    attributes->type = s.memory.type_at(pointer);
    attributes->device = cudaInvalidDeviceId;
    attributes->hostPointer = const_cast<void*>(pointer);
    const auto* found = s.memory.find(pointer);
    if (!found) return cudaSuccess;
    attributes->device = s.memory.facts(*found).device;
    attributes->devicePointer = const_cast<void*>(pointer);
    if (attributes->type == cudaMemoryTypeDevice) {
      attributes->hostPointer = nullptr;
    }
    return cudaSuccess;
  });
}

// Advice about where managed memory should be: it is everywhere here.
cudaError_t cudaMemAdvise(const void* pointer, size_t, cudaMemoryAdvise,
                          cudaMemLocation) {
  return call([&](State& s) {
    return s.memory.find(pointer) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t, cudaMemLocation,
                                 unsigned, cudaStream_t stream) {
  return call([&](State& s) {
    if (!s.streams.find(stream)) return cudaErrorInvalidResourceHandle;
    return s.memory.find(pointer) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

}  // extern "C"
