// SPDX-License-Identifier: MIT
// Executable graphs: made, changed, launched.
#include <utility>

#include "simt/context/not_supported.h"
#include "simt/cudart/graph_call.h"
#include "simt/cudart/graph_memory.h"
#include "simt/cudart/symbols.h"
#include "simt/launch/graph_run.h"
#include "simt/launch/submit.h"
#include "simt/launch/work_run.h"
#include "simt/stream/capture.h"
#include "simt/stream/graph.h"
#include "simt/stream/graph_exec.h"
#include "simt/stream/work.h"

namespace simt::cudart {
namespace {

constexpr unsigned long long kFlags = cudaGraphInstantiateFlagAutoFreeOnLaunch |
                                      cudaGraphInstantiateFlagUpload |
                                      cudaGraphInstantiateFlagDeviceLaunch |
                                      cudaGraphInstantiateFlagUseNodePriority;

cudaError_t make(State& s, cudaGraphExec_t* made, cudaGraph_t handle,
                 unsigned long long flags, cudaGraphInstantiateResult* result) {
  *result = cudaGraphInstantiateError;
  Graph* graph = s.graphs.find(handle);
  if (!made || !graph || graph->captured || (flags & ~kFlags)) {
    return cudaErrorInvalidValue;
  }
  if (flags & cudaGraphInstantiateFlagDeviceLaunch) {
    return not_supported(s, "graphs that the device launches");
  }
  if (graph->is_single() && !graph->instance.expired()) {
    return cudaErrorNotSupported;
  }
  auto exec = instantiate(s.graphs, s.order, *graph, flags);
  if (!exec) {
    *result = cudaGraphInstantiateInvalidStructure;
    return cudaErrorInvalidValue;
  }
  graph->instance = exec;
  *made = s.graphs.keep(std::move(exec));
  *result = cudaGraphInstantiateSuccess;
  return cudaSuccess;
}

/// Replaces the work of `node`'s step by one of the same kind.
template <class Make>
cudaError_t change(cudaGraphExec_t handle, cudaGraphNode_t node, Make make) {
  return with_exec(handle, [&](State& s, GraphExec& exec) {
    const Node* found = s.graphs.find(node);
    Step* step = found ? exec.find(found) : nullptr;
    if (!step) return cudaErrorInvalidValue;
    Work work;
    const cudaError_t error = make(s, work);
    if (error != cudaSuccess) return error;
    if (work.index() != step->work.index()) return cudaErrorInvalidValue;
    replace(*step, std::move(work));
    return cudaSuccess;
  });
}

template <class Parameters>
cudaError_t change_to(cudaGraphExec_t handle, cudaGraphNode_t node,
                      const Parameters* parameters) {
  return change(handle, node, [&](State& s, Work& work) {
    return make_work(s, parameters, work);
  });
}

/// What can be switched off: kernels, copies and fills.
Step* switchable(State& s, GraphExec& exec, cudaGraphNode_t node) {
  const Node* found = s.graphs.find(node);
  Step* step = found ? exec.find(found) : nullptr;
  const bool known = step && (std::holds_alternative<KernelWork>(step->work) ||
                              std::holds_alternative<CopyWork>(step->work) ||
                              std::holds_alternative<FillWork>(step->work));
  return known ? step : nullptr;
}

/// Conditions that say so begin each launch with a value of their own.
void reset_conditions(State& s, const GraphExec& exec) {
  for (const Step& step : exec.steps) {
    const auto* work = std::get_if<ConditionalWork>(&step.work);
    if (!work) continue;
    finish(s, exec.launched);
    Condition& condition = s.conditions[work->condition];
    if (condition.resets) condition.value = condition.initial;
    for (const auto& body : step.bodies) reset_conditions(s, *body);
  }
}

/// Before a graph runs in a stream: the graph, and what comes before it.
cudaError_t begin(cudaGraphExec_t handle, cudaStream_t stream,
                  std::shared_ptr<GraphExec>& exec, Clock& start) {
  return queue([&](State& s) {
    exec = s.graphs.find(handle);
    Stream* found = s.streams.find(stream);
    if (!exec) return cudaErrorInvalidValue;
    if (!found) return cudaErrorInvalidResourceHandle;
    const cudaError_t error = forbid_waiting(s.streams, *found);
    if (error != cudaSuccess) return error;
    const bool frees = exec->flags & cudaGraphInstantiateFlagAutoFreeOnLaunch;
    if (!frees && has_unfreed_memory(s, *exec)) return cudaErrorInvalidValue;
    if (!has_room(s, *exec)) return cudaErrorMemoryAllocation;
    note_memory(s, *exec);
    start = clock_of(s, *found);
    start.join(exec->launched);
    reset_conditions(s, *exec);
    return cudaSuccess;
  });
}

cudaError_t end_launch(GraphExec& exec, cudaStream_t stream, cudaError_t error,
                       const Clock& end) {
  return queue([&](State& s) {
    exec.launched = end;
    Stream* found = s.streams.find(stream);
    if (found) found->clock.join(end);
    return error;
  });
}

}  // namespace
}  // namespace simt::cudart

using namespace simt::cudart;

extern "C" {

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* made, cudaGraph_t graph,
                                 unsigned long long flags) {
  return call([&](State& s) {
    cudaGraphInstantiateResult result{};
    return make(s, made, graph, flags, &result);
  });
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* made,
                                          cudaGraph_t graph,
                                          unsigned long long flags) {
  return cudaGraphInstantiate(made, graph, flags);
}

