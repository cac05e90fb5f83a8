// SPDX-License-Identifier: MIT
// Virtual memory: addresses, memory without one, and mappings (CUDA Driver API,
// 6.14). What is refused with which result was seen on an H200 (driver
// 580.159.04, 2026-11-27). Memory of the host, of other processes and such that
// may only be read is not here.
#include <bit>

#include "simt/context/not_supported.h"
#include "simt/context/state.h"
#include "simt/cuda/row.h"
#include "simt/launch/submit.h"

namespace simt::cuda {
namespace {

using cudart::kGranularity;
using cudart::Mapping;
using cudart::PhysicalMemory;

bool is_multiple(uint64_t value) { return value % kGranularity == 0; }

/// A call in the current context, with the state: `body(State&)`.
template <class Body>
CUresult in_state(const char* name, Body body) {
  return in_context(name, [&](Context&) {
    Entry entry;
    return body(entry.state());
  });
}

CUresult not_here(State& s, const char* what) {
  return result_of(cudart::not_supported(s, what));
}

CUresult create(State& s, CUmemGenericAllocationHandle* made, size_t bytes,
                const CUmemAllocationProp& p) {
  const CUmemLocationType where = p.location.type;
  if (p.type == CU_MEM_ALLOCATION_TYPE_INVALID ||
      where == CU_MEM_LOCATION_TYPE_INVALID) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  if (p.type != CU_MEM_ALLOCATION_TYPE_PINNED ||
      where != CU_MEM_LOCATION_TYPE_DEVICE || p.allocFlags.usage != 0) {
    return not_here(s, "cuMemCreate of other memory than a device's own");
  }
  if (!s.has_device(p.location.id)) return CUDA_ERROR_INVALID_DEVICE;
  const uint64_t handle = s.ranges.create(bytes, p.location.id);
  if (handle == 0) return CUDA_ERROR_OUT_OF_MEMORY;
  *made = handle;
  return CUDA_SUCCESS;
}

/// Which devices `access` speaks of, and which it lets in.
struct Reach {
  uint32_t bits = 0, open = 0;
};

CUresult add_reach(State& s, const CUmemAccessDesc& access, Reach& reach) {
  if (access.location.type != CU_MEM_LOCATION_TYPE_DEVICE)
    return not_here(s, "cuMemSetAccess for the host");
  if (!s.has_device(access.location.id)) return CUDA_ERROR_INVALID_DEVICE;
  const uint32_t bit = uint32_t{1} << access.location.id;
  reach.bits |= bit;
  switch (access.flags) {
    case CU_MEM_ACCESS_FLAGS_PROT_NONE:
      return CUDA_SUCCESS;
    case CU_MEM_ACCESS_FLAGS_PROT_READWRITE:
      reach.open |= bit;
      return CUDA_SUCCESS;
    case CU_MEM_ACCESS_FLAGS_PROT_READ:
      return not_here(s, "memory that a device may only read");
    default:
      return CUDA_ERROR_INVALID_VALUE;
  }
}

}  // namespace
}  // namespace simt::cuda

using namespace simt;
using namespace simt::cuda;

