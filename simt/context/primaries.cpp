// SPDX-License-Identifier: MIT
// Two kernels in a row are seen by their clocks: the second one's holds no more
// than the first one's, what the host knew, and what it expects of others.
#include "simt/context/primaries.h"

#include <algorithm>
#include <utility>

namespace simt::cudart {

void Primaries::begin(Primary primary) {
  all_.push_back(std::move(primary));
  if (all_.size() > most_) all_.pop_front();
}

void Primaries::ran(int index, bool waited_first, bool in_parts) {
  const auto found = std::find_if(
      all_.rbegin(), all_.rend(),
      [&](const Primary& primary) { return primary.index == index; });
  if (found == all_.rend()) return;
  found->waited_first = waited_first;
  found->in_parts = in_parts;
}

const Primaries::Primary* Primaries::find(Chain chain, uint64_t number) const {
  const auto found = std::find_if(
      all_.rbegin(), all_.rend(),
      [&](const Primary& primary) { return primary.ticket.is(chain, number); });
  return found == all_.rend() ? nullptr : &*found;
}

std::vector<Primaries::Beside> Primaries::of(const KernelWork& work,
                                             const Ticket& ticket) const {
  if (!work.can_wait) return {};
  std::vector<Beside> all;
  Clock known = ticket.host;
  for (const Early& early : ticket.early) {
    const Primary* const found = find(early.chain, early.number);
    if (!early.visible || !found) continue;
    all.push_back({found, early.at_start});
    known.join_ended(found->ticket.clock);
  }
  if (!work.programmatic || ticket.host.covers(ticket.chain, ticket.number - 1))
    return all;
  const Primary* const before = find(ticket.chain, ticket.number - 1);
  if (!before) return all;
  known.join_ended(before->ticket.clock);
  if (known.covers(ticket.before())) all.push_back({before, false});
  return all;
}

std::vector<int> Primaries::prerequisites_after(
    const std::vector<Beside>& all) {
  std::vector<int> launches;
  for (const auto& [primary, at_start] : all) {
    merge({primary->index}, launches);
    if (at_start || !primary->waited_first)
      merge(primary->prerequisites, launches);
  }
  return launches;
}

std::vector<int> Primaries::beside_begun(const Ticket& ticket) const {
  std::vector<int> launches;
  for (const Early& early : ticket.early) {
    const Primary* const found = find(early.chain, early.number);
    if (!early.visible && found) merge(found->prerequisites, launches);
  }
  return launches;
}

}  // namespace simt::cudart
