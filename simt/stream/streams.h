// SPDX-License-Identifier: MIT
// Streams. Work runs at once, in the order in which it is issued: one of the
// orders that streams allow, so every stream is always idle. Their clocks say
// which other orders are allowed.
#pragma once

#include <map>
#include <memory>

#include "simt/stream/capture_point.h"
#include "simt/stream/cuda.h"
#include "simt/stream/order.h"

namespace simt::cudart {

struct Stream {
  unsigned flags = 0;
  int priority = 0;  // 0 (least) to -5 (greatest)
  unsigned long long id = 0;
  int device = 0;
  Chain chain = 0;
  Clock clock;         // what comes before the work that is issued next
  CapturePoint point;  // see capture_point.h
  /// As the program set them: they say how fast, not what.
  std::map<cudaLaunchAttributeID, cudaLaunchAttributeValue> attributes;
};

/// Whether the handle means a default stream: 0, 1 or 2.
bool is_default(cudaStream_t handle);

class Streams {
 public:
  explicit Streams(LaunchOrder& order);

  cudaStream_t create(unsigned flags, int priority, int device);
  bool destroy(cudaStream_t handle);
  /// The stream, also for the default ones (0, 1 and 2); null: no stream. The
  /// per-thread one (2) is one for all threads.
  Stream* find(cudaStream_t handle);
  /// Whether work of `device` may go there: a default stream is every
  /// device's own.
  bool accepts(cudaStream_t handle, int device);
  bool is_legacy(const Stream& stream) const {
    return &stream == &default_stream_;
  }
  /// The legacy default stream waits for the blocking ones, and they for it:
  /// brings the stream's clock up to that.
  void follow_default(Stream& stream);
  /// Whether no other stream's work may run beside the stream's.
  bool alone(const Stream& stream) const;
  /// Calls `body(Stream&)` for every stream, the default ones included.
  template <class Body>
  void each(Body body) {
    body(default_stream_);
    body(thread_stream_);
    for (auto& [handle, stream] : streams_) body(*stream);
  }
  void reset(int device) {
    std::erase_if(streams_, [&](const auto& entry) {
      return entry.second->device == device;
    });
  }

 private:
  std::map<cudaStream_t, std::unique_ptr<Stream>> streams_;
  LaunchOrder& order_;
  Stream default_stream_, thread_stream_;
  bool thread_stream_used_ = false;
  unsigned long long next_id_ = 3;
};

}  // namespace simt::cudart
