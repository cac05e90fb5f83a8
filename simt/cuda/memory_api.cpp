// SPDX-License-Identifier: MIT
// Memory: given, given back, and what can be asked of an address.
#include <cstring>

#include "simt/context/not_supported.h"
#include "simt/context/state.h"
#include "simt/cuda/row.h"

namespace simt::cuda {
namespace {

/// A context of the program's own gives memory back when it ends.
CUresult keep(std::set<void*>& kept, bool primary, cudaError_t made,
              void* memory) {
  if (made == cudaSuccess && !primary) kept.insert(memory);
  return result_of(made);
}

/// What the attribute is, written through `data`.
template <class Value>
CUresult give(void* data, Value value) {
  *static_cast<Value*>(data) = value;
  return CUDA_SUCCESS;
}

/// The context that asked for it.
Context& context_of(State& s, const Allocation& memory) {
  Context* own = s.contexts.holder(pointer_of(memory.begin));
  return own ? *own : s.contexts.primary(s.memory.facts(memory).device);
}

/// Of what is mapped, as an H200 answers (driver 580.159.04, 2026-11-27).
CUresult mapped_attribute(State& s, void* data, CUpointer_attribute which,
                          CUdeviceptr address, const cudart::Mapping& mapping) {
  const auto [begin, bytes] = s.ranges.around(address);
  switch (which) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
      return give(data, CUcontext{nullptr});
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
      return give(data, static_cast<unsigned>(CU_MEMORYTYPE_DEVICE));
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
      if (mapping.reach == 0) return CUDA_ERROR_INVALID_VALUE;
      return give(data, address);
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
      return CUDA_ERROR_INVALID_VALUE;
    case CU_POINTER_ATTRIBUTE_MAPPED:
      return give(data, true);
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
      return give(data, false);
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
      return give(data, s.ranges.device_of(mapping));
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
      return give(data, begin);
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
      return give(data, size_t{bytes});
    default:
      return result_of(cudart::not_supported(
          s, "this attribute of a pointer to mapped memory"));
  }
}

CUresult range_attribute(State& s, void* data, CUpointer_attribute which,
                         CUdeviceptr address) {
  const Allocation* found = s.memory.find(pointer_of(address));
  if (which == CU_POINTER_ATTRIBUTE_MAPPED) return give(data, found != nullptr);
  if (!found) return CUDA_ERROR_INVALID_VALUE;
  const cudart::MemoryFacts& facts = s.memory.facts(*found);
  const bool host = facts.kind == cudart::MemoryKind::kHost ||
                    facts.kind == cudart::MemoryKind::kRegistered;
  switch (which) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
      return give(data, &context_of(s, *found));
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
      return give(data, static_cast<unsigned>(host ? CU_MEMORYTYPE_HOST
                                                   : CU_MEMORYTYPE_DEVICE));
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
      return give(data, address);
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
      if (!found->host_visible) return CUDA_ERROR_INVALID_VALUE;
      return give(data, pointer_of(address));
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
      return give(data, false);
    case CU_POINTER_ATTRIBUTE_BUFFER_ID:
      return give(data, static_cast<uint64_t>(found->number));
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
      return give(data, facts.kind == cudart::MemoryKind::kManaged);
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
      return give(data, facts.device);
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
      return give(data, found->begin);
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
      return give(data, size_t{found->end - found->begin});
    default:
      return result_of(cudart::not_supported(s, "this attribute of a pointer"));
  }
}

}  // namespace
}  // namespace simt::cuda

using namespace simt;
using namespace simt::cuda;

