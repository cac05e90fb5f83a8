// SPDX-License-Identifier: MIT
// Streams. Their clocks say in which orders work may run, and what the host
// cannot know to be done. Runs nothing.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>

#include "simt/stream/capture_point.h"
#include "simt/stream/cuda.h"
#include "simt/stream/handles.h"
#include "simt/stream/order.h"

namespace simt::cudart {

struct Stream {
  unsigned flags = 0;
  int priority = 0;  // 0 (least) to -5 (greatest)
  unsigned long long id = 0;
  int device = 0;
  bool legacy = false;  // its device's legacy default stream
  int number = 0;       // of a per-thread one: its place among its device's
  bool left = false;    // likewise: its thread has ended
  Chain chain = 0;
  Clock clock;         // what comes before the work that is issued next
  Asked asked;         // by cudaStreamQuery
  CapturePoint point;  // see capture_point.h
  /// As the program set them: they say how fast, not what.
  std::map<cudaLaunchAttributeID, cudaLaunchAttributeValue> attributes;
};

/// Whether the handle means a default stream: 0, 1 or 2.
bool is_default(cudaStream_t handle);

class Streams {
 public:
  Streams(LaunchOrder& order, HandleWatch& watch);

  /// The default streams that find() means are this device's from now on.
  void use(int device);
  /// The per-thread one that find() means is this host thread's from now on.
  void serve(int thread) { thread_ = thread; }
  /// The thread has ended. Another one may get its streams, once the host has
  /// waited for them.
  void leave(int thread);
  cudaStream_t create(unsigned flags, int priority, int device);
  bool destroy(cudaStream_t handle);
  /// The stream, also for the default ones (0, 1 and 2), of which each device
  /// has its own; null: no stream.
  Stream* find(cudaStream_t handle);
  /// Whether work of `device` may go there.
  bool accepts(cudaStream_t handle, int device);
  /// "stream #1", "the default stream".
  std::string name_of(const Stream& stream) const;
  /// The legacy default stream of a device waits for its blocking ones, and
  /// they for it: brings the stream's clock up to that.
  void follow_default(Stream& stream);
  /// All that was given to streams of the device, destroyed ones included.
  Clock clock_of(int device);
  /// The program may make streams at any time: no work is alone from now on.
  void expect_more() { more_may_come_ = true; }
  /// Whether no other stream's work may run beside the stream's, also of one
  /// that is made while the work is open.
  bool alone(const Stream& stream) const;
  /// The same of the stream whose chain this is; false: there is none.
  bool alone(Chain chain);
  /// Calls `body(Stream&)` for every stream, the default ones included.
  template <class Body>
  void each(Body body) {
    for (Defaults& own : defaults_) {
      body(own.legacy);
      for (auto& [thread, stream] : own.per_thread) body(stream);
    }
    for (auto& [handle, stream] : streams_) body(*stream);
  }
  void reset(int device) {
    std::erase_if(streams_, [&](const auto& entry) {
      const bool own = entry.second->device == device;
      if (own) {
        watch_.end(HandleKind::kStream, entry.first);
        order_.give_back(entry.second->chain);
      }
      return own;
    });
  }

 private:
  static constexpr unsigned long long kFirstId = 3;

  /// What each device has from the beginning.
  struct Defaults {
    Stream legacy;
    std::map<int, Stream> per_thread;  // of the host threads that used theirs
    Clock destroyed;                   // of the streams that are no more
  };
  Defaults& defaults_of(int device) {
    return defaults_[static_cast<size_t>(device)];
  }
  Stream& per_thread(Defaults& own);

  std::map<cudaStream_t, std::unique_ptr<Stream>> streams_;
  LaunchOrder& order_;
  HandleWatch& watch_;
  std::deque<Defaults> defaults_;  // by device, as far as they were used
  int current_ = 0, thread_ = 0;
  bool more_may_come_ = false;
  unsigned long long next_id_ = kFirstId;
};

}  // namespace simt::cudart
