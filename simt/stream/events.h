// SPDX-License-Identifier: MIT
// Events: a moment of the host's time, and the work that came before it.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>

#include "simt/stream/capture_point.h"
#include "simt/stream/cuda.h"
#include "simt/stream/handles.h"
#include "simt/stream/order.h"

namespace simt::cudart {

struct Event {
  unsigned flags = 0;
  int device = 0;
  bool recorded = false;
  /// When it was reached; nothing while the record waits in its stream.
  std::optional<std::chrono::steady_clock::time_point> reached;
  Clock clock;            // of the stream, the record itself included
  Asked asked;            // by cudaEventQuery and cudaEventElapsedTime
  CapturePoint point;     // see capture_point.h
  bool captured = false;  // last recorded in a captured stream
};

class Events {
 public:
  explicit Events(HandleWatch& watch) : watch_(watch) {}

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
      const bool own = entry.second->device == device;
      if (own) watch_.end(HandleKind::kEvent, entry.first);
      return own;
    });
  }

 private:
  HandleWatch& watch_;
  std::map<cudaEvent_t, std::unique_ptr<Event>> events_;
};

}  // namespace simt::cudart
