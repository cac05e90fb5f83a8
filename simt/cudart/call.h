// SPDX-License-Identifier: MIT
// The way into every API call: answers at once when an earlier launch failed or
// a fault is injected, and notes the error that the call returns.
#pragma once

#include "simt/context/entry.h"
#include "simt/cudart/faults.h"
#include "simt/launch/print_out.h"
#include "simt/launch/work_run.h"

namespace simt::cudart {

/// Why the call may not start. What a launch that failed has printed comes out
/// with the failure.
inline cudaError_t refusal_of(Entry& entry) {
  const cudaError_t refusal = entry.refusal(true);
  const bool failed = refusal != cudaSuccess && refusal == entry.state().sticky;
  if (failed) print_out_all(entry.state());
  return refusal;
}

/// Runs all that waits in streams. Why the call may not start.
inline cudaError_t refusal_after_work(Entry& entry) {
  const cudaError_t refusal = refusal_of(entry);
  if (refusal != cudaSuccess) return refusal;
  finish_all(entry.state());
  return refusal_of(entry);
}

/// An ordinary call: `body(State&)` runs when all work is done, unless an
/// earlier launch failed.
template <class Body>
cudaError_t call(Body body) {
  Entry entry;
  cudaError_t refusal = refusal_after_work(entry);
  if (refusal == cudaSuccess) refusal = injected_fault(entry.state());
  if (refusal != cudaSuccess) return Entry::leave(refusal);
  return Entry::leave(body(entry.state()));
}

/// A call that does not touch what waits in streams, or sees to it by itself.
template <class Body>
cudaError_t call_beside_work(Body body) {
  Entry entry;
  cudaError_t refusal = refusal_of(entry);
  if (refusal == cudaSuccess) refusal = injected_fault(entry.state());
  if (refusal != cudaSuccess) return Entry::leave(refusal);
  return Entry::leave(body(entry.state()));
}

/// A call that asks: "not ready" is its answer, and does not become the
/// thread's last error (seen on an H200, driver 580.159.04, 2026-11-23).
template <class Body>
cudaError_t ask_beside_work(Body body) {
  bool waits = false;
  const cudaError_t error = call_beside_work([&](State& s) {
    const cudaError_t answer = body(s);
    waits = answer == cudaErrorNotReady;
    return waits ? cudaSuccess : answer;
  });
  return waits ? cudaErrorNotReady : error;
}

/// A call that runs also where an earlier launch failed (State::sticky).
template <class Body>
cudaError_t call_on_lost(Body body) {
  Entry entry;
  const cudaError_t refusal = refusal_after_work(entry);
  if (refusal != entry.state().sticky) return Entry::leave(refusal);
  return Entry::leave(body(entry.state()));
}

/// A call that only queues work: an earlier launch's failure is not known
/// to it yet, as on a GPU.
template <class Body>
cudaError_t queue(Body body) {
  Entry entry;
  cudaError_t refusal = entry.refusal(false);
  if (refusal == cudaSuccess) refusal = injected_fault(entry.state());
  if (refusal != cudaSuccess) return Entry::leave(refusal);
  return Entry::leave(body(entry.state()));
}

/// A call that needs no device: it works whatever happened before.
template <class Body>
cudaError_t query(Body body) {
  Entry entry;
  return Entry::leave(body(entry.state()));
}

/// Ends a call whose work went to the default stream: when `done` is a success
/// the host waits for it.
cudaError_t and_wait(cudaError_t done);

}  // namespace simt::cudart
