// SPDX-License-Identifier: MIT
// From the parameters that a program gives a node to its work; see
// graph_call.h.
#include <algorithm>
#include <utility>

#include "simt/context/not_supported.h"
#include "simt/cudart/graph_call.h"
#include "simt/launch/launch.h"
#include "simt/launch/transfer.h"
#include "simt/stream/graph.h"
#include "simt/stream/work.h"

namespace simt::cudart {

bool find_nodes(State& s, const Graph& graph, const cudaGraphNode_t* handles,
                const cudaGraphEdgeData* edges, size_t count,
                Dependencies& found) {
  if (count > 0 && !handles) return false;
  for (size_t i = 0; i < count; ++i) {
    Node* node = s.graphs.find(handles[i]);
    if (!node || node->graph != &graph || found.has(node)) return false;
    found.add(node, edges ? edges[i] : cudaGraphEdgeData{});
  }
  return true;
}

// What an H200 took, and refused.
bool is_possible(const cudaGraphEdgeData& edge, const Work& from,
                 const Work* to) {
  const bool none_reserved =
      std::all_of(std::begin(edge.reserved), std::end(edge.reserved),
                  [](unsigned char byte) { return byte == 0; });
  if (edge.to_port != 0 || !none_reserved) return false;
  const bool waits_for_grids = edge.type == cudaGraphDependencyTypeProgrammatic;
  if (edge.type != cudaGraphDependencyTypeDefault && !waits_for_grids)
    return false;
  const bool to_kernel = !to || std::holds_alternative<KernelWork>(*to);
  if (is_early(edge) && !std::holds_alternative<KernelWork>(from)) return false;
  switch (edge.from_port) {
    case cudaGraphKernelNodePortDefault:
      return !waits_for_grids;
    case cudaGraphKernelNodePortProgrammatic:
      return waits_for_grids && to_kernel;
    case cudaGraphKernelNodePortLaunchCompletion:
      return !waits_for_grids || to_kernel;
    default:
      return false;
  }
}

bool are_possible(const Dependencies& edges, const Work* to) {
  for (size_t i = 0; i < edges.nodes.size(); ++i) {
    if (!is_possible(edges.edges[i], edges.nodes[i]->work, to)) return false;
  }
  return true;
}

cudaError_t make_work(State& s, const cudaKernelNodeParams* p, Work& work) {
  if (!p) return cudaErrorInvalidValue;
  if (p->extra) return not_supported(s, "kernel arguments given by `extra`");
  LaunchRequest request;
  request.function = p->func;
  request.grid = p->gridDim;
  request.block = p->blockDim;
  request.arguments = p->kernelParams;
  request.shared = p->sharedMemBytes;
  KernelWork kernel;
  const cudaError_t error = prepare_launch(s, request, kernel);
  if (error == cudaSuccess) work = std::move(kernel);
  return error == cudaErrorInvalidResourceHandle
             ? cudaErrorInvalidDeviceFunction
             : error;
}

cudaError_t make_work(State& s, const cudaMemcpy3DParms* p, Work& work) {
  if (!p) return cudaErrorInvalidValue;
  const CopyWork copy{"cudaMemcpy3D", *p};
  const cudaError_t error = check(s, copy);
  if (error == cudaSuccess) work = copy;
  return error;
}

cudaError_t make_work(State& s, const cudaMemsetParams* p, Work& work) {
  if (!p) return cudaErrorInvalidValue;
  const FillWork fill{"cudaMemset", *p};
  const cudaError_t error = check(s, fill);
  if (error == cudaSuccess) work = fill;
  return error;
}

cudaError_t make_work(State&, const cudaHostNodeParams* p, Work& work) {
  if (!p || !p->fn) return cudaErrorInvalidValue;
  work = HostWork{p->fn, p->userData};
  return cudaSuccess;
}

cudaError_t make_copy(State& s, void* to, const void* from, size_t count,
                      cudaMemcpyKind kind, Work& work) {
  const CopyWork copy = flat_copy("cudaMemcpy", to, from, count, kind);
  const cudaError_t error = check(s, copy);
  if (error == cudaSuccess) work = copy;
  return error;
}

cudaError_t make_child(State& s, cudaGraph_t child, Work& work) {
  const Graph* graph = s.graphs.find(child);
  if (!graph) return cudaErrorInvalidValue;
  if (graph->is_single()) return cudaErrorNotSupported;
  work = ChildWork{graph->clone()};
  return cudaSuccess;
}

cudaError_t make_record(State& s, cudaEvent_t event, Work& work) {
  if (!s.events.find(event)) return cudaErrorInvalidValue;
  work = RecordWork{event};
  return cudaSuccess;
}

cudaError_t make_wait(State& s, cudaEvent_t event, Work& work) {
  if (!s.events.find(event)) return cudaErrorInvalidValue;
  work = WaitWork{event};
  return cudaSuccess;
}

cudaError_t make_work(State& s, const cudaGraphNodeParams* p, Work& work) {
  if (!p) return cudaErrorInvalidValue;
  switch (p->type) {
    case cudaGraphNodeTypeKernel: {
      const cudaKernelNodeParamsV2& k = p->kernel;
      const cudaKernelNodeParams plain{k.func,         k.gridDim,
                                       k.blockDim,     k.sharedMemBytes,
                                       k.kernelParams, k.extra};
      return make_work(s, &plain, work);
    }
    case cudaGraphNodeTypeMemcpy:
      return make_work(s, &p->memcpy.copyParams, work);
    case cudaGraphNodeTypeMemset: {
      const cudaMemsetParamsV2& m = p->memset;
      const cudaMemsetParams plain{m.dst,         m.pitch, m.value,
                                   m.elementSize, m.width, m.height};
      return make_work(s, &plain, work);
    }
    case cudaGraphNodeTypeHost: {
      const cudaHostNodeParams plain{p->host.fn, p->host.userData};
      return make_work(s, &plain, work);
    }
    case cudaGraphNodeTypeGraph:
      return make_child(s, p->graph.graph, work);
    case cudaGraphNodeTypeEmpty:
      work = EmptyWork{};
      return cudaSuccess;
    case cudaGraphNodeTypeWaitEvent:
      return make_wait(s, p->eventWait.event, work);
    case cudaGraphNodeTypeEventRecord:
      return make_record(s, p->eventRecord.event, work);
    default:
      return not_supported(s,
                           "graph nodes of this type: only kernel, memcpy, "
                           "memset, host, graph, empty and event nodes");
  }
}

}  // namespace simt::cudart
