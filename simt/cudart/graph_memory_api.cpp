// SPDX-License-Identifier: MIT
// Memory that a graph allocates and frees when it runs. Its address is known as
// soon as the node is; between a free and the next launch nothing is there.
#include "simt/context/not_supported.h"
#include "simt/cudart/graph_call.h"
#include "simt/cudart/graph_memory.h"

namespace simt::cudart {

cudaError_t make_allocation(State& s, const char* call, size_t bytes,
                            void** pointer, Work& work) {
  *pointer = nullptr;
  if (bytes == 0) return cudaErrorInvalidValue;
  const Allocation* made = s.memory.reserve(bytes, call);
  if (!made) return cudaErrorMemoryAllocation;
  *pointer = reinterpret_cast<void*>(made->begin);
  work = AllocateWork{*pointer, bytes};
  return cudaSuccess;
}

cudaError_t make_release(State& s, void* pointer, Work& work) {
  if (!s.memory.reserved_at(pointer)) return cudaErrorInvalidValue;
  work = ReleaseWork{pointer};
  return cudaSuccess;
}

bool has_unfreed_memory(State& s, const GraphExec& exec) {
  for (const Step& step : exec.steps) {
    const auto* work = std::get_if<AllocateWork>(&step.work);
    if (!work) continue;
    const Allocation* memory = s.memory.reserved_at(work->pointer);
    if (memory && !memory->freed) return true;
  }
  return false;
}

}  // namespace simt::cudart

using namespace simt::cudart;

extern "C" {

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* made, cudaGraph_t graph,
                                     const cudaGraphNode_t* dependencies,
                                     size_t count,
                                     cudaMemAllocNodeParams* parameters) {
  return add(made, graph, dependencies, count, [=](State& s, Work& work) {
    if (!parameters) return cudaErrorInvalidValue;
    const cudaMemPoolProps& pool = parameters->poolProps;
    if (pool.allocType != cudaMemAllocationTypePinned ||
        pool.location.type != cudaMemLocationTypeDevice ||
        pool.handleTypes != cudaMemHandleTypeNone) {
      return cudaErrorInvalidValue;
    }
    if (pool.location.id != s.current || parameters->accessDescCount > 0) {
      return not_supported(s, "memory of a graph for several devices");
    }
    return make_allocation(s, "cudaGraphAddMemAllocNode", parameters->bytesize,
                           &parameters->dptr, work);
  });
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* made, cudaGraph_t graph,
                                    const cudaGraphNode_t* dependencies,
                                    size_t count, void* pointer) {
  return add(made, graph, dependencies, count, [=](State& s, Work& work) {
    return make_release(s, pointer, work);
  });
}

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node,
                                           cudaMemAllocNodeParams* parameters) {
  return with<AllocateWork>(
      node, [&](State& s, const Node&, const AllocateWork& work) {
        if (!parameters) return cudaErrorInvalidValue;
        *parameters = {};
        parameters->poolProps.allocType = cudaMemAllocationTypePinned;
        parameters->poolProps.location = {cudaMemLocationTypeDevice, s.current};
        parameters->bytesize = work.bytes;
        parameters->dptr = work.pointer;
        return cudaSuccess;
      });
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void* pointer) {
  return with<ReleaseWork>(node,
                           [&](State&, const Node&, const ReleaseWork& work) {
                             if (!pointer) return cudaErrorInvalidValue;
                             *static_cast<void**>(pointer) = work.pointer;
                             return cudaSuccess;
                           });
}

// Nothing is held back that could be trimmed.
cudaError_t cudaDeviceGraphMemTrim(int device) {
  return call([&](State& s) {
    return s.has_device(device) ? cudaSuccess : cudaErrorInvalidDevice;
  });
}

}  // extern "C"
