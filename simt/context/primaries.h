// SPDX-License-Identifier: MIT
// The kernels that began last: a launch may run beside one of them, by
// programmatic stream serialization, a programmatic event or an edge of a
// graph. Runs nothing.
#pragma once

#include <deque>
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
  /// A kernel beside which a launch may begin.
  struct Beside {
    const Primary* primary = nullptr;
    bool at_start = false;  // as of Early
  };

  /// Of more than `most` kernels the oldest is forgotten.
  explicit Primaries(size_t most = 256) : most_(most) {}

  void begin(Primary primary);
  /// That launch has run, perhaps not to its end; it may be none of these.
  void ran(int index, bool waited_first, bool in_parts);

  /// The kernels beside which this launch may begin, and until whose end its
  /// griddepcontrol.wait waits; none: it begins when all before it is done. So
  /// does one with programmatic stream serialization where it waits for more
  /// than the kernel before it, or the host had waited for that.
  std::vector<Beside> of(const KernelWork& work, const Ticket& ticket) const;
  /// Launch::prerequisites of a launch that may begin beside these, in rising
  /// order.
  static std::vector<int> prerequisites_after(const std::vector<Beside>& all);
  /// The launches that may not have ended when those begin for whose begin
  /// alone the ticket's work waits, in rising order.
  std::vector<int> beside_begun(const Ticket& ticket) const;

 private:
  /// Null: it is no kernel, has not begun, or is forgotten.
  const Primary* find(Chain chain, uint64_t number) const;

  size_t most_;
  std::deque<Primary> all_;  // as they began
};

}  // namespace simt::cudart
