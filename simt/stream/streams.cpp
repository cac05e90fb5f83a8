// SPDX-License-Identifier: MIT
// The streams of the process, and which of them wait for which.
#include "simt/stream/streams.h"

#include <memory>
#include <utility>

namespace simt::cudart {
namespace {

bool is_blocking(const Stream& stream) {
  return !(stream.flags & cudaStreamNonBlocking);
}

}  // namespace

bool is_default(cudaStream_t handle) {
  return handle == nullptr || handle == cudaStreamLegacy ||
         handle == cudaStreamPerThread;
}

Streams::Streams(LaunchOrder& order) : order_(order) {
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
