// SPDX-License-Identifier: MIT
// A piece of work: what a stream runs, and what a node of a graph holds. It
// keeps copies of all that the call was given.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "simt/stream/cuda.h"

namespace simt::cudart {

class Graph;
struct KernelEntry;  // simt/context/modules.h; a node only holds it

struct EmptyWork {};

/// An event that a launch records before its kernel ends.
struct LaunchEvent {
  cudaEvent_t event = nullptr;
  cudaGraphEdgeData edge{};  // to what waits for it
};

/// Whether what an edge leads to begins before the end of what it leads from.
inline bool is_early(const cudaGraphEdgeData& edge) {
  return edge.from_port != cudaGraphKernelNodePortDefault;
}
/// Whether it begins when all blocks have begun.
inline bool is_at_start(const cudaGraphEdgeData& edge) {
  return edge.from_port == cudaGraphKernelNodePortLaunchCompletion;
}
/// Whether griddepcontrol.wait waits for that end.
inline bool is_visible(const cudaGraphEdgeData& edge) {
  return edge.type == cudaGraphDependencyTypeProgrammatic;
}

struct KernelWork {
  const void* function = nullptr;  // the host's stub
  KernelEntry* kernel = nullptr;
  int device = 0;
  dim3 grid, block;
  size_t shared = 0;  // dynamic, bytes
  bool cooperative = false;
  dim3 cluster;                   // blocks of each
  bool explicit_cluster = false;  // somebody gave its size
  bool programmatic = false;  // may begin before the kernel before it has ended
  bool can_wait = false;      // for such kernels: griddepcontrol.wait is there
  /// Kernels that may wait for its end may begin when all its blocks have.
  bool lets_at_start = false;
  std::vector<LaunchEvent> events;
  bool loads = false;  // its kernel was never used before this launch
  std::vector<std::byte> arguments;  // as the kernel's parameters lie
  // Inside a graph: which launch of a graph, from 1 (0: none).
  int graph_run = 0;
  std::string graph_node;  // "node 2 of graph #1"
};

struct CopyWork {
  const char* call = "";  // for diagnostics
  cudaMemcpy3DParms parameters{};
  bool synchronous = false;  // asked for by a call without a stream
  int graph_run = 0;         // as of a kernel
};

struct FillWork {
  const char* call = "";
  cudaMemsetParams parameters{};
  bool synchronous = false;
  int graph_run = 0;
};

struct HostWork {
  cudaHostFn_t function = nullptr;
  void* data = nullptr;
  // Instead of `function`, from cudaStreamAddCallback, and what it is given.
  cudaStreamCallback_t callback = nullptr;
  cudaStream_t stream = nullptr;
};

struct ChildWork {
  std::shared_ptr<Graph> graph;
};

struct RecordWork {
  cudaEvent_t event = nullptr;
};

struct WaitWork {
  cudaEvent_t event = nullptr;
};

/// Memory of a graph comes and goes; cudaFreeAsync ends that of a pool, too.
struct AllocateWork {
  void* pointer = nullptr;
  size_t bytes = 0;
};

struct ReleaseWork {
  void* pointer = nullptr;
  int graph_run = 0;  // as of a kernel
};

/// Graphs that run as often as a condition says.
struct ConditionalWork {
  cudaGraphConditionalHandle condition = 0;
  cudaGraphConditionalNodeType type = cudaGraphCondTypeIf;
  std::vector<std::shared_ptr<Graph>> bodies;
  std::shared_ptr<std::vector<cudaGraph_t>> handles;  // of the bodies
  std::string graph_node;                             // as of a kernel
};

using Work = std::variant<EmptyWork, KernelWork, CopyWork, FillWork, HostWork,
                          ChildWork, RecordWork, WaitWork, AllocateWork,
                          ReleaseWork, ConditionalWork>;

/// A copy of `count` bytes as a node keeps it.
CopyWork flat_copy(const char* call, void* to, const void* from, size_t count,
                   cudaMemcpyKind kind);

}  // namespace simt::cudart
