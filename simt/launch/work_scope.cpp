// SPDX-License-Identifier: MIT
// A kernel is watched only where somebody can touch the same memory beside it:
// the host, or work of another stream.
#include "simt/launch/work_scope.h"

#include <string>
#include <utility>

#include "simt/checks/session.h"
#include "simt/context/caller.h"
#include "simt/context/work_words.h"
#include "simt/launch/kernel_touches.h"

namespace simt::cudart {
namespace {

/// The stream of the chain; null: a path of a graph.
const Stream* stream_of(State& s, Chain chain) {
  const Stream* found = nullptr;
  s.streams.each([&](const Stream& stream) {
    if (stream.chain == chain) found = &stream;
  });
  return found;
}

/// Whether no other work can run beside that of the stream. cudaFree of pool
/// memory can: it waits for nothing.
bool is_alone(State& s, const Stream* stream) {
  return stream && !s.pools.in_use() && s.devices.size() == 1 &&
         s.streams.alone(*stream);
}

void touch_all(State& s, const Allocation& memory) {
  Works& works = s.watch.works;
  if (works.wants(false)) works.touch(memory.begin, memory.end, true);
}

}  // namespace

WorkScope::WorkScope(State& s, const char* kind, int graph_run,
                     const Ticket& ticket)
    : state_(s) {
  WorkFacts facts;
  facts.name = kind;
  facts.graph_run = graph_run;
  begin(std::move(facts), ticket);
}

WorkScope::WorkScope(State& s, checks::Session& session,
                     const program::Kernel& kernel, int launch, int graph_run,
                     const Ticket& ticket)
    : state_(s), session_(&session) {
  WorkFacts facts;
  facts.kernel = &kernel;
  facts.launch = launch;
  facts.graph_run = graph_run;
  begin(std::move(facts), ticket);
}

WorkScope::WorkScope(State& s, WorkFacts facts, const Ticket& ticket)
    : state_(s) {
  begin(std::move(facts), ticket);
}

void WorkScope::begin(WorkFacts facts, const Ticket& ticket) {
  State& s = state_;
  if (!s.options.checks.on("race")) return;
  const Stream* stream = stream_of(s, ticket.chain);
  const bool alone = is_alone(s, stream) &&
                     !s.watch.works.open_beside(ticket.clock, ticket.chain);
  if (alone && !s.watch.anything_visible() && !facts.pageable) return;
  facts.place = call_place();
  if (facts.kernel) facts.name = short_name(facts.kernel->name);
  if (stream) {
    facts.stream = s.streams.name_of(*stream);
    facts.blocking = !(stream->flags & cudaStreamNonBlocking);
    facts.is_default = stream->legacy;
  }
  const program::Kernel* const kernel = facts.kernel;
  s.watch.works.begin(std::move(facts), ticket, !alone);
  noted_ = true;
  if (!kernel) return;
  auto touches =
      std::make_unique<KernelTouches>(s.watch.works, s.memory.device());
  session_->listen(*touches, checks::callbacks_of<KernelTouches>());
  touches_ = std::move(touches);
}

WorkScope::~WorkScope() {
  if (!noted_) return;
  if (touches_) session_->leave(*touches_);
  for (const Clash& clash : state_.watch.works.end()) {
    state_.session.add(describe(state_, clash));
  }
}

bool others_may_begin(State& s, Chain chain) {
  const Stream* const stream = stream_of(s, chain);
  return stream && !(s.devices.size() == 1 && s.streams.alone(*stream));
}

void note_use(State& s, const Ticket& ticket, const Allocation& memory,
              const char* does, int graph_run) {
  WorkFacts facts;
  facts.name = does;
  facts.graph_run = graph_run;
  facts.does = does;
  const WorkScope scope(s, std::move(facts), ticket);
  touch_all(s, memory);
}

void note_free_by_host(State& s, const Allocation& memory) {
  WorkFacts facts;
  facts.does = "free";
  facts.by_host = true;
  const WorkScope scope(s, std::move(facts), s.order.host_does());
  touch_all(s, memory);
}

}  // namespace simt::cudart
