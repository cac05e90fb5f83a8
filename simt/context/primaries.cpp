// SPDX-License-Identifier: MIT
// Two kernels in a row are seen by their clocks: the second one's holds no more
// than the first one's and what the host knew.
#include "simt/context/primaries.h"

namespace simt::cudart {

void Primaries::ran(const Ticket& ticket, int index, bool waited_first,
                    bool in_parts) {
  const auto found = of_.find(ticket.chain);
  if (found == of_.end() || found->second.index != index) return;
  found->second.waited_first = waited_first;
  found->second.in_parts = in_parts;
}

const Primaries::Primary* Primaries::of(const KernelWork& work,
                                        const Ticket& ticket) const {
  if (!work.programmatic) return nullptr;
  const auto found = of_.find(ticket.chain);
  if (found == of_.end()) return nullptr;
  const Ticket& before = found->second.ticket;
  if (before.number + 1 != ticket.number ||
      ticket.host.covers(before.chain, before.number)) {
    return nullptr;
  }
  Clock known = before.clock;
  known.join(ticket.host);
  return known.covers(ticket.before()) ? &found->second : nullptr;
}

std::vector<int> Primaries::prerequisites_after(const Primary& primary) {
  std::vector<int> all;
  if (!primary.waited_first) all = primary.prerequisites;
  all.push_back(primary.index);
  return all;
}

}  // namespace simt::cudart
