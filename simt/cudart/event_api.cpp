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
  return call([&](State& s) {
    Event* event = s.events.find(handle);
    return event ? body(s, *event) : cudaErrorInvalidResourceHandle;
  });
}

/// The host waits for the event, or asks whether it is done.
cudaError_t wait(State& s, Event& event) {
  if (event.captured) {
    if (event.point.capture) event.point.capture->broken = true;
    return cudaErrorCapturedEvent;
  }
  const cudaError_t error = forbid_unsafe(s.streams);
  if (error == cudaSuccess) s.order.host_waits(event.clock);
  return error;
}

bool keeps_time(const Event& event) {
  return event.recorded && !(event.flags & cudaEventDisableTiming);
}

}  // namespace
}  // namespace simt::cudart

using namespace simt::cudart;

extern "C" {

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  return call([&](State& s) {
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
  return call([&](State& s) {
    return s.events.destroy(event) ? cudaSuccess
                                   : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t handle, cudaStream_t stream,
                                     unsigned flags) {
  return with_event(handle, [&](State& s, Event& event) {
    if (flags > cudaEventRecordExternal) return cudaErrorInvalidValue;
    const Stream* in = s.streams.find(stream);
    if (!in) return cudaErrorInvalidResourceHandle;
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
  return with_event(handle, wait);
}

cudaError_t cudaEventSynchronize(cudaEvent_t handle) {
  return with_event(handle, wait);
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start,
                                 cudaEvent_t end) {
  return with_event(start, [&](State& s, Event& first) {
    const Event* last = s.events.find(end);
    if (last && (first.captured || last->captured)) {
      return cudaErrorCapturedEvent;
    }
    if (!last || !keeps_time(first) || !keeps_time(*last)) {
      return cudaErrorInvalidResourceHandle;
    }
    if (!milliseconds) return cudaErrorInvalidValue;
    const std::chrono::duration<float, std::milli> passed =
        *last->recorded - *first.recorded;
    *milliseconds = passed.count();
    return cudaSuccess;
  });
}

}  // extern "C"
