// SPDX-License-Identifier: MIT
// An event's handle is its address, looked up before it is believed, so a call
// with one that was destroyed touches nothing.
#include "simt/stream/events.h"

#include <memory>
#include <utility>

namespace simt::cudart {

cudaEvent_t Events::create(unsigned flags, int device) {
  auto event = std::make_unique<Event>();
  event->flags = flags;
  event->device = device;
  const auto handle = reinterpret_cast<cudaEvent_t>(event.get());
  events_[handle] = std::move(event);
  return handle;
}

bool Events::destroy(cudaEvent_t handle) { return events_.erase(handle) == 1; }

Event* Events::find(cudaEvent_t handle) {
  const auto found = events_.find(handle);
  return found == events_.end() ? nullptr : found->second.get();
}

}  // namespace simt::cudart
