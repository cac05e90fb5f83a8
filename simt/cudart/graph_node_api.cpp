// SPDX-License-Identifier: MIT
// The nodes of a graph: added with their parameters, asked and changed.
#include <utility>

#include "simt/context/not_supported.h"
#include "simt/cudart/graph_call.h"
#include "simt/cudart/graph_memory.h"
#include "simt/cudart/symbols.h"
#include "simt/stream/graph.h"
#include "simt/stream/work.h"

namespace simt::cudart {
namespace {

/// Replaces a node's work by one of the same kind.
template <class Kind, class Make>
cudaError_t change(cudaGraphNode_t handle, Make make) {
  return with<Kind>(
      handle, [&](State& s, Node& node, Kind&) { return make(s, node.work); });
}

template <class Parameters>
auto from(const Parameters* parameters) {
  return [parameters](State& s, Work& work) {
    return make_work(s, parameters, work);
  };
}

auto from_copy(void* to, const void* source, size_t count,
               cudaMemcpyKind kind) {
  return [=](State& s, Work& work) {
    return make_copy(s, to, source, count, kind, work);
  };
}

auto to_symbol(const void* symbol, const void* source, size_t count,
               size_t offset, cudaMemcpyKind kind) {
  return [=](State& s, Work& work) {
    void* to = nullptr;
    const cudaError_t error = inside_symbol(s, symbol, offset, count, &to);
    return error == cudaSuccess ? make_copy(s, to, source, count, kind, work)
                                : error;
  };
}

auto from_symbol(void* to, const void* symbol, size_t count, size_t offset,
                 cudaMemcpyKind kind) {
  return [=](State& s, Work& work) {
    void* source = nullptr;
    const cudaError_t error = inside_symbol(s, symbol, offset, count, &source);
    return error == cudaSuccess ? make_copy(s, to, source, count, kind, work)
                                : error;
  };
}

/// Copies one field of a node's work to `*to`.
template <class Kind, class Value, class Read>
cudaError_t read(cudaGraphNode_t handle, Value* to, Read read_it) {
  return with<Kind>(handle, [&](State&, Node& node, Kind& work) {
    if (!to) return cudaErrorInvalidValue;
    *to = read_it(node, work);
    return cudaSuccess;
  });
}

/// The parameters of a kernel node; the pointers stay good until it is
/// changed.
cudaKernelNodeParams parameters_of(Node& node, KernelWork& work) {
  node.pointers.clear();
  for (const auto& [offset, bytes] : work.kernel->code->parameters) {
    node.pointers.push_back(work.arguments.data() + offset);
  }
  return {const_cast<void*>(work.function),
          work.grid,
          work.block,
          static_cast<unsigned>(work.shared),
          node.pointers.data(),
          nullptr};
}

}  // namespace
}  // namespace simt::cudart

using namespace simt::cudart;

