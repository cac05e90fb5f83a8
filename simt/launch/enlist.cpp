// SPDX-License-Identifier: MIT
// A stream that waits for an event of a launch expects its kernel: see Early.
// The next kernel in that stream may begin before the other's end, and knows of
// that end by griddepcontrol.wait.
#include "simt/launch/enlist.h"

#include <memory>
#include <utility>
#include <vector>

namespace simt::cudart {
namespace {

struct Enlist {
  State& s;
  Clock& clock;
  Chain chain;

  using Place = std::optional<Ticket>;

  Place operator()(const EmptyWork&) { return std::nullopt; }
  Place operator()(const WaitWork& work) {
    clock.join(s.events.find(work.event)->clock);
    return std::nullopt;
  }
  /// What it expects, others may expect after it.
  Place operator()(const RecordWork& work) {
    Event& event = *s.events.find(work.event);
    const Ticket ticket = s.order.issue(chain, clock);
    event.recorded = true;
    event.reached.reset();
    event.clock = clock;
    event.point = {};
    event.captured = false;
    return ticket;
  }
  Place operator()(const KernelWork& work) {
    std::vector<Early> early = clock.take_early();
    if (!work.can_wait) join_ends(std::exchange(early, {}), &early);
    const Clock before = work.events.empty() ? Clock() : clock;
    join_ends(early, nullptr);
    Ticket ticket = s.order.issue(chain, clock);
    if (work.programmatic) ticket.host = s.order.host();
    ticket.early = std::move(early);
    for (const LaunchEvent& one : work.events) record(one, ticket, before);
    return ticket;
  }
  /// It cannot wait for a kernel's end; a kernel after it can.
  template <class Other>
  Place operator()(const Other&) {
    Ticket ticket = s.order.issue(chain, clock);
    ticket.early = clock.take_early();
    for (const Early& one : ticket.early) {
      if (one.visible) clock.expect(one);
    }
    return ticket;
  }

  /// Waits for the ends that can be waited for. `others`: the rest; may be
  /// null.
  void join_ends(const std::vector<Early>& early, std::vector<Early>* others) {
    for (const Early& one : early) {
      if (one.visible) {
        clock.join_ended(*one.ended);
      } else if (others) {
        others->push_back(one);
      }
    }
  }

  /// By a launch before which all of `before` has ended.
  void record(const LaunchEvent& launch, const Ticket& ticket,
              const Clock& before) {
    Event* const event = s.events.find(launch.event);
    if (!event) return;
    event->recorded = true;
    event->clock = before;
    event->clock.expect({ticket.chain, ticket.number, is_at_start(launch.edge),
                         is_visible(launch.edge),
                         std::make_shared<Clock>(ticket.clock)});
    event->point = {};
    event->captured = false;
  }
};

}  // namespace

std::optional<Ticket> enlist(State& s, const Work& work, Clock& clock,
                             Chain chain) {
  return std::visit(Enlist{s, clock, chain}, work);
}

}  // namespace simt::cudart
