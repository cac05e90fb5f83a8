// SPDX-License-Identifier: MIT
// What threads that go round in a circle look at, by warp. Knows nothing of
// how the circle was found.
#pragma once

#include <map>
#include <vector>

#include "simt/ops/observer.h"

namespace simt {

/// Listens while the threads go round once more.
class Polls final : public Observer {
 public:
  void on_access(const Access& access) override;

  /// What the lanes of a warp look at, by pc.
  std::vector<Stuck::Poll> of(const WarpPlace& at, LaneMask lanes) const;

  /// True when the host can store to some of it.
  bool any_host_visible() const;

 private:
  std::map<uint64_t, std::vector<Stuck::Poll>> found_;  // by block and warp
};

}  // namespace simt
