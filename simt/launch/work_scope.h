// SPDX-License-Identifier: MIT
// While a piece of work runs: what it touches goes into the ledger of works,
// and what clashes is reported at its end.
#pragma once

#include <memory>

#include "simt/context/state.h"
#include "simt/stream/order.h"

namespace simt::cudart {

class WorkScope {
 public:
  /// For a copy or a fill, of which `kind` is the name; `graph_run` is that of
  /// a launch of a graph, from 1, or 0.
  WorkScope(State& s, const char* kind, int graph_run, const Ticket& ticket);
  /// For a kernel, of which `launch` is the index and `session` hears.
  WorkScope(State& s, checks::Session& session, const program::Kernel& kernel,
            int launch, int graph_run, const Ticket& ticket);
  /// For a call that is no transfer; fills in what `facts` leaves open.
  WorkScope(State& s, WorkFacts facts, const Ticket& ticket);
  ~WorkScope();
  WorkScope(const WorkScope&) = delete;
  WorkScope& operator=(const WorkScope&) = delete;

 private:
  void begin(WorkFacts facts, const Ticket& ticket);

  State& state_;
  checks::Session* session_ = nullptr;  // of a kernel
  bool noted_ = false;
  std::unique_ptr<Observer> touches_;  // of a kernel
};

/// The memory comes into being in the stream, or ends there: for others that
/// touch it that is a write. `does`: "allocate", "free"; `graph_run` as above.
void note_use(State& s, const Ticket& ticket, const Allocation& memory,
              const char* does, int graph_run = 0);
/// The host gives the memory back, and waits for nothing.
void note_free_by_host(State& s, const Allocation& memory);

/// Whether the program can begin work beside that of the chain, since it has
/// another stream. False inside a graph.
bool others_may_begin(State& s, Chain chain);

}  // namespace simt::cudart
