// SPDX-License-Identifier: MIT
// Page-locked host memory; the device sees it under the same address.
#include "simt/context/contexts.h"
#include "simt/cudart/call.h"
#include "simt/cudart/wrong_free.h"
#include "simt/stream/capture.h"

namespace simt::cudart {
namespace {

constexpr unsigned kHostAllocFlags =
    cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
constexpr unsigned kRegisterFlags =
    cudaHostRegisterPortable | cudaHostRegisterMapped |
    cudaHostRegisterIoMemory | cudaHostRegisterReadOnly;

cudaError_t allocate(State& s, const char* name, void** pointer, size_t bytes,
                     unsigned flags) {
  if (!pointer || (flags & ~kHostAllocFlags)) return cudaErrorInvalidValue;
  *pointer = nullptr;
  const cudaError_t error = forbid_unsafe(s.streams);
  if (error != cudaSuccess || bytes == 0) return error;
  const Allocation* made =
      s.memory.allocate(bytes, MemoryKind::kHost, called_as(name), flags);
  if (!made) return cudaErrorMemoryAllocation;
  *pointer = reinterpret_cast<void*>(made->begin);
  return cudaSuccess;
}

/// The page-locked allocation that begins at `pointer`, or null.
Allocation* locked(State& s, const void* pointer, MemoryKind kind) {
  Allocation* found = s.memory.starting_at(pointer);
  return found && s.memory.facts(*found).kind == kind ? found : nullptr;
}

/// The same when nothing runs: every device can use it, and it is to go back.
/// Another thread may have given it back meanwhile. An H200 waits so, too, but
/// no page of the manual says it: the host is not ordered after the work, as it
/// is by cudaFree, which "may" wait.
Allocation* unused(State& s, const void* pointer, MemoryKind kind) {
  if (locked(s, pointer, kind)) wait_for_all(s);
  return locked(s, pointer, kind);
}

bool is_page_locked(const Allocation* a) { return a && a->page_locked; }

}  // namespace
}  // namespace simt::cudart

using namespace simt::cudart;

extern "C" {

cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned flags) {
  return call([&](State& s) {
    return allocate(s, "cudaHostAlloc", pointer, bytes, flags);
  });
}

cudaError_t cudaMallocHost(void** pointer, size_t bytes) {
  return call([&](State& s) {
    return allocate(s, "cudaMallocHost", pointer, bytes, cudaHostAllocDefault);
  });
}

cudaError_t cudaFreeHost(void* pointer) {
  return call([&](State& s) {
    const cudaError_t error = forbid_unsafe(s.streams);
    if (error != cudaSuccess || !pointer) return error;
    auto* found = unused(s, pointer, MemoryKind::kHost);
    if (!found) {
      explain_wrong_free(s, pointer,
                         "cudaMallocHost or cudaHostAlloc returned");
      return cudaErrorInvalidValue;
    }
    s.memory.release(*found);
    return cudaSuccess;
  });
}

cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned flags) {
  return call([&](State& s) {
    if (!pointer || bytes == 0 || (flags & ~kRegisterFlags)) {
      return cudaErrorInvalidValue;
    }
    if (s.memory.find(pointer)) return cudaErrorHostMemoryAlreadyRegistered;
    return s.memory.adopt(pointer, bytes, flags) ? cudaSuccess
                                                 : cudaErrorInvalidValue;
  });
}

cudaError_t cudaHostUnregister(void* pointer) {
  return call([&](State& s) {
    if (!pointer) return cudaErrorInvalidValue;
    auto* found = unused(s, pointer, MemoryKind::kRegistered);
    if (!found) {
      explain_not_registered(s, pointer);
      return s.memory.find(pointer) ? cudaErrorInvalidValue
                                    : cudaErrorHostMemoryNotRegistered;
    }
    s.memory.release(*found);
    return cudaSuccess;
  });
}

cudaError_t cudaHostGetDevicePointer(void** device, void* host,
                                     unsigned flags) {
  return call([&](State& s) {
    if (!device || flags != 0 || !is_page_locked(s.memory.find(host))) {
      return cudaErrorInvalidValue;
    }
    *device = host;
    return cudaSuccess;
  });
}

cudaError_t cudaHostGetFlags(unsigned* flags, void* host) {
  return call([&](State& s) {
    const auto* found = s.memory.find(host);
    if (!flags || !is_page_locked(found)) return cudaErrorInvalidValue;
    // Every page-locked allocation is mapped where addresses are unified.
    *flags = s.memory.facts(*found).flags | cudaHostAllocMapped;
    return cudaSuccess;
  });
}

}  // extern "C"
