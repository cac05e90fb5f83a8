// SPDX-License-Identifier: MIT
// Memory pools and the memory of a stream.
#include <algorithm>

#include "simt/context/not_supported.h"
#include "simt/context/pools.h"
#include "simt/cudart/call.h"
#include "simt/cudart/graph_memory.h"
#include "simt/launch/submit.h"
#include "simt/launch/work_scope.h"
#include "simt/stream/capture.h"
#include "simt/stream/streams.h"

namespace simt::cudart {
namespace {

/// Runs `body(State&, Pool&)` for a pool that exists.
template <class Body>
cudaError_t with_pool(cudaMemPool_t handle, Body body) {
  return call([&](State& s) {
    Pool* pool = s.pools.find(handle);
    return pool ? body(s, *pool) : cudaErrorInvalidValue;
  });
}

/// Runs `body(State&)` for a device whose pools are asked for: it exists.
template <class Body>
cudaError_t with_pools_of(int device, Body body) {
  return call([&](State& s) {
    return s.has_device(device) ? body(s) : cudaErrorInvalidDevice;
  });
}

cudaError_t allocate(State& s, const char* call, void** pointer, size_t bytes,
                     cudaMemPool_t from, cudaStream_t stream) {
  Pool* pool = s.pools.find(from);
  Stream* in = s.streams.find(stream);
  if (!in) return cudaErrorInvalidResourceHandle;
  if (!pointer || !pool) return cudaErrorInvalidValue;
  if (in->point.capture) {
    Work work;
    const cudaError_t error = make_allocation(s, call, bytes, pointer, work);
    return error == cudaSuccess ? note(*in, work) : error;
  }
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;
  if (pool->most > 0 && bytes > pool->most - std::min(pool->most, pool->used()))
    return cudaErrorMemoryAllocation;
  s.memory.use(pool->device);
  Allocation* made = s.memory.allocate(bytes, MemoryKind::kDevice, call);
  s.memory.use(s.current);
  if (!made) return cudaErrorMemoryAllocation;
  s.memory.set_reach(*made, pool->reach);
  pool->made[made->begin] = made;
  pool->high = std::max(pool->high, pool->used());
  const Ticket ticket = s.order.issue(in->chain, clock_of(s, *in));
  note_use(s, ticket, *made, "allocate");
  *pointer = reinterpret_cast<void*>(made->begin);
  return cudaSuccess;
}

/// What `wish` says of one device.
void open_to(Pool& pool, const cudaMemAccessDesc& wish) {
  const uint32_t bit = uint32_t{1} << wish.location.id;
  const bool open = wish.flags != cudaMemAccessFlagsProtNone;
  pool.reach = open ? pool.reach | bit : pool.reach & ~bit;
}

template <class Value>
cudaError_t give(void* to, Value value) {
  *static_cast<Value*>(to) = value;
  return cudaSuccess;
}

}  // namespace

}  // namespace simt::cudart

using namespace simt::cudart;

