// SPDX-License-Identifier: MIT
// Events: a moment on the host's clock, since work runs at once.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>

#include "simt/stream/capture_point.h"
#include "simt/stream/cuda.h"
#include "simt/stream/order.h"

namespace simt::cudart {

struct Event {
  unsigned flags = 0;
  int device = 0;
  std::optional<std::chrono::steady_clock::time_point> recorded;
  Clock clock;            // of the stream, when it was recorded
  CapturePoint point;     // see capture_point.h
  bool captured = false;  // last recorded in a captured stream
};

class Events {
 public:
  cudaEvent_t create(unsigned flags, int device);
  bool destroy(cudaEvent_t handle);
  /// Null: no event.
  Event* find(cudaEvent_t handle);
  template <class Body>
  void each(Body body) {
    for (auto& [handle, event] : events_) body(*event);
  }
  void reset(int device) {
    std::erase_if(events_, [&](const auto& entry) {
      return entry.second->device == device;
    });
  }

 private:
  std::map<cudaEvent_t, std::unique_ptr<Event>> events_;
};

}  // namespace simt::cudart