extern "C" {

cudaError_t cudaGraphAddNode(cudaGraphNode_t* made, cudaGraph_t graph,
                             const cudaGraphNode_t* dependencies,
                             const cudaGraphEdgeData* edges, size_t count,
                             cudaGraphNodeParams* parameters) {
  const auto make = [=](State& s, Work& work) {
    if (parameters && parameters->type == cudaGraphNodeTypeConditional) {
      return make_conditional(s, parameters->conditional, work);
    }
    if (parameters && parameters->type == cudaGraphNodeTypeMemAlloc) {
      cudaMemAllocNodeParamsV2& p = parameters->alloc;
      cudaMemAllocNodeParams plain{p.poolProps, p.accessDescs,
                                   p.accessDescCount, p.bytesize, p.dptr};
      const cudaError_t done =
          make_allocation(s, "cudaGraphAddNode", plain, work);
      p.dptr = plain.dptr;
      return done;
    }
    if (parameters && parameters->type == cudaGraphNodeTypeMemFree) {
      return make_release(s, parameters->free.dptr, work);
    }
    return make_work(s, static_cast<const cudaGraphNodeParams*>(parameters),
                     work);
  };
  return add(made, graph, dependencies, count, make, edges);
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t handle,
                                   cudaGraphNodeParams* parameters) {
  return with_node(handle, [&](State& s, Node& node) {
    if (!parameters || parameters->type != type_of(node)) {
      return cudaErrorInvalidValue;
    }
    return make_work(s, parameters, node.work);
  });
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* made, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies,
                                   size_t count,
                                   const cudaKernelNodeParams* parameters) {
  return add(made, graph, dependencies, count, from(parameters));
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node,
                                         cudaKernelNodeParams* parameters) {
  return read<KernelWork>(node, parameters, parameters_of);
}

cudaError_t cudaGraphKernelNodeSetParams(
    cudaGraphNode_t node, const cudaKernelNodeParams* parameters) {
  return change<KernelWork>(node, from(parameters));
}

cudaError_t cudaGraphKernelNodeSetAttribute(
    cudaGraphNode_t handle, cudaLaunchAttributeID attribute,
    const cudaLaunchAttributeValue* value) {
  return with<KernelWork>(handle, [&](State& s, Node&, KernelWork& work) {
    if (!value) return cudaErrorInvalidValue;
    if (attribute != cudaLaunchAttributeCooperative) {
      return not_supported(s, "this attribute of a kernel node");
    }
    work.cooperative = value->cooperative != 0;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t handle,
                                            cudaLaunchAttributeID attribute,
                                            cudaLaunchAttributeValue* value) {
  return with<KernelWork>(handle, [&](State& s, Node&, KernelWork& work) {
    if (!value) return cudaErrorInvalidValue;
    if (attribute != cudaLaunchAttributeCooperative) {
      return not_supported(s, "this attribute of a kernel node");
    }
    value->cooperative = work.cooperative ? 1 : 0;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t to,
                                              cudaGraphNode_t from) {
  return with<KernelWork>(to, [&](State& s, Node&, KernelWork& work) {
    const Node* node = s.graphs.find(from);
    const auto* other = node ? std::get_if<KernelWork>(&node->work) : nullptr;
    if (!other) return cudaErrorInvalidValue;
    work.cooperative = other->cooperative;
    work.cluster = other->cluster;
    work.explicit_cluster = other->explicit_cluster;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* made, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies,
                                   size_t count,
                                   const cudaMemcpy3DParms* parameters) {
  return add(made, graph, dependencies, count, from(parameters));
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* made, cudaGraph_t graph,
                                     const cudaGraphNode_t* dependencies,
                                     size_t number, void* to,
                                     const void* source, size_t count,
                                     cudaMemcpyKind kind) {
  return add(made, graph, dependencies, number,
             from_copy(to, source, count, kind));
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* made,
                                           cudaGraph_t graph,
                                           const cudaGraphNode_t* dependencies,
                                           size_t number, const void* symbol,
                                           const void* source, size_t count,
                                           size_t offset, cudaMemcpyKind kind) {
  return add(made, graph, dependencies, number,
             to_symbol(symbol, source, count, offset, kind));
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(
    cudaGraphNode_t* made, cudaGraph_t graph,
    const cudaGraphNode_t* dependencies, size_t number, void* to,
    const void* symbol, size_t count, size_t offset, cudaMemcpyKind kind) {
  return add(made, graph, dependencies, number,
             from_symbol(to, symbol, count, offset, kind));
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node,
                                         cudaMemcpy3DParms* parameters) {
  return read<CopyWork>(
      node, parameters,
      [](const Node&, const CopyWork& work) { return work.parameters; });
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node,
                                         const cudaMemcpy3DParms* parameters) {
  return change<CopyWork>(node, from(parameters));
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* to,
                                           const void* source, size_t count,
                                           cudaMemcpyKind kind) {
  return change<CopyWork>(node, from_copy(to, source, count, kind));
}

cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node,
                                                 const void* symbol,
                                                 const void* source,
                                                 size_t count, size_t offset,
                                                 cudaMemcpyKind kind) {
  return change<CopyWork>(node, to_symbol(symbol, source, count, offset, kind));
}

cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node,
                                                   void* to, const void* symbol,
                                                   size_t count, size_t offset,
                                                   cudaMemcpyKind kind) {
  return change<CopyWork>(node, from_symbol(to, symbol, count, offset, kind));
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* made, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies,
                                   size_t count,
                                   const cudaMemsetParams* parameters) {
  return add(made, graph, dependencies, count, from(parameters));
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node,
                                         cudaMemsetParams* parameters) {
  return read<FillWork>(
      node, parameters,
      [](const Node&, const FillWork& work) { return work.parameters; });
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node,
                                         const cudaMemsetParams* parameters) {
  return change<FillWork>(node, from(parameters));
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* made, cudaGraph_t graph,
                                 const cudaGraphNode_t* dependencies,
                                 size_t count,
                                 const cudaHostNodeParams* parameters) {
  return add(made, graph, dependencies, count, from(parameters));
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node,
                                       cudaHostNodeParams* parameters) {
  return read<HostWork>(node, parameters,
                        [](const Node&, const HostWork& work) {
                          return cudaHostNodeParams{work.function, work.data};
                        });
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node,
                                       const cudaHostNodeParams* parameters) {
  return change<HostWork>(node, from(parameters));
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* made, cudaGraph_t graph,
                                       const cudaGraphNode_t* dependencies,
                                       size_t count, cudaGraph_t child) {
  return add(made, graph, dependencies, count,
             [=](State& s, Work& work) { return make_child(s, child, work); });
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node,
                                            cudaGraph_t* child) {
  return read<ChildWork>(node, child, [](const Node&, const ChildWork& work) {
    return work.graph->handle();
  });
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* made, cudaGraph_t graph,
                                  const cudaGraphNode_t* dependencies,
                                  size_t count) {
  return add(made, graph, dependencies, count,
             [](State&, Work&) { return cudaSuccess; });
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* made,
                                        cudaGraph_t graph,
                                        const cudaGraphNode_t* dependencies,
                                        size_t count, cudaEvent_t event) {
  return add(made, graph, dependencies, count,
             [=](State& s, Work& work) { return make_record(s, event, work); });
}

cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node,
                                             cudaEvent_t* event) {
  return read<RecordWork>(node, event, [](const Node&, const RecordWork& work) {
    return work.event;
  });
}

cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node,
                                             cudaEvent_t event) {
  return change<RecordWork>(
      node, [=](State& s, Work& work) { return make_record(s, event, work); });
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* made, cudaGraph_t graph,
                                      const cudaGraphNode_t* dependencies,
                                      size_t count, cudaEvent_t event) {
  return add(made, graph, dependencies, count,
             [=](State& s, Work& work) { return make_wait(s, event, work); });
}

cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node,
                                           cudaEvent_t* event) {
  return read<WaitWork>(node, event, [](const Node&, const WaitWork& work) {
    return work.event;
  });
}

cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node,
                                           cudaEvent_t event) {
  return change<WaitWork>(
      node, [=](State& s, Work& work) { return make_wait(s, event, work); });
}

}  // extern "C"
