// SPDX-License-Identifier: MIT
// A dependent begins out of the queue: under seed 0 there is none, and each
// launch ends before the next begins.
#include "simt/launch/dependents.h"

#include <algorithm>

namespace simt::cudart {
namespace {

/// Null: none may begin.
const Queued* dependent(State& s, const Ticket& primary) {
  const Queued* const next = s.queue.after(primary, s.under_way);
  const auto* work = next ? std::get_if<KernelWork>(&next->work) : nullptr;
  if (!work || !s.under_way.has_room(work->device)) return nullptr;
  const auto* before = s.primaries.of(*work, next->ticket);
  if (!before || s.functions.before(next->ticket.clock)) return nullptr;
  const std::vector<int> own = Primaries::prerequisites_after(*before);
  const bool waits = s.under_way.any_of([&](const UnderWay& u) {
    return u.before(next->ticket.clock) &&
           !std::binary_search(own.begin(), own.end(), u.index);
  });
  return waits ? nullptr : next;
}

}  // namespace

void listen_for_dependents(State& s, const Ticket& ticket,
                           const std::vector<int>& prerequisites,
                           Settings& settings) {
  settings.dependent_waits = [&s, ticket] {
    return dependent(s, ticket) != nullptr;
  };
  if (prerequisites.empty()) return;
  settings.grids_done = [&s, prerequisites] {
    return std::none_of(prerequisites.begin(), prerequisites.end(),
                        [&](int index) { return s.under_way.has(index); });
  };
}

std::optional<Queued> take_dependent(State& s, const Ticket& primary) {
  const Queued* const next = dependent(s, primary);
  if (!next) return std::nullopt;
  return s.queue.release(*next);
}

std::vector<int> prerequisites_of(State& s, const KernelWork& work,
                                  const Ticket& ticket) {
  const auto* before = s.primaries.of(work, ticket);
  if (!before) return {};
  if (before->in_parts && s.options.checks.on("race")) {
    s.session.add_unseen(
        "a kernel ran on several threads of the host before the first launch "
        "with programmatic stream serialization, so that races between the two "
        "may be missing");
  }
  return Primaries::prerequisites_after(*before);
}

}  // namespace simt::cudart
