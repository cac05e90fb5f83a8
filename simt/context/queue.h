// SPDX-License-Identifier: MIT
// Work that was issued and has not begun. Which may begin follows from the
// clocks, which of them does from the seed. Runs nothing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "simt/context/caller.h"
#include "simt/context/host_functions.h"
#include "simt/context/under_way.h"
#include "simt/machine/dice.h"
#include "simt/stream/order.h"
#include "simt/stream/work.h"

namespace simt::cudart {

struct Queued {
  Work work;
  Ticket ticket;
  CallPlace place;  // of the call that issued it
};

/// A launch as one that may begin beside it sees it.
struct RunningLaunch {
  const Ticket& ticket;
  int device = 0;
  bool full = false;  // blocks of it have found no place

  /// Whether it keeps from beginning what expects all these.
  bool keeps(const std::vector<Early>& all) const {
    return std::any_of(all.begin(), all.end(), [&](const Early& early) {
      return ticket.is(early.chain, early.number) && (full || !early.at_start);
    });
  }
};

class Queue {
 public:
  explicit Queue(uint64_t seed) : dice_(seed) {}

  /// Comes after all that was added before and that its clock holds.
  void add(Queued work) { waiting_.push_back(std::move(work)); }
  bool empty() const { return waiting_.empty(); }
  /// Whether a kernel, copy or fill may begin beside a launch that runs, which
  /// is not among those under way.
  bool any_beside(const RunningLaunch& running,
                  const LaunchesUnderWay& under_way,
                  const HostFunctions& functions) const;

  /// Whether one waits that `needed` holds.
  bool holds(const Clock& needed) const;
  /// Takes out one that may begin beside the launches that are under way, and
  /// the host functions that have not returned.
  std::optional<Queued> take(const LaunchesUnderWay& under_way = {},
                             const HostFunctions& functions = {});
  /// The first that `fits(Queued)`, if nothing that waits comes before it;
  /// null: there is none. It stays until release().
  template <class Fits>
  const Queued* find(const LaunchesUnderWay& under_way, Fits fits) const {
    for (size_t i = 0; i < waiting_.size(); ++i) {
      if (fits(waiting_[i]))
        return is_next(i, under_way) ? &waiting_[i] : nullptr;
    }
    return nullptr;
  }
  /// Whether the kernel that something expects waits here.
  bool has(const Early& early) const;
  bool any_expected(const std::vector<Early>& all) const;
  Queued release(const Queued& queued);
  /// The oldest of which only launches under way keep the kernel from being
  /// loaded; null: there is none.
  Queued* held(const LaunchesUnderWay& under_way);
  /// Whether the seed wants one to begin although nobody needs it. Always, when
  /// very many wait.
  bool overflows();
  /// The device is lost, and what waits with it.
  void clear() { waiting_.clear(); }

 private:
  bool is_next(size_t index, const LaunchesUnderWay& under_way) const;
  bool may_begin(size_t index, const LaunchesUnderWay& under_way,
                 const HostFunctions& functions) const;

  bool loads_later(size_t index, const std::vector<size_t>& ready) const;

  std::vector<Queued> waiting_;  // in the order in which it was issued
  Dice dice_;
};

}  // namespace simt::cudart
