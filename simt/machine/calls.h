// SPDX-License-Identifier: MIT
// Calls of device functions: the frames of those that run, and how a split
// goes into a function and back. Knows nothing of how lanes diverge.
#pragma once

#include <map>
#include <memory>
#include <optional>

#include "simt/machine/block.h"

namespace simt {

class Calls {
 public:
  /// A thread's stack has `stack_bytes`.
  Calls(const program::Kernel& kernel, uint32_t stack_bytes)
      : kernel_(kernel), stack_bytes_(stack_bytes) {}

  /// Where some lanes go that call through a pointer.
  struct Target {
    int function = -1;     // index into Kernel::functions; -1: none is there
    uint64_t address = 0;  // the pointer
    LaneMask lanes = 0;    // of those that call: the ones with this pointer
  };
  /// The target of the lowest of `lanes`; `pointers` has one for each lane.
  Target target(const uint64_t* pointers, LaneMask lanes) const;

  /// The split is at call site `site` and goes into `function`, into the frame
  /// of lanes that came there by the same calls if there is one. When that
  /// would overflow the stack, returns where the stack would end.
  std::optional<uint64_t> enter(Split& split, uint32_t site, int function);

  /// What `lanes` of the split go on as when they return from its function,
  /// which is not the kernel itself. The split stays as it is.
  Split leave(const Split& split, LaneMask lanes);

  /// The lanes exit inside the calls that led to `frame`.
  void unwind(Frame* frame, LaneMask lanes) {
    for (Frame* parent; (parent = frame->parent) != nullptr; frame = parent)
      leave_frame(frame, lanes);
  }

  /// Frames of functions that run now.
  size_t open() const { return live_.size(); }

 private:
  Frame* take(uint32_t function);
  void leave_frame(Frame* frame, LaneMask lanes);

  const program::Kernel& kernel_;
  const uint32_t stack_bytes_;
  std::multimap<uint32_t, std::unique_ptr<Frame>> spare_;  // by function
  std::map<Frame*, std::unique_ptr<Frame>> live_;
};

}  // namespace simt
