// SPDX-License-Identifier: MIT
// Runs each kind of work, or notes it in a capture.
#include "simt/launch/submit.h"

#include <chrono>
#include <utility>

#include "simt/context/host_calls.h"
#include "simt/launch/kernel_run.h"
#include "simt/launch/transfer.h"
#include "simt/stream/capture.h"

namespace simt::cudart {
namespace {

/// Does one kind of work.
struct Runner {
  State& s;
  Clock& clock;
  Chain chain;

  cudaError_t operator()(const EmptyWork&) { return cudaSuccess; }
  cudaError_t operator()(const KernelWork& work) {
    return run_kernel(s, work, clock, chain);
  }
  cudaError_t operator()(const CopyWork& work) { return transfer(s, work); }
  cudaError_t operator()(const FillWork& work) { return transfer(s, work); }
  cudaError_t operator()(const RecordWork& work) {
    Event* event = s.events.find(work.event);
    if (!event) return cudaErrorInvalidResourceHandle;
    event->recorded = std::chrono::steady_clock::now();
    event->clock = clock;
    event->point = {};
    event->captured = false;
    return cudaSuccess;
  }
  cudaError_t operator()(const WaitWork& work) {
    const Event* event = s.events.find(work.event);
    if (!event) return cudaErrorInvalidResourceHandle;
    clock.join(event->clock);
    return cudaSuccess;
  }
  // Host functions and child graphs are no business of this function.
  cudaError_t operator()(const HostWork&) { return cudaErrorUnknown; }
  cudaError_t operator()(const ChildWork&) { return cudaErrorUnknown; }
};

}  // namespace

Clock& clock_of(State& s, Stream& stream) {
  s.streams.follow_default(stream);
  stream.clock.join(s.order.host());
  if (s.devices.size() == 1 && s.streams.alone(stream)) {
    s.order.settle(stream.clock);
  }
  return stream.clock;
}

cudaError_t run_work(State& s, const Work& work, Clock& clock, int chain) {
  return std::visit(Runner{s, clock, chain}, work);
}

cudaError_t submit(State& s, cudaStream_t handle, Work work) {
  Stream* stream = s.streams.find(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  work_goes_on();
  if (!stream->point.capture) {
    const cudaError_t error = forbid_legacy(s.streams, *stream);
    if (error != cudaSuccess) return error;
    return run_work(s, work, clock_of(s, *stream), stream->chain);
  }
  cudaError_t error = cudaSuccess;
  if (const auto* copy = std::get_if<CopyWork>(&work)) {
    error = check(s, *copy);
  } else if (const auto* fill = std::get_if<FillWork>(&work)) {
    error = check(s, *fill);
  }
  return error == cudaSuccess ? note(*stream, std::move(work)) : error;
}

cudaError_t host_waits(State& s, cudaStream_t handle) {
  Stream* stream = s.streams.find(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  const cudaError_t error = forbid_waiting(s.streams, *stream);
  if (error == cudaSuccess) s.order.host_waits(clock_of(s, *stream));
  return error;
}

}  // namespace simt::cudart
