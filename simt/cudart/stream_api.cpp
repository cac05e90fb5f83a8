// SPDX-License-Identifier: MIT
// Streams: made, asked and destroyed. Nothing ever waits in one.
#include "simt/cudart/call.h"
#include "simt/cudart/streams.h"

namespace simt::cudart {
namespace {

constexpr int kGreatestPriority = -5, kLeastPriority = 0;

cudaError_t create(cudaStream_t* stream, unsigned flags, int priority) {
  return call([&](State& s) {
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
  return call([&](State& s) {
    const Stream* stream = s.streams.find(handle);
    if (!stream) return cudaErrorInvalidResourceHandle;
    if (!value) return cudaErrorInvalidValue;
    *value = read_it(*stream);
    return cudaSuccess;
  });
}

/// Nothing waits in a stream, so all that can be wrong is the handle.
cudaError_t only_check(cudaStream_t handle) {
  return call([&](State& s) {
    return s.streams.find(handle) ? cudaSuccess
                                  : cudaErrorInvalidResourceHandle;
  });
}

bool is_default(cudaStream_t handle) {
  return handle == nullptr || handle == cudaStreamLegacy ||
         handle == cudaStreamPerThread;
}

}  // namespace

cudaStream_t Streams::create(unsigned flags, int priority, int device) {
  auto stream =
      std::make_unique<Stream>(Stream{flags, priority, next_id_++, device});
  const auto handle = reinterpret_cast<cudaStream_t>(stream.get());
  streams_[handle] = std::move(stream);
  return handle;
}

bool Streams::destroy(cudaStream_t handle) {
  return streams_.erase(handle) == 1;
}

Stream* Streams::find(cudaStream_t handle) {
  if (is_default(handle)) return &default_stream_;
  const auto found = streams_.find(handle);
  return found == streams_.end() ? nullptr : found->second.get();
}

bool Streams::accepts(cudaStream_t handle, int device) {
  const Stream* stream = find(handle);
  return stream && (stream == &default_stream_ || stream->device == device);
}

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
  return call([&](State& s) {
    return s.streams.destroy(stream) ? cudaSuccess
                                     : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return only_check(stream);
}

cudaError_t cudaStreamQuery(cudaStream_t stream) { return only_check(stream); }

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                unsigned flags) {
  return call([&](State& s) {
    if (flags > cudaEventWaitExternal) return cudaErrorInvalidValue;
    const bool known = s.streams.find(stream) && s.events.find(event);
    return known ? cudaSuccess : cudaErrorInvalidResourceHandle;
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
  return call([&](State& s) {
    const Stream* found = s.streams.find(stream);
    if (!found) return cudaErrorInvalidResourceHandle;
    if (!device) return cudaErrorInvalidValue;
    *device = is_default(stream) ? s.current : found->device;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream,
                                  cudaStreamCaptureStatus* status) {
  return read(stream, status,
              [](const Stream&) { return cudaStreamCaptureStatusNone; });
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void*, size_t,
                                     unsigned) {
  return only_check(stream);
}

// Host functions run here and now, outside the lock: they may wait for
// another thread that calls the API.
cudaError_t cudaStreamAddCallback(cudaStream_t stream,
                                  cudaStreamCallback_t callback, void* data,
                                  unsigned flags) {
  if (!callback || flags != 0) {
    return call([](State&) { return cudaErrorInvalidValue; });
  }
  const cudaError_t error = only_check(stream);
  if (error == cudaSuccess) {
    const HostFunctionScope scope;
    callback(stream, cudaSuccess, data);
  }
  return error;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function,
                               void* data) {
  if (!function) return call([](State&) { return cudaErrorInvalidValue; });
  const cudaError_t error = only_check(stream);
  if (error == cudaSuccess) {
    const HostFunctionScope scope;
    function(data);
  }
  return error;
}

}  // extern "C"
