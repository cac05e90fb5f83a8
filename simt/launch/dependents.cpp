// SPDX-License-Identifier: MIT
// A dependent begins out of the queue: under seed 0 there is none, and each
// launch ends before the next begins.
#include "simt/launch/dependents.h"

#include <algorithm>

namespace simt::cudart {
namespace {

using Besides = std::vector<Primaries::Beside>;

/// Whether some launch keeps one from beginning that has `ticket` and may begin
/// beside `own`.
bool any_keeps(const State& s, const Ticket& ticket, const Besides& own) {
  const std::vector<int> all = Primaries::prerequisites_after(own);
  return s.under_way.any_of([&](const UnderWay& u) {
    for (const auto& [primary, at_start] : own) {
      if (primary->index == u.index) return !u.lets(at_start);
    }
    return u.before(ticket.clock) &&
           !std::binary_search(all.begin(), all.end(), u.index);
  });
}

/// Whether it may begin beside a kernel with ticket `primary` that runs, and
/// whose blocks have begun, or have (`let`) ended or let dependents begin.
bool may_begin(State& s, const Queued& queued, const Ticket& primary,
               bool let) {
  const auto* work = std::get_if<KernelWork>(&queued.work);
  if (!work || !s.under_way.has_room(work->device)) return false;
  const Ticket& ticket = queued.ticket;
  const Besides own = s.primaries.of(*work, ticket);
  const bool beside =
      std::any_of(own.begin(), own.end(), [&](const Primaries::Beside& one) {
        return one.primary->ticket.is(primary.chain, primary.number) &&
               (let || one.at_start);
      });
  return beside && !s.functions.before(ticket.clock) &&
         !s.under_way.keeps_any(ticket.early) && !any_keeps(s, ticket, own);
}

/// Null: none may begin.
const Queued* dependent(State& s, const Ticket& primary, bool let) {
  return s.queue.find(s.under_way, [&](const Queued& queued) {
    return may_begin(s, queued, primary, let);
  });
}

}  // namespace

void listen_for_dependents(State& s, const KernelWork& work,
                           const Ticket& ticket,
                           const std::vector<int>& prerequisites,
                           Settings& settings) {
  settings.lets_at_start = work.lets_at_start;
  settings.dependent_waits = [&s, ticket](bool let) {
    return dependent(s, ticket, let) != nullptr;
  };
  if (prerequisites.empty()) return;
  settings.grids_done = [&s, prerequisites] {
    return std::none_of(prerequisites.begin(), prerequisites.end(),
                        [&](int index) { return s.under_way.has(index); });
  };
}

std::optional<Queued> take_dependent(State& s, int index,
                                     const Ticket& primary) {
  const bool let = s.under_way.any_of(
      [&](const UnderWay& u) { return u.index == index && u.lets(false); });
  const Queued* const next = dependent(s, primary, let);
  if (!next) return std::nullopt;
  return s.queue.release(*next);
}

std::vector<int> prerequisites_of(State& s, const KernelWork& work,
                                  const Ticket& ticket) {
  const Besides all = s.primaries.of(work, ticket);
  const bool in_parts = std::any_of(
      all.begin(), all.end(),
      [](const Primaries::Beside& beside) { return beside.primary->in_parts; });
  if (in_parts && s.options.checks.on("race")) {
    s.session.add_unseen(
        "a kernel ran on several threads of the host before the first launch "
        "that may begin before its end, so that races between the two may be "
        "missing");
  }
  return Primaries::prerequisites_after(all);
}

}  // namespace simt::cudart
