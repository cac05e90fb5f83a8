// SPDX-License-Identifier: MIT
// The way into every API call: takes the lock, answers at once when an
// earlier launch failed, and keeps the thread's last error.
#pragma once

#include <mutex>

#include "simt/context/state.h"

namespace simt::cudart {

/// One stay inside the library. While any exists, a signal that asks the
/// program to end waits for it (see signals.h).
class Entry {
 public:
  Entry();
  ~Entry();
  Entry(const Entry&) = delete;
  Entry& operator=(const Entry&) = delete;

  State& state() { return state_; }
  /// Why the call may not start: a forked child, a host callback, or a
  /// launch that failed. `reveals`: the call waits for the device.
  cudaError_t refusal(bool reveals);
  /// Remembers a failure as the thread's last error and passes it on.
  static cudaError_t leave(cudaError_t error);

 private:
  State& state_;
  std::unique_lock<std::recursive_mutex> lock_;
};

/// An ordinary call: `body(State&)` runs unless an earlier launch failed.
template <class Body>
cudaError_t call(Body body) {
  Entry entry;
  const cudaError_t refusal = entry.refusal(true);
  if (refusal != cudaSuccess) return Entry::leave(refusal);
  return Entry::leave(body(entry.state()));
}

/// A call that runs also where an earlier launch failed (State::sticky).
template <class Body>
cudaError_t call_on_lost(Body body) {
  Entry entry;
  const cudaError_t refusal = entry.refusal(true);
  if (refusal != entry.state().sticky) return Entry::leave(refusal);
  return Entry::leave(body(entry.state()));
}

/// A call that only queues work: an earlier launch's failure is not known
/// to it yet, as on a GPU.
template <class Body>
cudaError_t queue(Body body) {
  Entry entry;
  const cudaError_t refusal = entry.refusal(false);
  if (refusal != cudaSuccess) return Entry::leave(refusal);
  return Entry::leave(body(entry.state()));
}

/// A call that needs no device: it works whatever happened before.
template <class Body>
cudaError_t query(Body body) {
  Entry entry;
  return Entry::leave(body(entry.state()));
}

/// The thread's device (cudaSetDevice); the next Entry obeys it.
int& thread_device();

/// The thread's last error (cudaGetLastError).
cudaError_t& last_error();

/// While one lives, calls of this thread return cudaErrorNotPermitted: the
/// rule for host functions that a stream calls.
class HostFunctionScope {
 public:
  HostFunctionScope();
  ~HostFunctionScope();
};

/// In a child after fork the device is gone (cudaErrorInitializationError).
void mark_forked_child();
bool forked_child();

}  // namespace simt::cudart
