// SPDX-License-Identifier: MIT
// What threads that go round in a circle look at, by warp. Knows nothing of
// how the circle was found.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "simt/machine/device_memory.h"
#include "simt/ops/observer.h"

namespace simt {

/// Listens while the threads go round once more.
class Polls final : public Observer {
 public:
  void on_access(const Access& access) override;

  /// What the lanes of a warp look at, by pc.
  std::vector<Stuck::Poll> of(const WarpPlace& at, LaneMask lanes) const;

  /// One of them, the same each time; null: there is none.
  const Stuck::Poll* first() const {
    return found_.empty() ? nullptr : &found_.begin()->second.front();
  }
  /// True when the host can store to some of it.
  bool any_host_visible() const;
  /// True when another launch can.
  bool any_global() const { return !seen_.empty(); }
  /// False: it looks at more of global memory than is kept here.
  bool complete() const { return complete_; }
  /// Keeps the bytes of what is looked at in global memory.
  void remember(DeviceMemory& memory);
  /// True when some of them have changed since.
  bool changed(DeviceMemory& memory) const;

 private:
  std::map<uint64_t, std::vector<std::byte>> seen_;  // by address
  bool complete_ = true;
  std::map<uint64_t, std::vector<Stuck::Poll>> found_;  // by block and warp
};

}  // namespace simt
