// SPDX-License-Identifier: MIT
// Memory that a graph allocates and frees when it runs. Its address is known as
// soon as the node is; between a free and the next launch nothing is there.
#include <algorithm>
#include <cstdint>
#include <map>
#include <set>

#include "simt/context/not_supported.h"
#include "simt/cudart/graph_call.h"
#include "simt/cudart/graph_memory.h"

namespace simt::cudart {
namespace {

/// Calls `body(memory, comes)` for each step that allocates memory (`comes`) or
/// frees it.
template <class Body>
void each_memory(State& s, const GraphExec& exec, Body body) {
  for (const Step& step : exec.steps) {
    const auto* comes = std::get_if<AllocateWork>(&step.work);
    const auto* goes = std::get_if<ReleaseWork>(&step.work);
    if (!comes && !goes) continue;
    const Allocation* memory =
        s.memory.reserved_at(comes ? comes->pointer : goes->pointer);
    if (memory) body(*memory, comes != nullptr);
  }
}

}  // namespace

cudaError_t make_allocation(State& s, const char* call, size_t bytes,
                            void** pointer, Work& work) {
  if (bytes == 0) return cudaErrorInvalidValue;
  const Allocation* made = s.memory.reserve(bytes, call);
  if (!made) return cudaErrorMemoryAllocation;
  *pointer = reinterpret_cast<void*>(made->begin);
  work = AllocateWork{*pointer, bytes};
  return cudaSuccess;
}

cudaError_t make_allocation(State& s, const char* call,
                            cudaMemAllocNodeParams& parameters, Work& work) {
  const cudaMemPoolProps& pool = parameters.poolProps;
  const cudaMemLocation& at = pool.location;
  const bool known =
      at.type == cudaMemLocationTypeDevice && s.has_device(at.id);
  if (pool.allocType != cudaMemAllocationTypePinned || !known) {
    return cudaErrorInvalidValue;
  }
  if (pool.handleTypes != cudaMemHandleTypeNone) return cudaErrorNotSupported;
  const cudaMemAccessDesc* access = parameters.accessDescs;
  const bool shared =
      std::any_of(access, access + parameters.accessDescCount,
                  [&](const auto& one) { return one.location.id != at.id; });
  if (at.id != s.current || shared) {
    return not_supported(s, "memory of a graph for several devices");
  }
  return make_allocation(s, call, parameters.bytesize, &parameters.dptr, work);
}

cudaError_t make_release(State& s, void* pointer, Work& work) {
  if (!s.memory.reserved_at(pointer)) return cudaErrorInvalidValue;
  work = ReleaseWork{pointer};
  return cudaSuccess;
}

bool has_unfreed_memory(State& s, const GraphExec& exec) {
  bool any = false;
  each_memory(s, exec, [&](const Allocation& memory, bool comes) {
    any = any || (comes && s.memory.facts(memory).left);
  });
  return any;
}

// Memory that is there already, and that the launch frees before it comes
// again, takes no more room.
bool has_room(State& s, const GraphExec& exec) {
  std::set<uint64_t> there;
  std::map<int, uint64_t> room;
  bool enough = true;
  each_memory(s, exec, [&](const Allocation& memory, bool) {
    if (!memory.freed) there.insert(memory.begin);
    const int device = s.memory.facts(memory).device;
    room[device] = s.memory.room_of(device);
  });
  each_memory(s, exec, [&](const Allocation& memory, bool comes) {
    uint64_t& left = room[s.memory.facts(memory).device];
    const uint64_t bytes = memory.end - memory.begin;
    if (!comes) {
      left += there.erase(memory.begin) * bytes;
    } else if (there.insert(memory.begin).second) {
      enough = enough && bytes <= left;
      left -= std::min(bytes, left);
    }
  });
  return enough;
}

void note_memory(State& s, const GraphExec& exec) {
  each_memory(s, exec, [&](const Allocation& memory, bool comes) {
    s.memory.set_left(memory, comes);
  });
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
    return make_allocation(s, "cudaGraphAddMemAllocNode", *parameters, work);
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