cudaError_t cudaGraphInstantiateWithParams(
    cudaGraphExec_t* made, cudaGraph_t graph,
    cudaGraphInstantiateParams* parameters) {
  return call([&](State& s) {
    if (!parameters) return cudaErrorInvalidValue;
    parameters->errNode_out = nullptr;
    return make(s, made, graph, parameters->flags, &parameters->result_out);
  });
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t handle,
                                  unsigned long long* flags) {
  return with_exec(handle, [&](State&, const GraphExec& exec) {
    if (!flags) return cudaErrorInvalidValue;
    *flags = exec.flags;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t handle) {
  return call([&](State& s) {
    const auto exec = s.graphs.find(handle);
    if (!exec) return cudaErrorInvalidValue;
    retire(s.order, *exec);
    s.graphs.destroy(handle);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphUpload(cudaGraphExec_t handle, cudaStream_t stream) {
  return with_exec(handle, [&](State& s, const GraphExec& exec) {
    if (!s.streams.find(stream)) return cudaErrorInvalidResourceHandle;
    return has_room(s, exec) ? cudaSuccess : cudaErrorMemoryAllocation;
  });
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t handle, cudaStream_t stream) {
  std::shared_ptr<GraphExec> exec;
  Clock start;
  const cudaError_t error = begin(handle, stream, exec, start);
  if (error != cudaSuccess) return error;
  Clock end = start;
  return end_launch(*exec, stream, run(*exec, start, end), end);
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t handle, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo* info) {
  return with_exec(handle, [&](State& s, GraphExec& exec) {
    const Graph* found = s.graphs.find(graph);
    if (!info) return cudaErrorInvalidValue;
    *info = {cudaGraphExecUpdateError, nullptr, nullptr};
    if (!found) return cudaErrorInvalidValue;
    const Node* failed = nullptr;
    info->result = update(exec, *found, &failed);
    info->errorNode = handle_of(const_cast<Node*>(failed));
    return info->result == cudaGraphExecUpdateSuccess
               ? cudaSuccess
               : cudaErrorGraphExecUpdateFailure;
  });
}

cudaError_t cudaGraphExecKernelNodeSetParams(
    cudaGraphExec_t exec, cudaGraphNode_t node,
    const cudaKernelNodeParams* parameters) {
  return change_to(exec, node, parameters);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(
    cudaGraphExec_t exec, cudaGraphNode_t node,
    const cudaMemcpy3DParms* parameters) {
  return change_to(exec, node, parameters);
}

cudaError_t cudaGraphExecMemsetNodeSetParams(
    cudaGraphExec_t exec, cudaGraphNode_t node,
    const cudaMemsetParams* parameters) {
  return change_to(exec, node, parameters);
}

cudaError_t cudaGraphExecHostNodeSetParams(
    cudaGraphExec_t exec, cudaGraphNode_t node,
    const cudaHostNodeParams* parameters) {
  return change_to(exec, node, parameters);
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t exec,
                                       cudaGraphNode_t node,
                                       cudaGraphNodeParams* parameters) {
  return change_to<cudaGraphNodeParams>(exec, node, parameters);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec,
                                               cudaGraphNode_t node, void* to,
                                               const void* from, size_t count,
                                               cudaMemcpyKind kind) {
  return change(exec, node, [&](State& s, Work& work) {
    return make_copy(s, to, from, count, kind, work);
  });
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(
    cudaGraphExec_t exec, cudaGraphNode_t node, const void* symbol,
    const void* from, size_t count, size_t offset, cudaMemcpyKind kind) {
  return change(exec, node, [&](State& s, Work& work) {
    void* to = nullptr;
    const cudaError_t error = inside_symbol(s, symbol, offset, count, &to);
    return error == cudaSuccess ? make_copy(s, to, from, count, kind, work)
                                : error;
  });
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(
    cudaGraphExec_t exec, cudaGraphNode_t node, void* to, const void* symbol,
    size_t count, size_t offset, cudaMemcpyKind kind) {
  return change(exec, node, [&](State& s, Work& work) {
    void* from = nullptr;
    const cudaError_t error = inside_symbol(s, symbol, offset, count, &from);
    return error == cudaSuccess ? make_copy(s, to, from, count, kind, work)
                                : error;
  });
}

cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t exec,
                                                 cudaGraphNode_t node,
                                                 cudaEvent_t event) {
  return change(exec, node, [&](State& s, Work& work) {
    return make_record(s, event, work);
  });
}

cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t exec,
                                               cudaGraphNode_t node,
                                               cudaEvent_t event) {
  return change(exec, node, [&](State& s, Work& work) {
    return make_wait(s, event, work);
  });
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t handle,
                                                 cudaGraphNode_t node,
                                                 cudaGraph_t child) {
  return with_exec(handle, [&](State& s, GraphExec& exec) {
    const Node* found = s.graphs.find(node);
    const Graph* graph = s.graphs.find(child);
    const bool done = found && graph && exec.find(found) &&
                      replace_child(exec, *found, *graph);
    return done ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t handle,
                                    cudaGraphNode_t node, unsigned enabled) {
  return with_exec(handle, [&](State& s, GraphExec& exec) {
    Step* step = switchable(s, exec, node);
    if (!step) return cudaErrorInvalidValue;
    step->enabled = enabled != 0;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t handle,
                                    cudaGraphNode_t node, unsigned* enabled) {
  return with_exec(handle, [&](State& s, GraphExec& exec) {
    const Step* step = switchable(s, exec, node);
    if (!step || !enabled) return cudaErrorInvalidValue;
    *enabled = step->enabled ? 1 : 0;
    return cudaSuccess;
  });
}

}  // extern "C"
