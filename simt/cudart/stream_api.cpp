// SPDX-License-Identifier: MIT
// Streams: made, asked and destroyed. Nothing ever waits in one.
#include "simt/cudart/call.h"
#include "simt/stream/streams.h"
#include "simt/stream/work.h"

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

/// Nothing waits in a stream, so waiting only says what is ordered.
cudaError_t wait(cudaStream_t handle) {
  return call([&](State& s) { return host_waits(s, handle); });
}

/// For a host function, which runs outside the lock: `captured` is set when
/// there is nothing left to run.
cudaError_t begin_host_function(cudaStream_t handle, const HostWork* work,
                                bool* captured) {
  return call([&](State& s) {
    Stream* stream = s.streams.find(handle);
    if (!stream) return cudaErrorInvalidResourceHandle;
    *captured = stream->point.capture != nullptr;
    if (!*captured) {
      const cudaError_t error = forbid_legacy(s, *stream);
      // It may tell any thread of the host that the stream has come so far.
      if (error == cudaSuccess) s.order.host_waits(clock_of(s, *stream));
      return error;
    }
    return work ? note(*stream, *work) : forbid_waiting(s, *stream);
  });
}

bool is_default(cudaStream_t handle) {
  return handle == nullptr || handle == cudaStreamLegacy ||
         handle == cudaStreamPerThread;
}

bool is_blocking(const Stream& stream) {
  return !(stream.flags & cudaStreamNonBlocking);
}

}  // namespace

Streams::Streams(Order& order) : order_(order) {
  default_stream_.chain = order_.new_chain();
  thread_stream_.chain = order_.new_chain();
}

void Streams::follow_default(Stream& stream) {
  if (!is_blocking(stream)) return;
  if (!is_legacy(stream)) return stream.clock.join(default_stream_.clock);
  each([&](const Stream& other) {
    if (is_blocking(other)) stream.clock.join(other.clock);
  });
}

bool Streams::alone(const Stream& stream) const {
  if (!is_blocking(stream)) return false;
  for (const auto& [handle, other] : streams_) {
    if (other.get() == &stream) continue;
    if (!is_legacy(stream) || !is_blocking(*other)) return false;
  }
  return &stream != &thread_stream_ && !thread_stream_used_;
}

cudaStream_t Streams::create(unsigned flags, int priority, int device) {
  auto stream = std::make_unique<Stream>(Stream{
      flags, priority, next_id_++, device, order_.new_chain(), {}, {}, {}});
  const auto handle = reinterpret_cast<cudaStream_t>(stream.get());
  streams_[handle] = std::move(stream);
  return handle;
}

bool Streams::destroy(cudaStream_t handle) {
  return streams_.erase(handle) == 1;
}

Stream* Streams::find(cudaStream_t handle) {
  if (handle == cudaStreamPerThread) {
    thread_stream_used_ = true;
    return &thread_stream_;
  }
  if (is_default(handle)) return &default_stream_;
  const auto found = streams_.find(handle);
  return found == streams_.end() ? nullptr : found->second.get();
}

bool Streams::accepts(cudaStream_t handle, int device) {
  const Stream* stream = find(handle);
  return stream && (is_default(handle) || stream->device == device);
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
    const Stream* found = s.streams.find(stream);
    if (found) leave_capture(s, *found);
    return s.streams.destroy(stream) ? cudaSuccess
                                     : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) { return wait(stream); }

cudaError_t cudaStreamQuery(cudaStream_t stream) { return wait(stream); }

cudaError_t cudaStreamWaitEvent(cudaStream_t handle, cudaEvent_t event,
                                unsigned flags) {
  return call([&](State& s) {
    if (flags > cudaEventWaitExternal) return cudaErrorInvalidValue;
    Stream* stream = s.streams.find(handle);
    const Event* found = s.events.find(event);
    if (!stream || !found) return cudaErrorInvalidResourceHandle;
    bool done = false;
    const cudaError_t error = wait_captured(
        s, *stream, *found, flags == cudaEventWaitExternal, &done);
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
  return call([&](State& s) {
    const Stream* found = s.streams.find(stream);
    if (!found) return cudaErrorInvalidResourceHandle;
    if (!device) return cudaErrorInvalidValue;
    *device = is_default(stream) ? s.current : found->device;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t handle, void*, size_t,
                                     unsigned) {
  return call([&](State& s) {
    Stream* stream = s.streams.find(handle);
    return stream ? forbid_waiting(s, *stream) : cudaErrorInvalidResourceHandle;
  });
}

// Host functions run here and now, outside the lock: they may wait for
// another thread that calls the API.
cudaError_t cudaStreamAddCallback(cudaStream_t stream,
                                  cudaStreamCallback_t callback, void* data,
                                  unsigned flags) {
  if (!callback || flags != 0) {
    return call([](State&) { return cudaErrorInvalidValue; });
  }
  bool captured = false;
  const cudaError_t error = begin_host_function(stream, nullptr, &captured);
  if (error == cudaSuccess) {
    const HostFunctionScope scope;
    callback(stream, cudaSuccess, data);
  }
  return error;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function,
                               void* data) {
  if (!function) return call([](State&) { return cudaErrorInvalidValue; });
  const HostWork work{function, data};
  bool captured = false;
  const cudaError_t error = begin_host_function(stream, &work, &captured);
  if (error == cudaSuccess && !captured) {
    const HostFunctionScope scope;
    function(data);
  }
  return error;
}

}  // extern "C"
