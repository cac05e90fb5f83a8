// SPDX-License-Identifier: MIT
// Streams: made, asked and destroyed.
#include "simt/cudart/call.h"
#include "simt/launch/submit.h"
#include "simt/stream/capture.h"
#include "simt/stream/events.h"
#include "simt/stream/streams.h"
#include "simt/stream/work.h"

namespace simt::cudart {
namespace {

constexpr int kGreatestPriority = -5, kLeastPriority = 0;

cudaError_t create(cudaStream_t* stream, unsigned flags, int priority) {
  return call_beside_work([&](State& s) {
    if (!stream || (flags & ~unsigned{cudaStreamNonBlocking})) {
      return cudaErrorInvalidValue;
    }
    if (priority < kGreatestPriority) priority = kGreatestPriority;
    if (priority > kLeastPriority) priority = kLeastPriority;
    *stream = s.streams.create(flags, priority, s.current);
    return cudaSuccess;
  });
}

/// Reads one fact of a stream.
template <class Value, class Read>
cudaError_t read(cudaStream_t handle, Value* value, Read read_it) {
  return call_beside_work([&](State& s) {
    const Stream* stream = s.streams.find(handle);
    if (!stream) return cudaErrorInvalidResourceHandle;
    if (!value) return cudaErrorInvalidValue;
    *value = read_it(*stream);
    return cudaSuccess;
  });
}

cudaError_t wait(cudaStream_t handle) {
  return call_beside_work([&](State& s) { return host_waits(s, handle); });
}

}  // namespace
}  // namespace simt::cudart

using namespace simt::cudart;

extern "C" {

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return create(stream, cudaStreamDefault, kLeastPriority);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  return create(stream, flags, kLeastPriority);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags,
                                         int priority) {
  return create(stream, flags, priority);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return call_beside_work([&](State& s) {
    const Stream* found = s.streams.find(stream);
    if (found) leave_capture(s.streams, s.events, *found);
    return s.streams.destroy(stream) ? cudaSuccess
                                     : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) { return wait(stream); }

cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return ask_beside_work([&](State& s) { return host_asks(s, stream); });
}

cudaError_t cudaStreamWaitEvent(cudaStream_t handle, cudaEvent_t event,
                                unsigned flags) {
  return call_beside_work([&](State& s) {
    if (flags > cudaEventWaitExternal) return cudaErrorInvalidValue;
    Stream* stream = s.streams.find(handle);
    const Event* found = s.events.find(event);
    if (!stream || !found) return cudaErrorInvalidResourceHandle;
    bool done = false;
    const cudaError_t error =
        wait_captured(*stream, *found, flags == cudaEventWaitExternal, &done);
    return done ? error : submit(s, handle, WaitWork{event});
  });
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
  return read(stream, flags, [](const Stream& s) { return s.flags; });
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  return read(stream, priority, [](const Stream& s) { return s.priority; });
}

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) {
  return read(stream, id, [](const Stream& s) { return s.id; });
}

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) {
  return call_beside_work([&](State& s) {
    const Stream* found = s.streams.find(stream);
    if (!found) return cudaErrorInvalidResourceHandle;
    if (!device) return cudaErrorInvalidValue;
    *device = is_default(stream) ? s.current : found->device;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t handle, void*, size_t,
                                     unsigned) {
  return call_beside_work([&](State& s) {
    Stream* stream = s.streams.find(handle);
    return stream ? forbid_waiting(s.streams, *stream)
                  : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaStreamAddCallback(cudaStream_t handle,
                                  cudaStreamCallback_t callback, void* data,
                                  unsigned flags) {
  if (!callback || flags != 0) {
    return call([](State&) { return cudaErrorInvalidValue; });
  }
  return call_beside_work([&](State& s) {
    Stream* stream = s.streams.find(handle);
    if (!stream) return cudaErrorInvalidResourceHandle;
    if (stream->point.capture) return forbid_waiting(s.streams, *stream);
    return submit(s, handle, HostWork{nullptr, data, callback, handle});
  });
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function,
                               void* data) {
  if (!function) return call([](State&) { return cudaErrorInvalidValue; });
  return call_beside_work([&](State& s) {
    return submit(s, stream, HostWork{.function = function, .data = data});
  });
}

}  // extern "C"
