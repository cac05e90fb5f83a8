// SPDX-License-Identifier: MIT
// A handle is looked up before it is believed, so a call with one that was
// destroyed touches nothing.
#include "simt/stream/events.h"

#include <memory>
#include <utility>

namespace simt::cudart {

cudaEvent_t Events::create(unsigned flags, int device) {
  auto event = std::make_unique<Event>();
  event->flags = flags;
  event->device = device;
  const auto handle = watch_.make<cudaEvent_t>(HandleKind::kEvent);
  events_[handle] = std::move(event);
  return handle;
}

bool Events::destroy(cudaEvent_t handle) {
  if (!find(handle)) return false;
  watch_.end(HandleKind::kEvent, handle);
  return events_.erase(handle) == 1;
}

Event* Events::find(cudaEvent_t handle) {
  const auto found = events_.find(handle);
  if (found != events_.end()) return found->second.get();
  watch_.miss(HandleKind::kEvent, handle);
  return nullptr;
}

}  // namespace simt::cudart
