// SPDX-License-Identifier: MIT
// Conditional nodes: if, while and switch over graphs of their own.
#include <memory>

#include "simt/cudart/graph_call.h"

namespace simt::cudart {
namespace {

bool size_fits(const cudaConditionalNodeParams& parameters) {
  switch (parameters.type) {
    case cudaGraphCondTypeIf:
      return parameters.size == 1 || parameters.size == 2;
    case cudaGraphCondTypeWhile:
      return parameters.size == 1;
    case cudaGraphCondTypeSwitch:
      return parameters.size > 0;
  }
  return false;
}

}  // namespace

cudaError_t make_conditional(State& s, cudaConditionalNodeParams& parameters,
                             Work& work) {
  if (!s.conditions.contains(parameters.handle) || !size_fits(parameters)) {
    return cudaErrorInvalidValue;
  }
  ConditionalWork made;
  made.condition = parameters.handle;
  made.type = parameters.type;
  made.handles = std::make_shared<std::vector<cudaGraph_t>>();
  for (unsigned i = 0; i < parameters.size; ++i) {
    made.bodies.push_back(std::make_shared<Graph>(s.graphs));
    made.handles->push_back(s.graphs.lend(made.bodies.back()));
  }
  parameters.phGraph_out = made.handles->data();
  work = std::move(made);
  return cudaSuccess;
}

}  // namespace simt::cudart

using namespace simt::cudart;

extern "C" {

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle* handle,
                                             cudaGraph_t graph,
                                             unsigned initial, unsigned flags) {
  return with_graph(graph, [&](State& s, Graph&) {
    if (!handle || (flags & ~unsigned{cudaGraphCondAssignDefault})) {
      return cudaErrorInvalidValue;
    }
    *handle = s.handles.fresh();
    s.conditions[*handle] = {0, flags == cudaGraphCondAssignDefault, initial};
    return cudaSuccess;
  });
}

}  // extern "C"