extern "C" {

CUresult cuMemGetAllocationGranularity(size_t* bytes,
                                       const CUmemAllocationProp* properties,
                                       CUmemAllocationGranularity_flags which) {
  return anywhere("cuMemGetAllocationGranularity", [&] {
    const bool known = which == CU_MEM_ALLOC_GRANULARITY_MINIMUM ||
                       which == CU_MEM_ALLOC_GRANULARITY_RECOMMENDED;
    if (!bytes || !properties || !known) return CUDA_ERROR_INVALID_VALUE;
    *bytes = kGranularity;
    return CUDA_SUCCESS;
  });
}

// A wish for an address is no promise: the emulator gives fresh ones.
CUresult cuMemAddressReserve(CUdeviceptr* address, size_t bytes, size_t align,
                             CUdeviceptr, unsigned long long flags) {
  return in_state("cuMemAddressReserve", [&](State& s) {
    const bool aligned = align == 0 || std::has_single_bit(align);
    if (!address || bytes == 0 || !is_multiple(bytes) || !aligned || flags != 0)
      return CUDA_ERROR_INVALID_VALUE;
    const uint64_t begin = s.ranges.reserve(bytes, align);
    if (begin == 0) return CUDA_ERROR_OUT_OF_MEMORY;
    *address = begin;
    return CUDA_SUCCESS;
  });
}

CUresult cuMemAddressFree(CUdeviceptr address, size_t bytes) {
  return in_state("cuMemAddressFree", [&](State& s) {
    return s.ranges.give_back(address, bytes) ? CUDA_SUCCESS
                                              : CUDA_ERROR_INVALID_VALUE;
  });
}

CUresult cuMemCreate(CUmemGenericAllocationHandle* made, size_t bytes,
                     const CUmemAllocationProp* properties,
                     unsigned long long flags) {
  return in_state("cuMemCreate", [&](State& s) {
    if (!made || !properties || bytes == 0 || !is_multiple(bytes) || flags != 0)
      return CUDA_ERROR_INVALID_VALUE;
    return create(s, made, bytes, *properties);
  });
}

CUresult cuMemRelease(CUmemGenericAllocationHandle handle) {
  return in_state("cuMemRelease", [&](State& s) {
    if (!s.ranges.find(handle)) return CUDA_ERROR_INVALID_VALUE;
    s.ranges.release(handle);
    return CUDA_SUCCESS;
  });
}

CUresult cuMemMap(CUdeviceptr address, size_t bytes, size_t offset,
                  CUmemGenericAllocationHandle handle,
                  unsigned long long flags) {
  return in_state("cuMemMap", [&](State& s) {
    const PhysicalMemory* memory = s.ranges.find(handle);
    if (!memory || bytes == 0 || !is_multiple(address) || flags != 0)
      return CUDA_ERROR_INVALID_VALUE;
    if (bytes != memory->bytes || offset != 0) return CUDA_ERROR_NOT_SUPPORTED;
    return s.ranges.map(address, bytes, handle) ? CUDA_SUCCESS
                                                : CUDA_ERROR_INVALID_VALUE;
  });
}

CUresult cuMemUnmap(CUdeviceptr address, size_t bytes) {
  return in_state("cuMemUnmap", [&](State& s) {
    if (bytes == 0 || !s.ranges.covers(address, bytes))
      return CUDA_ERROR_INVALID_VALUE;
    cudart::settle_devices(s);
    s.ranges.unmap(address, bytes);
    return CUDA_SUCCESS;
  });
}

CUresult cuMemSetAccess(CUdeviceptr address, size_t bytes,
                        const CUmemAccessDesc* access, size_t count) {
  return in_state("cuMemSetAccess", [&](State& s) {
    if (!access || count == 0 || bytes == 0 || !s.ranges.covers(address, bytes))
      return CUDA_ERROR_INVALID_VALUE;
    Reach reach;
    for (size_t i = 0; i < count; ++i) {
      const CUresult result = add_reach(s, access[i], reach);
      if (result != CUDA_SUCCESS) return result;
    }
    cudart::settle_devices(s);
    s.ranges.open(address, bytes, reach.bits, reach.open);
    return CUDA_SUCCESS;
  });
}

CUresult cuMemGetAccess(unsigned long long* flags, const CUmemLocation* where,
                        CUdeviceptr address) {
  return in_state("cuMemGetAccess", [&](State& s) {
    const Mapping* mapping = s.ranges.at(address);
    if (!flags || !where || !mapping) return CUDA_ERROR_INVALID_VALUE;
    if (where->type != CU_MEM_LOCATION_TYPE_DEVICE)
      return not_here(s, "cuMemGetAccess for the host");
    if (!s.has_device(where->id)) return CUDA_ERROR_INVALID_DEVICE;
    const bool open = (mapping->reach >> where->id & 1) != 0;
    *flags = open ? CU_MEM_ACCESS_FLAGS_PROT_READWRITE
                  : CU_MEM_ACCESS_FLAGS_PROT_NONE;
    return CUDA_SUCCESS;
  });
}

CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle* handle,
                                     void* address) {
  return in_state("cuMemRetainAllocationHandle", [&](State& s) {
    const Mapping* mapping = s.ranges.at(address_of(address));
    if (!handle || !mapping) return CUDA_ERROR_INVALID_VALUE;
    s.ranges.retain(mapping->handle);
    *handle = mapping->handle;
    return CUDA_SUCCESS;
  });
}

CUresult cuMemGetAllocationPropertiesFromHandle(
    CUmemAllocationProp* properties, CUmemGenericAllocationHandle handle) {
  return in_state("cuMemGetAllocationPropertiesFromHandle", [&](State& s) {
    const PhysicalMemory* memory = s.ranges.find(handle);
    if (!properties || !memory) return CUDA_ERROR_INVALID_VALUE;
    *properties = {};
    properties->type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties->location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    properties->location.id = memory->device;
    return CUDA_SUCCESS;
  });
}

}  // extern "C"
