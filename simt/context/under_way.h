// SPDX-License-Identifier: MIT
// The launch that was left because it waits for a store of the host. There is
// one at most: other launches begin when it has ended.
#pragma once

#include <memory>

#include "simt/machine/machine.h"
#include "simt/stream/order.h"

namespace simt::cudart {

class DeviceLaunches;  // simt/launch/device_launch.h

struct UnderWay {
  std::unique_ptr<Running> launch;
  Ticket ticket;
  int device = 0;
  std::shared_ptr<DeviceLaunches> launched = {};  // by its kernel

  /// Whether it comes before something that stands behind `clock`.
  bool before(const Clock& clock) const {
    return clock.covers(ticket.chain, ticket.number);
  }
};

}  // namespace simt::cudart
