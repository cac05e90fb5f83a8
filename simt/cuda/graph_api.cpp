// SPDX-License-Identifier: MIT
// Graphs; their handles are those of the runtime.
#include <vector>

#include "simt/cuda/row.h"

namespace simt::cuda {
namespace {

cudaKernelNodeParams kernel_of(const CUDA_KERNEL_NODE_PARAMS& given) {
  cudaKernelNodeParams p{};
  p.func = given.kern ? static_cast<void*>(given.kern)
                      : static_cast<void*>(given.func);
  p.gridDim = {given.gridDimX, given.gridDimY, given.gridDimZ};
  p.blockDim = {given.blockDimX, given.blockDimY, given.blockDimZ};
  p.sharedMemBytes = given.sharedMemBytes;
  p.kernelParams = given.kernelParams;
  p.extra = given.extra;
  return p;
}

cudaMemsetParams fill_of(const CUDA_MEMSET_NODE_PARAMS& given) {
  return {pointer_of(given.dst), given.pitch, given.value,
          given.elementSize,     given.width, given.height};
}

}  // namespace
}  // namespace simt::cuda

using namespace simt;
using namespace simt::cuda;

extern "C" {

CUresult cuGraphCreate(CUgraph* graph, unsigned flags) {
  return row("cuGraphCreate", [&] { return cudaGraphCreate(graph, flags); });
}

CUresult cuGraphDestroy(CUgraph graph) {
  return row("cuGraphDestroy", [&] { return cudaGraphDestroy(graph); });
}

CUresult cuGraphClone(CUgraph* clone, CUgraph graph) {
  return row("cuGraphClone", [&] { return cudaGraphClone(clone, graph); });
}

CUresult cuGraphAddEmptyNode(CUgraphNode* node, CUgraph graph,
                             const CUgraphNode* after, size_t count) {
  return row("cuGraphAddEmptyNode",
             [&] { return cudaGraphAddEmptyNode(node, graph, after, count); });
}

CUresult cuGraphAddKernelNode(CUgraphNode* node, CUgraph graph,
                              const CUgraphNode* after, size_t count,
                              const CUDA_KERNEL_NODE_PARAMS* given) {
  return row("cuGraphAddKernelNode", [&] {
    if (!given) return cudaErrorInvalidValue;
    const cudaKernelNodeParams p = kernel_of(*given);
    return cudaGraphAddKernelNode(node, graph, after, count, &p);
  });
}

CUresult cuGraphExecKernelNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                        const CUDA_KERNEL_NODE_PARAMS* given) {
  return row("cuGraphExecKernelNodeSetParams", [&] {
    if (!given) return cudaErrorInvalidValue;
    const cudaKernelNodeParams p = kernel_of(*given);
    return cudaGraphExecKernelNodeSetParams(exec, node, &p);
  });
}

CUresult cuGraphAddMemsetNode(CUgraphNode* node, CUgraph graph,
                              const CUgraphNode* after, size_t count,
                              const CUDA_MEMSET_NODE_PARAMS* given, CUcontext) {
  return row("cuGraphAddMemsetNode", [&] {
    if (!given) return cudaErrorInvalidValue;
    const cudaMemsetParams p = fill_of(*given);
    return cudaGraphAddMemsetNode(node, graph, after, count, &p);
  });
}

CUresult cuGraphAddHostNode(CUgraphNode* node, CUgraph graph,
                            const CUgraphNode* after, size_t count,
                            const CUDA_HOST_NODE_PARAMS* given) {
  return row("cuGraphAddHostNode", [&] {
    if (!given) return cudaErrorInvalidValue;
    const cudaHostNodeParams p{given->fn, given->userData};
    return cudaGraphAddHostNode(node, graph, after, count, &p);
  });
}

CUresult cuGraphAddChildGraphNode(CUgraphNode* node, CUgraph graph,
                                  const CUgraphNode* after, size_t count,
                                  CUgraph child) {
  return row("cuGraphAddChildGraphNode", [&] {
    return cudaGraphAddChildGraphNode(node, graph, after, count, child);
  });
}

