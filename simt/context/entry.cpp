// SPDX-License-Identifier: MIT
// Last error, failed launches and the lock; no call of the API itself.
#include "simt/context/entry.h"

#include <atomic>

#include "simt/context/contexts.h"
#include "simt/context/host_calls.h"
#include "simt/context/host_thread.h"
#include "simt/context/work_words.h"

namespace simt::cudart {
namespace {

thread_local cudaError_t thread_error = cudaSuccess;
thread_local int host_functions = 0;
thread_local bool is_own_thread = false;
thread_local int chosen_device = 0;
std::atomic<uint64_t> entries{0}, exits{0};
bool is_forked_child = false;
std::atomic<bool> is_in_use{false};
void (*entry_begins)() = [] {};
void (*entry_ends)() = [] {};

/// The thread has the lock now.
void come_in(State& s, int device) {
  s.watch.enter(!is_own_thread);
  if (!is_own_thread) tell_host_races(s);  // its place is not the program's
  s.current = device;
  s.memory.use(device);
  s.streams.use(device);
  s.streams.serve(host_thread());
  for (const int thread : take_ended_threads()) s.streams.leave(thread);
}

}  // namespace

Entry::Entry(bool registers) : state_(cudart::state()) {
  ++entries;
  call_begins();
  entry_begins();  // before the lock: a signal must not find it taken
  lock_ = std::unique_lock(state_.mutex);
  if (!registers) is_in_use = true;
  come_in(state_, chosen_device);
}

Entry::~Entry() {
  state_.watch.leave(state_.queue.empty());
  lock_.unlock();
  entry_ends();
  ++exits;
}

std::optional<uint64_t> quiet_entries() {
  const uint64_t left = exits;
  if (left != entries) return std::nullopt;
  return left;
}

cudaError_t Entry::refusal(bool reveals) {
  if (is_forked_child) return cudaErrorInitializationError;
  if (!in_driver_call()) runtime_in_use() = true;
  if (host_functions > 0) return cudaErrorNotPermitted;
  if (reveals && state_.pending != cudaSuccess) state_.sticky = state_.pending;
  return state_.sticky;
}

cudaError_t Entry::leave(cudaError_t error) {
  if (error == cudaSuccess) {
    cudart::state().handles.take_missed();
    return error;
  }
  explain_stale_handle(cudart::state(), error);
  // The driver's calls have no last error; who compares their results cannot be
  // seen.
  if (in_driver_call()) return error;
  thread_error = error;
  // A failed kernel, like all that is told, has a finding of its own; "not
  // ready" is an answer.
  const bool known = error == cudart::state().sticky;
  if (!known && error != cudaErrorNotReady) call_failed(error);
  return error;
}

Pause::Pause(State& state) : state_(state), device_(state.current) {
  state_.watch.leave(state_.queue.empty());
  state_.mutex.unlock();
  entry_ends();
}

Pause::~Pause() {
  entry_begins();
  state_.mutex.lock();
  come_in(state_, device_);
}

int& thread_device() { return chosen_device; }

cudaError_t& last_error() { return thread_error; }

HostFunctionScope::HostFunctionScope() { ++host_functions; }
HostFunctionScope::~HostFunctionScope() { --host_functions; }

void watch_entries(void (*begin)(), void (*end)()) {
  entry_begins = begin;
  entry_ends = end;
}

void mark_own_thread() { is_own_thread = true; }
bool on_own_thread() { return is_own_thread; }

bool device_in_use() { return is_in_use; }
void use_device() { is_in_use = true; }
void mark_forked_child() { is_forked_child = true; }
bool forked_child() { return is_forked_child; }

}  // namespace simt::cudart
