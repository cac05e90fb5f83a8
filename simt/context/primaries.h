// SPDX-License-Identifier: MIT
// The last kernel that began in each chain: a launch with programmatic stream
// serialization may run beside it. Runs nothing.
#pragma once

#include <map>
#include <vector>

#include "simt/stream/order.h"
#include "simt/stream/work.h"

namespace simt::cudart {

class Primaries {
 public:
  struct Primary {
    Ticket ticket;
    int index = 0;                   // of the launch
    std::vector<int> prerequisites;  // as in Launch
    bool waited_first = false;       // see Running
    bool in_parts = false;           // likewise
  };

  void begin(Primary primary) {
    of_[primary.ticket.chain] = std::move(primary);
  }
  /// That launch has run, perhaps not to its end; it may be none of these.
  void ran(const Ticket& ticket, int index, bool waited_first, bool in_parts);

  /// The kernel beside which this launch may begin; null: it begins when all
  /// before it is done. So it does where it waits for more than that kernel, or
  /// the host had waited for it.
  const Primary* of(const KernelWork& work, const Ticket& ticket) const;
  /// Launch::prerequisites of a launch after it, in rising order.
  static std::vector<int> prerequisites_after(const Primary& primary);

 private:
  std::map<Chain, Primary> of_;
};

}  // namespace simt::cudart