extern "C" {

CUresult cuMemGetInfo(size_t* free, size_t* total) {
  return row("cuMemGetInfo", [&] { return cudaMemGetInfo(free, total); });
}

CUresult cuMemAlloc(CUdeviceptr* address, size_t bytes) {
  return in_context("cuMemAlloc", [&](Context& context) {
    if (!address || bytes == 0) return CUDA_ERROR_INVALID_VALUE;
    const cudaError_t error = cudaMalloc(as_pointer(address), bytes);
    return keep(context.memory, context.primary, error, pointer_of(*address));
  });
}

CUresult cuMemAllocPitch(CUdeviceptr* address, size_t* pitch, size_t width,
                         size_t height, unsigned element) {
  return in_context("cuMemAllocPitch", [&](Context& context) {
    const bool known = element == 4 || element == 8 || element == 16;
    if (!address || width == 0 || height == 0 || !known)
      return CUDA_ERROR_INVALID_VALUE;
    const cudaError_t error =
        cudaMallocPitch(as_pointer(address), pitch, width, height);
    return keep(context.memory, context.primary, error, pointer_of(*address));
  });
}

CUresult cuMemAllocManaged(CUdeviceptr* address, size_t bytes, unsigned flags) {
  return in_context("cuMemAllocManaged", [&](Context& context) {
    if (!address) return CUDA_ERROR_INVALID_VALUE;
    const cudaError_t error =
        cudaMallocManaged(as_pointer(address), bytes, flags);
    return keep(context.memory, context.primary, error, pointer_of(*address));
  });
}

CUresult cuMemFree(CUdeviceptr address) {
  return in_context("cuMemFree", [&](Context& context) {
    context.memory.erase(pointer_of(address));
    return result_of(cudaFree(pointer_of(address)));
  });
}

CUresult cuMemGetAddressRange(CUdeviceptr* begin, size_t* bytes,
                              CUdeviceptr address) {
  return in_context("cuMemGetAddressRange", [&](Context&) {
    Entry entry;
    const auto* found = entry.state().memory.find(pointer_of(address));
    if (!found) return CUDA_ERROR_NOT_FOUND;
    uint64_t from = found->begin, to = found->end;
    const cudart::Mapping* mapping = entry.state().ranges.at(address, &from);
    if (mapping) to = mapping->end;  // one mapping of those that touch
    if (begin) *begin = from;
    if (bytes) *bytes = to - from;
    return CUDA_SUCCESS;
  });
}

CUresult cuMemHostAlloc(void** memory, size_t bytes, unsigned flags) {
  return in_context("cuMemHostAlloc", [&](Context& context) {
    if (!memory || bytes == 0) return CUDA_ERROR_INVALID_VALUE;
    const cudaError_t error = cudaHostAlloc(memory, bytes, flags);
    return keep(context.host_memory, context.primary, error, *memory);
  });
}

CUresult cuMemAllocHost(void** memory, size_t bytes) {
  return in_context("cuMemAllocHost", [&](Context& context) {
    if (!memory || bytes == 0) return CUDA_ERROR_INVALID_VALUE;
    const cudaError_t error = cudaMallocHost(memory, bytes);
    return keep(context.host_memory, context.primary, error, *memory);
  });
}

CUresult cuMemFreeHost(void* memory) {
  return in_context("cuMemFreeHost", [&](Context& context) {
    context.host_memory.erase(memory);
    return result_of(cudaFreeHost(memory));
  });
}

CUresult cuMemHostRegister(void* memory, size_t bytes, unsigned flags) {
  return row("cuMemHostRegister",
             [&] { return cudaHostRegister(memory, bytes, flags); });
}

CUresult cuMemHostUnregister(void* memory) {
  return row("cuMemHostUnregister", [&] { return cudaHostUnregister(memory); });
}

CUresult cuMemHostGetDevicePointer(CUdeviceptr* address, void* memory,
                                   unsigned flags) {
  return row("cuMemHostGetDevicePointer", [&] {
    return cudaHostGetDevicePointer(as_pointer(address), memory, flags);
  });
}

CUresult cuMemHostGetFlags(unsigned* flags, void* memory) {
  return row("cuMemHostGetFlags",
             [&] { return cudaHostGetFlags(flags, memory); });
}

CUresult cuPointerGetAttribute(void* data, CUpointer_attribute which,
                               CUdeviceptr address) {
  return in_context("cuPointerGetAttribute", [&](Context&) {
    if (!data) return CUDA_ERROR_INVALID_VALUE;
    Entry entry;
    State& s = entry.state();
    const cudart::Mapping* mapping = s.ranges.at(address);
    return mapping ? mapped_attribute(s, data, which, address, *mapping)
                   : range_attribute(s, data, which, address);
  });
}

// The runtime's structs have the same members in the same order.
CUresult cuMemAdvise(CUdeviceptr address, size_t bytes, CUmem_advise advice,
                     CUmemLocation where) {
  return row("cuMemAdvise", [&] {
    cudaMemLocation same;
    static_assert(sizeof(same) == sizeof(where));
    std::memcpy(&same, &where, sizeof(same));
    return cudaMemAdvise(pointer_of(address), bytes,
                         static_cast<cudaMemoryAdvise>(advice), same);
  });
}

CUresult cuMemPrefetchAsync(CUdeviceptr address, size_t bytes,
                            CUmemLocation where, unsigned flags,
                            CUstream stream) {
  return row("cuMemPrefetchAsync", [&] {
    cudaMemLocation same;
    std::memcpy(&same, &where, sizeof(same));
    return cudaMemPrefetchAsync(pointer_of(address), bytes, same, flags,
                                stream);
  });
}

CUresult cuMemAllocAsync(CUdeviceptr* address, size_t bytes, CUstream stream) {
  return row("cuMemAllocAsync", [&] {
    return cudaMallocAsync(as_pointer(address), bytes, stream);
  });
}

CUresult cuMemAllocFromPoolAsync(CUdeviceptr* address, size_t bytes,
                                 CUmemoryPool pool, CUstream stream) {
  return row("cuMemAllocFromPoolAsync", [&] {
    return cudaMallocFromPoolAsync(as_pointer(address), bytes, pool, stream);
  });
}

CUresult cuMemFreeAsync(CUdeviceptr address, CUstream stream) {
  return row("cuMemFreeAsync",
             [&] { return cudaFreeAsync(pointer_of(address), stream); });
}

CUresult cuMemPoolCreate(CUmemoryPool* pool, const CUmemPoolProps* properties) {
  return row("cuMemPoolCreate", [&] {
    static_assert(sizeof(CUmemPoolProps) == sizeof(cudaMemPoolProps));
    return cudaMemPoolCreate(
        pool, reinterpret_cast<const cudaMemPoolProps*>(properties));
  });
}

CUresult cuMemPoolDestroy(CUmemoryPool pool) {
  return row("cuMemPoolDestroy", [&] { return cudaMemPoolDestroy(pool); });
}

CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t bytes) {
  return row("cuMemPoolTrimTo", [&] { return cudaMemPoolTrimTo(pool, bytes); });
}

CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute which,
                               void* value) {
  return row("cuMemPoolSetAttribute", [&] {
    return cudaMemPoolSetAttribute(pool, static_cast<cudaMemPoolAttr>(which),
                                   value);
  });
}

CUresult cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute which,
                               void* value) {
  return row("cuMemPoolGetAttribute", [&] {
    return cudaMemPoolGetAttribute(pool, static_cast<cudaMemPoolAttr>(which),
                                   value);
  });
}

}  // extern "C"