extern "C" {

cudaError_t cudaMallocFromPoolAsync(void** pointer, size_t bytes,
                                    cudaMemPool_t pool, cudaStream_t stream) {
  return call_beside_work([&](State& s) {
    return allocate(s, "cudaMallocFromPoolAsync", pointer, bytes, pool, stream);
  });
}

// The memory is there at once: no stream can tell that from later.
cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t stream) {
  return call_beside_work([&](State& s) {
    const Stream* in = s.streams.find(stream);
    if (!in) return cudaErrorInvalidResourceHandle;
    return allocate(s, "cudaMallocAsync", pointer, bytes,
                    s.pools.current(in->device), stream);
  });
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  return with_pools_of(device, [&](State& s) {
    if (!pool) return cudaErrorInvalidValue;
    *pool = s.pools.default_of(device);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  return with_pools_of(device, [&](State& s) {
    if (!pool) return cudaErrorInvalidValue;
    *pool = s.pools.current(device);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t handle) {
  return with_pools_of(device, [&](State& s) {
    const Pool* pool = s.pools.find(handle);
    if (!pool || pool->device != device) return cudaErrorInvalidValue;
    s.pools.choose(device, handle);
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool,
                              const cudaMemPoolProps* properties) {
  return call([&](State& s) {
    if (!pool || !properties ||
        properties->allocType != cudaMemAllocationTypePinned) {
      return cudaErrorInvalidValue;
    }
    if (properties->location.type != cudaMemLocationTypeDevice ||
        properties->handleTypes != cudaMemHandleTypeNone) {
      return not_supported(s, "pools of host memory or for other processes");
    }
    if (!s.has_device(properties->location.id)) return cudaErrorInvalidValue;
    *pool = s.pools.create(properties->location.id, properties->maxSize);
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  return call([&](State& s) {
    return s.pools.destroy(pool) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t) {
  return with_pool(pool, [](State&, Pool&) { return cudaSuccess; });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t handle,
                                    cudaMemPoolAttr attribute, void* value) {
  return with_pool(handle, [&](State&, Pool& pool) {
    if (!value) return cudaErrorInvalidValue;
    switch (attribute) {
      case cudaMemPoolReuseFollowEventDependencies:
      case cudaMemPoolReuseAllowOpportunistic:
      case cudaMemPoolReuseAllowInternalDependencies:
        pool.reuse[attribute - 1] = *static_cast<int*>(value) != 0;
        return cudaSuccess;
      case cudaMemPoolAttrReleaseThreshold:
        pool.threshold = *static_cast<uint64_t*>(value);
        return cudaSuccess;
      case cudaMemPoolAttrReservedMemHigh:
      case cudaMemPoolAttrUsedMemHigh:
        if (*static_cast<uint64_t*>(value) != 0) return cudaErrorInvalidValue;
        pool.high = pool.used();
        return cudaSuccess;
      default:
        return cudaErrorInvalidValue;
    }
  });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t handle,
                                    cudaMemPoolAttr attribute, void* value) {
  return with_pool(handle, [&](State&, Pool& pool) {
    if (!value) return cudaErrorInvalidValue;
    switch (attribute) {
      case cudaMemPoolReuseFollowEventDependencies:
      case cudaMemPoolReuseAllowOpportunistic:
      case cudaMemPoolReuseAllowInternalDependencies:
        return give(value, pool.reuse[attribute - 1]);
      case cudaMemPoolAttrReleaseThreshold:
        return give(value, pool.threshold);
      case cudaMemPoolAttrReservedMemCurrent:
      case cudaMemPoolAttrUsedMemCurrent:
        return give(value, pool.used());
      case cudaMemPoolAttrReservedMemHigh:
      case cudaMemPoolAttrUsedMemHigh:
        return give(value, pool.high);
      default:
        return cudaErrorInvalidValue;
    }
  });
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t handle,
                                 const cudaMemAccessDesc* list, size_t count) {
  return with_pool(handle, [&](State& s, Pool& pool) {
    for (size_t i = 0; i < count; ++i) {
      const cudaMemLocation& at = list[i].location;
      if (at.type != cudaMemLocationTypeDevice) return cudaErrorInvalidValue;
      const bool own = at.id == pool.device;
      if (!s.has_device(at.id) ||
          (own && list[i].flags != cudaMemAccessFlagsProtReadWrite)) {
        return cudaErrorInvalidDevice;  // so on an H200
      }
    }
    for (size_t i = 0; i < count; ++i) open_to(pool, list[i]);
    for (auto& [begin, a] : pool.made) {
      if (!a->freed) s.memory.set_reach(*a, pool.reach);
    }
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags,
                                 cudaMemPool_t handle,
                                 cudaMemLocation* location) {
  return with_pool(handle, [&](State& s, const Pool& pool) {
    if (!flags || !location || location->type != cudaMemLocationTypeDevice ||
        !s.has_device(location->id)) {
      return cudaErrorInvalidValue;
    }
    *flags = pool.reach >> location->id & 1 ? cudaMemAccessFlagsProtReadWrite
                                            : cudaMemAccessFlagsProtNone;
    return cudaSuccess;
  });
}

}  // extern "C"
