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

class Clock;
class Graph;
struct KernelEntry;
struct Ordered;
struct State;
struct Stream;

struct EmptyWork {};

struct KernelWork {
  const void* function = nullptr;  // the host's stub
  KernelEntry* kernel = nullptr;
  int device = 0;
  dim3 grid, block;
  size_t shared = 0;  // dynamic, bytes
  bool cooperative = false;
  std::vector<std::byte> arguments;  // as the kernel's parameters lie
  // Inside a graph: which launch of a graph, from 1 (0: none).
  int graph_run = 0;
  std::string graph_node;  // "node 2 of graph #1"
};

struct CopyWork {
  const char* call = "";  // for diagnostics
  cudaMemcpy3DParms parameters{};
};

struct FillWork {
  const char* call = "";
  cudaMemsetParams parameters{};
};

struct HostWork {
  cudaHostFn_t function = nullptr;
  void* data = nullptr;
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

using Work = std::variant<EmptyWork, KernelWork, CopyWork, FillWork, HostWork,
                          ChildWork, RecordWork, WaitWork>;

/// A copy of `count` bytes as a node keeps it.
CopyWork flat_copy(const char* call, void* to, const void* from, size_t count,
                   cudaMemcpyKind kind);

/// What is wrong with it, without doing it.
cudaError_t check(State& s, const CopyWork& work);
cudaError_t check(State& s, const FillWork& work);

/// Does it now, after all that `clock` holds; `chain` is where a launch goes.
/// Not for host functions, which run outside the lock, and child graphs.
cudaError_t run_work(State& s, const Work& work, Clock& clock, int chain);

/// Gives it to a stream: runs it, or notes it where the stream is captured.
cudaError_t submit(State& s, cudaStream_t stream, Work work);

/// The host waits for the stream.
cudaError_t host_waits(State& s, cudaStream_t stream);

/// Ends a call whose work went to the default stream: when `done` is a success
/// the host waits for it.
cudaError_t and_wait(cudaError_t done);

/// The stream's clock, brought up to what work that is issued now comes after.
Clock& clock_of(State& s, Stream& stream);

}  // namespace simt::cudart
