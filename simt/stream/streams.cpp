// SPDX-License-Identifier: MIT
// The streams of the process, and which of them wait for which.
#include "simt/stream/streams.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "simt/stream/default_stream.h"

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
    made.legacy.device = number;
    made.legacy.chain = order_.new_chain();
  }
}

void Streams::leave(int thread) {
  for (Defaults& own : defaults_) {
    const auto found = own.per_thread.find(thread);
    if (found != own.per_thread.end()) found->second.left = true;
  }
}

Stream& Streams::per_thread(Defaults& own) {
  const auto known = own.per_thread.find(thread_);
  if (known != own.per_thread.end()) return known->second;
  Stream made;
  made.device = own.legacy.device;
  const auto done = std::find_if(
      own.per_thread.begin(), own.per_thread.end(), [&](const auto& entry) {
        const Stream& stream = entry.second;
        return stream.left && !stream.point.capture &&
               order_.host().covers(stream.clock);
      });
  if (done != own.per_thread.end()) {
    made.chain = done->second.chain;
    made.number = done->second.number;
    own.per_thread.erase(done);
  } else {
    made.chain = order_.new_chain();
    made.number = static_cast<int>(own.per_thread.size()) + 1;
  }
  return own.per_thread[thread_] = std::move(made);
}

std::string Streams::name_of(const Stream& stream) const {
  if (stream.legacy) return "the default stream";
  if (stream.id == 0) {
    const std::string name = "the per-thread default stream";
    return stream.number == 1 ? name
                              : name + " #" + std::to_string(stream.number);
  }
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
  if (more_may_come_ || !is_blocking(stream)) return false;
  for (const auto& [handle, other] : streams_) {
    if (other.get() == &stream) continue;
    if (!stream.legacy || !is_blocking(*other)) return false;
  }
  return std::all_of(
      defaults_.begin(), defaults_.end(),
      [](const Defaults& own) { return own.per_thread.empty(); });
}

bool Streams::alone(Chain chain) {
  bool found = false;
  each([&](const Stream& stream) {
    found = found || (stream.chain == chain && alone(stream));
  });
  return found;
}

cudaStream_t Streams::create(unsigned flags, int priority, int device) {
  auto stream = std::make_unique<Stream>();
  stream->flags = flags;
  stream->priority = priority;
  stream->id = next_id_++;
  stream->device = device;
  stream->chain = order_.new_chain();
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
  order_.give_back(stream.chain);
  streams_.erase(found);
  return true;
}

Stream* Streams::find(cudaStream_t handle) {
  Defaults& own = defaults_of(current_);
  if (!handle && default_is_per_thread) handle = cudaStreamPerThread;
  if (handle == cudaStreamPerThread) return &per_thread(own);
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
