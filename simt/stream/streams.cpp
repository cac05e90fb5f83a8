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

Streams::Streams(LaunchOrder& order, HandleWatch& watch)
    : order_(order), watch_(watch) {
  use(0);
}

void Streams::use(int device) {
  current_ = device;
  while (defaults_.size() <= static_cast<size_t>(device)) {
    const int number = static_cast<int>(defaults_.size());
    Defaults& made = defaults_.emplace_back();
    made.legacy.legacy = true;
    for (Stream* stream : {&made.legacy, &made.per_thread}) {
      stream->device = number;
      stream->chain = order_.new_chain();
    }
  }
}

std::string Streams::name_of(const Stream& stream) const {
  if (stream.legacy) return "the default stream";
  if (stream.id == 0) return "the per-thread default stream";
  return "stream #" + std::to_string(stream.id - kFirstId + 1);
}

void Streams::follow_default(Stream& stream) {
  if (!is_blocking(stream)) return;
  if (!stream.legacy) {
    return stream.clock.join(defaults_of(stream.device).legacy.clock);
  }
  each([&](const Stream& other) {
    const bool waits = is_blocking(other) && other.device == stream.device;
    if (waits) stream.clock.join(other.clock);
  });
}

Clock Streams::clock_of(int device) {
  Clock all = defaults_of(device).destroyed;
  each([&](const Stream& stream) {
    if (stream.device == device) all.join(stream.clock);
  });
  return all;
}

bool Streams::alone(const Stream& stream) const {
  if (!is_blocking(stream)) return false;
  for (const auto& [handle, other] : streams_) {
    if (other.get() == &stream) continue;
    if (!stream.legacy || !is_blocking(*other)) return false;
  }
  for (const Defaults& own : defaults_) {
    if (&stream == &own.per_thread || own.per_thread_used) return false;
  }
  return true;
}

cudaStream_t Streams::create(unsigned flags, int priority, int device) {
  auto stream = std::make_unique<Stream>(Stream{flags,
                                                priority,
                                                next_id_++,
                                                device,
                                                false,
                                                order_.new_chain(),
                                                {},
                                                {},
                                                {},
                                                {}});
  const auto handle = watch_.make<cudaStream_t>(HandleKind::kStream);
  streams_[handle] = std::move(stream);
  return handle;
}

// Its work goes on; the legacy default stream still waits for that.
bool Streams::destroy(cudaStream_t handle) {
  const auto found = streams_.find(handle);
  if (found == streams_.end()) {
    watch_.miss(HandleKind::kStream, handle);
    return false;
  }
  watch_.end(HandleKind::kStream, handle);
  const Stream& stream = *found->second;
  Defaults& own = defaults_of(stream.device);
  own.destroyed.join(stream.clock);
  if (is_blocking(stream)) own.legacy.clock.join(stream.clock);
  streams_.erase(found);
  return true;
}

Stream* Streams::find(cudaStream_t handle) {
  Defaults& own = defaults_of(current_);
  if (handle == cudaStreamPerThread) {
    own.per_thread_used = true;
    return &own.per_thread;
  }
  if (is_default(handle)) return &own.legacy;
  const auto found = streams_.find(handle);
  if (found != streams_.end()) return found->second.get();
  watch_.miss(HandleKind::kStream, handle);
  return nullptr;
}

bool Streams::accepts(cudaStream_t handle, int device) {
  const Stream* stream = find(handle);
  return stream && stream->device == device;
}

}  // namespace simt::cudart
