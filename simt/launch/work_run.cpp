// SPDX-License-Identifier: MIT
// Under seed 0 all work runs at once. Under another one the queue takes what
// the host is not seen to watch: it may wait for a store without any call. What
// it watches unseen, through many pointers, begins when it is long quiet.
#include "simt/launch/work_run.h"

#include <chrono>
#include <optional>
#include <string>

#include "simt/context/caller.h"
#include "simt/context/entry.h"
#include "simt/launch/blocking.h"
#include "simt/launch/callback_thread.h"
#include "simt/launch/device_thread.h"
#include "simt/launch/enlist.h"
#include "simt/launch/interrupt.h"
#include "simt/launch/kernel_run.h"
#include "simt/launch/late_load.h"
#include "simt/launch/launch_wait.h"
#include "simt/launch/may_wait.h"
#include "simt/launch/print_out.h"
#include "simt/launch/transfer.h"
#include "simt/launch/work_scope.h"

namespace simt::cudart {
namespace {

constexpr std::chrono::milliseconds kPatience{1000};

/// What is wrong with it.
struct Examine {
  State& s;

  cudaError_t operator()(const CopyWork& work) { return check(s, work); }
  cudaError_t operator()(const FillWork& work) { return check(s, work); }
  cudaError_t operator()(const RecordWork& work) { return known(work.event); }
  cudaError_t operator()(const WaitWork& work) { return known(work.event); }
  cudaError_t operator()(const KernelWork&) { return cudaSuccess; }
  cudaError_t operator()(const EmptyWork&) { return cudaSuccess; }
  cudaError_t operator()(const AllocateWork&) { return cudaSuccess; }
  cudaError_t operator()(const ReleaseWork&) { return cudaSuccess; }
  cudaError_t operator()(const HostWork&) { return cudaSuccess; }
  cudaError_t operator()(const ChildWork&) { return cudaErrorUnknown; }
  cudaError_t operator()(const ConditionalWork&) { return cudaErrorUnknown; }

  cudaError_t known(cudaEvent_t event) {
    return s.events.find(event) ? cudaSuccess : cudaErrorInvalidResourceHandle;
  }
};

/// Keeps it as what a program may leave behind.
struct Keep {
  State& s;
  const Ticket& ticket;

  void operator()(const KernelWork& work) const {
    add(work.kernel, work.graph_run > 0 ? work.graph_node : "");
  }
  void operator()(const CopyWork&) const { add(nullptr, ""); }
  void operator()(const FillWork&) const { add(nullptr, ""); }
  template <class Other>
  void operator()(const Other&) const {}

  void add(const KernelEntry* kernel, const std::string& graph_node) const {
    s.unfinished.add({ticket.chain, ticket.number, kernel, graph_node, {}},
                     s.order.host());
  }
};

/// Does it. The program may have destroyed an event meanwhile.
struct Perform {
  State& s;
  const Ticket& ticket;