CUresult cuGraphAddEventRecordNode(CUgraphNode* node, CUgraph graph,
                                   const CUgraphNode* after, size_t count,
                                   CUevent event) {
  return row("cuGraphAddEventRecordNode", [&] {
    return cudaGraphAddEventRecordNode(node, graph, after, count, event);
  });
}

CUresult cuGraphAddEventWaitNode(CUgraphNode* node, CUgraph graph,
                                 const CUgraphNode* after, size_t count,
                                 CUevent event) {
  return row("cuGraphAddEventWaitNode", [&] {
    return cudaGraphAddEventWaitNode(node, graph, after, count, event);
  });
}

CUresult cuGraphNodeGetType(CUgraphNode node, CUgraphNodeType* type) {
  return row("cuGraphNodeGetType", [&] {
    return cudaGraphNodeGetType(node,
                                reinterpret_cast<cudaGraphNodeType*>(type));
  });
}

CUresult cuGraphGetNodes(CUgraph graph, CUgraphNode* nodes, size_t* count) {
  return row("cuGraphGetNodes",
             [&] { return cudaGraphGetNodes(graph, nodes, count); });
}

CUresult cuGraphGetRootNodes(CUgraph graph, CUgraphNode* nodes, size_t* count) {
  return row("cuGraphGetRootNodes",
             [&] { return cudaGraphGetRootNodes(graph, nodes, count); });
}

CUresult cuGraphDestroyNode(CUgraphNode node) {
  return row("cuGraphDestroyNode", [&] { return cudaGraphDestroyNode(node); });
}

CUresult cuGraphInstantiateWithFlags(CUgraphExec* exec, CUgraph graph,
                                     unsigned long long flags) {
  return row("cuGraphInstantiateWithFlags",
             [&] { return cudaGraphInstantiateWithFlags(exec, graph, flags); });
}

CUresult cuGraphInstantiateWithParams(CUgraphExec* exec, CUgraph graph,
                                      CUDA_GRAPH_INSTANTIATE_PARAMS* given) {
  return row("cuGraphInstantiateWithParams", [&] {
    static_assert(sizeof(CUDA_GRAPH_INSTANTIATE_PARAMS) ==
                  sizeof(cudaGraphInstantiateParams));
    return cudaGraphInstantiateWithParams(
        exec, graph, reinterpret_cast<cudaGraphInstantiateParams*>(given));
  });
}

CUresult cuGraphUpload(CUgraphExec exec, CUstream stream) {
  return row("cuGraphUpload", [&] { return cudaGraphUpload(exec, stream); });
}

CUresult cuGraphLaunch(CUgraphExec exec, CUstream stream) {
  return row("cuGraphLaunch", [&] { return cudaGraphLaunch(exec, stream); });
}

CUresult cuGraphExecDestroy(CUgraphExec exec) {
  return row("cuGraphExecDestroy", [&] { return cudaGraphExecDestroy(exec); });
}

CUresult cuGraphExecUpdate(CUgraphExec exec, CUgraph graph,
                           CUgraphExecUpdateResultInfo* info) {
  return row("cuGraphExecUpdate", [&] {
    static_assert(sizeof(CUgraphExecUpdateResultInfo) ==
                  sizeof(cudaGraphExecUpdateResultInfo));
    return cudaGraphExecUpdate(
        exec, graph, reinterpret_cast<cudaGraphExecUpdateResultInfo*>(info));
  });
}

CUresult cuGraphNodeSetEnabled(CUgraphExec exec, CUgraphNode node,
                               unsigned enabled) {
  return row("cuGraphNodeSetEnabled",
             [&] { return cudaGraphNodeSetEnabled(exec, node, enabled); });
}

CUresult cuGraphNodeGetEnabled(CUgraphExec exec, CUgraphNode node,
                               unsigned* enabled) {
  return row("cuGraphNodeGetEnabled",
             [&] { return cudaGraphNodeGetEnabled(exec, node, enabled); });
}

}  // extern "C"
