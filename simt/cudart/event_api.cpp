// SPDX-License-Identifier: MIT
// Events. Elapsed time is the host's: the emulator knows no device time.
#include "simt/cudart/call.h"
#include "simt/launch/submit.h"
#include "simt/stream/capture.h"
#include "simt/stream/events.h"
#include "simt/stream/streams.h"
#include "simt/stream/work.h"

namespace simt::cudart {
namespace {

constexpr unsigned kEventFlags =
    cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;

/// Runs `body(Event&)` for an event that exists.
template <class Body>
cudaError_t with_event(cudaEvent_t handle, Body body) {
  return call_beside_work([&](State& s) {
    Event* event = s.events.find(handle);
    return event ? body(s, *event) : cudaErrorInvalidResourceHandle;
  });
}

/// Whether the host may wait for the event, or ask whether it is done.
cudaError_t forbid_captured(State& s, Event& event) {
  if (!event.captured) return forbid_unsafe(s.streams);
  if (event.point.capture) event.point.capture->broken = true;
  return cudaErrorCapturedEvent;
}

cudaError_t ask(State& s, Event& event) {
  return ask(s, event.clock, event.asked);
}

bool keeps_time(const Event& event) {
  return event.recorded && !(event.flags & cudaEventDisableTiming);
}

}  // namespace
}  // namespace simt::cudart

using namespace simt::cudart;

extern "C" {

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  return call_beside_work([&](State& s) {
    const bool shared_without_timing =
        (flags & cudaEventInterprocess) && !(flags & cudaEventDisableTiming);
    if (!event || (flags & ~kEventFlags) || shared_without_timing) {
      return cudaErrorInvalidValue;
    }
    *event = s.events.create(flags, s.current);
    return cudaSuccess;
  });
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return call_beside_work([&](State& s) {
    return s.events.destroy(event) ? cudaSuccess
                                   : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t handle, cudaStream_t stream,
                                     unsigned flags) {
  return with_event(handle, [&](State& s, Event& event) {
    if (flags > cudaEventRecordExternal) return cudaErrorInvalidValue;
    const Stream* in = s.streams.find(stream);
    if (!in || in->device != event.device) {
      return cudaErrorInvalidResourceHandle;
    }
    const std::shared_ptr<Capture> capture = in->point.capture;
    if (capture && capture->broken) return cudaErrorStreamCaptureInvalidated;
    if (!capture || flags == cudaEventRecordExternal) {
      return submit(s, stream, RecordWork{handle});
    }
    event.point = in->point;
    event.captured = true;
    return cudaSuccess;
  });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return cudaEventRecordWithFlags(event, stream, cudaEventRecordDefault);
}

cudaError_t cudaEventQuery(cudaEvent_t handle) {
  return ask_beside_work([&](State& s) {
    Event* event = s.events.find(handle);
    if (!event) return cudaErrorInvalidResourceHandle;
    const cudaError_t error = forbid_captured(s, *event);
    return error == cudaSuccess ? ask(s, *event) : error;
  });
}

cudaError_t cudaEventSynchronize(cudaEvent_t handle) {
  return with_event(handle, [](State& s, Event& event) {
    const cudaError_t error = forbid_captured(s, event);
    return error == cudaSuccess ? wait_for(s, event.clock) : error;
  });
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start,
                                 cudaEvent_t end) {
  return ask_beside_work([&](State& s) {
    Event *first = s.events.find(start), *last = s.events.find(end);
    if (!first || !last) return cudaErrorInvalidResourceHandle;
    if (first->captured || last->captured) return cudaErrorCapturedEvent;
    if (last->device != first->device || !keeps_time(*first) ||
        !keeps_time(*last)) {
      return cudaErrorInvalidResourceHandle;
    }
    if (!milliseconds) return cudaErrorInvalidValue;
    const cudaError_t began = ask(s, *first), ended = ask(s, *last);
    if (began != cudaSuccess) return began;
    if (ended != cudaSuccess) return ended;
    if (!first->reached || !last->reached) return cudaErrorUnknown;
    const std::chrono::duration<float, std::milli> passed =
        *last->reached - *first->reached;
    *milliseconds = passed.count();
    return cudaSuccess;
  });
}

}  // extern "C"