  /// None begins when the program ends; other threads of it may still launch.
  cudaError_t operator()(const KernelWork& work) {
    if (interrupted()) {
      s.pending = cudaErrorCudartUnloading;
      return cudaSuccess;
    }
    return run_kernel(s, work, ticket);
  }
  cudaError_t operator()(const CopyWork& work) {
    WorkFacts facts;
    facts.name = "memcpy";
    facts.graph_run = work.graph_run;
    facts.staged = may_arrive_late(s, work);
    facts.pageable = may_use_pageable_late(s, work);
    const WorkScope scope(s, std::move(facts), ticket);
    return transfer(s, work);
  }
  cudaError_t operator()(const FillWork& work) {
    const WorkScope scope(s, "memset", work.graph_run, ticket);
    return transfer(s, work);
  }
  cudaError_t operator()(const RecordWork& work) {
    Event* event = s.events.find(work.event);
    if (event) event->reached = std::chrono::steady_clock::now();
    return cudaSuccess;
  }
  cudaError_t operator()(const AllocateWork& work) {
    Allocation* memory = s.memory.reserved_at(work.pointer);
    if (!memory) return cudaErrorMemoryAllocation;
    // Of the launch before: cudaGraphInstantiateFlagAutoFreeOnLaunch.
    if (!memory->freed) s.memory.release(*memory);
    return s.memory.bring(*memory) ? cudaSuccess : cudaErrorMemoryAllocation;
  }
  cudaError_t operator()(const ReleaseWork& work) {
    Allocation* memory = s.memory.starting_at(work.pointer);
    if (!memory) return cudaErrorInvalidValue;
    note_use(s, ticket, *memory, "free", work.graph_run);
    s.memory.release(*memory);
    return cudaSuccess;
  }
  /// Begins it. It may tell any thread of the host that all before it is done;
  /// of its own end it cannot tell.
  cudaError_t operator()(const HostWork& work) {
    if (interrupted()) return cudaSuccess;
    s.order.host_waits(ticket.before());
    if (work.callback) print_out(s);
    s.watch.leave(s.queue.empty());  // it may touch what is done
    s.watch.enter(!on_own_thread());
    auto function = std::make_shared<HostFunction>();
    function->ticket = ticket;
    function->code = work.callback
                         ? reinterpret_cast<const void*>(work.callback)
                         : reinterpret_cast<const void*>(work.function);
    function->place = call_place();
    function->body = [work, status = s.pending] {
      if (work.callback) return work.callback(work.stream, status, work.data);
      work.function(work.data);
    };
    s.functions.add(function);
    run_on_callback_thread(std::move(function), finish_all);
    return cudaSuccess;
  }
  template <class Other>
  cudaError_t operator()(const Other&) {
    return cudaSuccess;
  }
};

/// After a failed launch a GPU drops what comes behind it, and only tells
/// callbacks so.
cudaError_t perform(State& s, const Work& work, const Ticket& ticket) {
  const auto* host = std::get_if<HostWork>(&work);
  const bool told = host && host->callback;
  if (s.pending != cudaSuccess && !told) return cudaSuccess;
  return std::visit(Perform{s, ticket}, work);
}

/// A host function that was begun may return soon.
void give_time(State& s, const Work& work) {
  if (std::holds_alternative<HostWork>(work)) wait_a_while(s);
}

void perform_late(State& s, const Queued& queued) {
  const ServedCall issued(queued.place, {});
  const cudaError_t error = perform(s, queued.work, queued.ticket);
  // Its memory was freed by work that nothing orders with it.
  if (error != cudaSuccess && s.pending == cudaSuccess) {
    s.pending = cudaErrorIllegalAddress;
  }
  s.handles.take_missed();  // the call that runs it did not name those
}

void run_later(State& s, const Queued& queued) {
  perform_late(s, queued);
  give_time(s, queued.work);
}

/// What may begin now.
std::optional<Queued> take(State& s) {
  return s.queue.take(s.under_way, s.functions);
}

/// Runs a piece of what can run now: more of a launch that the seed left, or
/// work that begins beside it. False: there is none.
bool run_some(State& s) {
  const bool paused = s.under_way.any_paused();
  if (!paused || s.under_way.others_first()) {
    if (const auto queued = take(s)) {
      run_later(s, *queued);
      return true;
    }
  }
  if (paused) go_on_paused(s);
  return paused;
}

/// No launch stays left when the call returns: the host's clock must not decide
/// how far it comes.
void end_pauses(State& s) {
  while (s.under_way.any_paused()) run_some(s);
}

/// Work goes on although the host calls nothing.
void watch(State& s) {
  const bool waits = s.under_way.any();
  if (waits || !s.queue.empty()) start_device_thread(finish_all, waits);
}

/// Whether the host had to wait for a host function that `needed` holds.
bool waited_for_function(State& s, const Clock& needed) {
  const uint64_t seen = returned_host_functions();
  if (!s.functions.before(needed)) return false;
  wait_in_call(s, seen);
  return true;
}

/// Work is in the queue behind a host function. Nobody else may ever come to
/// begin it; a later call may find memory of the program gone.
void wait_behind_function(State& s, const Work& work, const Ticket& ticket) {
  leave_host_functions_alone();
  if (touches_pageable(s, work)) {
    finish(s, ticket.clock);
  } else if (!s.functions.before(ticket.clock)) {
    finish_all(s);
  }
}

/// Whether work must wait for a launch that is under way, and may, or for a
/// host function.
bool must_wait(State& s, const Work& work, const Ticket& ticket) {
  if (s.functions.before(ticket.clock)) return true;
  if (!s.under_way.any()) return false;
  if (s.under_way.keeps_any(ticket.early) && !touches_pageable(s, work))
    return true;
  const auto* kernel = std::get_if<KernelWork>(&work);
  if (kernel && !s.under_way.has_room(kernel->device)) return true;
  if (kernel && kernel->loads &&
      s.under_way.issued_before(kernel->device, ticket.issued)) {
    return true;
  }
  const bool behind =
      s.under_way.before(ticket.clock) || s.queue.holds(ticket.clock);
  return behind && !touches_pageable(s, work);
}

}  // namespace

cudaError_t give(State& s, const Work& work, Clock& clock, Chain chain) {
  // Others may come in meanwhile: its place comes later.
  if (s.under_way.any() || s.functions.any()) finish_all(s);
  const cudaError_t error = std::visit(Examine{s}, work);
  if (error != cudaSuccess) return error;
  const auto ticket = enlist(s, work, clock, chain);
  if (!ticket) return cudaSuccess;
  std::visit(Keep{s, *ticket}, work);
  const bool late = s.options.schedule != 0 && may_wait(s, work);
  if (!late && !must_wait(s, work, *ticket)) {
    finish(s, ticket->clock);
    finish_early(s, ticket->early);
    const cudaError_t done = perform(s, work, *ticket);
    end_pauses(s);
    watch(s);
    give_time(s, work);
    return done;
  }
  const bool behind_function = s.functions.before(ticket->clock);
  s.queue.add({work, *ticket, call_place()});
  if (behind_function) wait_behind_function(s, work, *ticket);
  while (s.queue.overflows()) {
    const auto queued = take(s);
    if (!queued) break;
    run_later(s, *queued);
  }
  end_pauses(s);
  watch(s);
  return cudaSuccess;
}

void finish(State& s, const Clock& needed) {
  LaunchWait wait(s);
  while (true) {
    end_pauses(s);
    if (s.under_way.before(needed)) {
      wait.step(&needed);
      if (s.under_way.before(needed)) continue;
    } else {
      go_on(s);
      if (s.under_way.any_paused()) continue;
    }
    if (waited_for_function(s, needed)) continue;
    if (!s.queue.holds(needed)) break;
    if (const auto queued = take(s)) {
      run_later(s, *queued);
    } else {
      wait.step(nullptr);  // there is no room for it
    }
  }
  watch(s);
}

void finish_early(State& s, const std::vector<Early>& needed) {
  LaunchWait wait(s);
  for (const Early& early : needed) {
    Clock end;
    end.reach(early.chain, early.number);
    while (s.queue.has(early) || s.under_way.keeps(early)) {
      end_pauses(s);
      if (waited_for_function(s, end)) continue;
      if (s.under_way.keeps(early)) {
        wait.step(&end);
      } else if (const auto queued = take(s)) {
        run_later(s, *queued);
      } else {
        wait.step(nullptr);
      }
    }
  }
  watch(s);
}

void finish_all(State& s) {
  go_on(s);
  while (run_some(s)) {
  }
  watch(s);
}

cudaError_t reveal(State& s) {
  if (s.pending != cudaSuccess) s.sticky = s.pending;
  if (s.sticky != cudaSuccess) print_out_all(s);
  return s.sticky;
}

void wait_for_all(State& s) {
  LaunchWait wait(s);
  while (true) {
    const uint64_t seen = returned_host_functions();
    finish_all(s);
    if (s.under_way.any()) {
      wait.step(nullptr);
    } else if (s.functions.any()) {
      wait_in_call(s, seen);
    } else if (returned_host_functions() == seen) {
      return;  // else one returned after finish_all(), and more may follow
    }
  }
}

void finish_at_end(State& s) {
  using std::chrono::steady_clock;
  const auto end = steady_clock::now() + kPatience;
  while (true) {
    const uint64_t seen = returned_host_functions();
    finish_all(s);
    if (on_callback_thread() || steady_clock::now() >= end) break;
    if (s.functions.any()) {
      wait_for_host_function(s, seen, end);
    } else if (returned_host_functions() == seen) {
      break;
    }
  }
  for (int times = 0; s.under_way.any(); ++times) {
    const bool helped = s.under_way.any_sees_change() || load_late(s) ||
                        (times < kMostTimes && pass_time(s));
    if (!helped) {
      go_on_alone(s, s.under_way.first(nullptr), "the program has ended");
    }
    finish_all(s);
  }
}

}  // namespace simt::cudart
