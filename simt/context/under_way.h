// SPDX-License-Identifier: MIT
// The launches that were left because they wait for a store of the host, or of
// another launch, or because the seed lets others run, in the order in which
// they began. Runs none.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "simt/checks/session.h"
#include "simt/context/caller.h"
#include "simt/machine/dice.h"
#include "simt/machine/machine.h"
#include "simt/stream/order.h"

namespace simt::cudart {

class DeviceLaunches;  // simt/launch/device_launch.h

struct UnderWay {
  int index = 0;  // of the launch
  Ticket ticket;
  int device = 0;
  std::shared_ptr<DeviceLaunches> launched = {};  // by its kernel
  std::unique_ptr<checks::Session> session = {};  // null: the process's
  const program::Kernel* kernel = nullptr;
  CallPlace place = {};                 // of its launch
  uint64_t grid_workspace = 0;          // as in Launch
  std::vector<int> beside = {};         // what its session was told
  std::vector<int> prerequisites = {};  // as in Launch
  int graph_run = 0;                    // as in WorkFacts
  bool has_fresh_blocks = false;        // blocks of it have not started
  bool is_paused = false;               // left by the seed: it can get on
  bool is_watched = true;               // the ledger of works hears of it
  int passed_over = 0;                  // times in a row, by turns()
  std::vector<report::Diagnostic> told_at_end = {};  // if it ends well
  std::unique_ptr<Running> launch = {};              // uses all of these

  /// Whether it comes before something that stands behind `clock`.
  bool before(const Clock& clock) const {
    return clock.covers(ticket.chain, ticket.number);
  }
  /// Whether what may begin before its end may do so now: see Early.
  bool lets(bool at_start) const {
    return at_start ? launch->has_begun() : launch->has_let();
  }
};

class LaunchesUnderWay {
 public:
  /// Resident grids per device, of compute capability 7.5 and later (CUDA C++
  /// Programming Guide, "Technical Specifications per Compute Capability").
  static constexpr std::ptrdiff_t kMost = 128;

  LaunchesUnderWay() = default;
  explicit LaunchesUnderWay(uint64_t seed) : seed_(seed), dice_(seed) {}

  bool any() const { return !launches_.empty(); }
  size_t count() const { return launches_.size(); }
  /// Whether one of them comes before something that stands behind `clock`.
  bool before(const Clock& clock) const {
    return any_of([&](const UnderWay& u) { return u.before(clock); });
  }
  /// Whether a GPU would start another launch beside them on the device.
  bool has_room(int device) const {
    const auto on_device = [&](const UnderWay& u) {
      return u.device == device;
    };
    return std::count_if(launches_.begin(), launches_.end(), on_device) <
               kMost &&
           !any_of([&](const UnderWay& u) {
             return on_device(u) && u.has_fresh_blocks;
           });
  }
  /// The first on the device that was issued before; null: none was. A GPU may
  /// load no kernel until it has ended.
  const UnderWay* issued_before(int device, uint64_t issued) const {
    for (const UnderWay& u : launches_) {
      if (u.device == device && u.ticket.issued < issued) return &u;
    }
    return nullptr;
  }
  /// Whether that kernel has begun and keeps what expects it from beginning.
  bool keeps(const Early& early) const {
    return any_of([&](const UnderWay& u) {
      return u.ticket.is(early.chain, early.number) && !u.lets(early.at_start);
    });
  }
  bool keeps_any(const std::vector<Early>& all) const {
    return std::any_of(all.begin(), all.end(),
                       [&](const Early& early) { return keeps(early); });
  }
  bool has(int index) const {
    return any_of([&](const UnderWay& u) { return u.index == index; });
  }
  /// Whether that launch was left for one that may begin beside it.
  bool gave_way(int index) const {
    return any_of([&](const UnderWay& u) {
      return u.index == index && u.launch->gave_way();
    });
  }
  /// Tells that when launch `index` has ended well.
  void tell_at_end(int index, report::Diagnostic diagnostic) {
    for (UnderWay& u : launches_) {
      if (u.index != index) continue;
      u.told_at_end.push_back(std::move(diagnostic));
      return;
    }
  }
  /// Whether something that one of them waits for has come.
  bool any_sees_change() const {
    return any_of([](const UnderWay& u) {
      return !u.is_paused && u.launch->sees_change();
    });
  }
  template <class Is>
  bool any_of(Is is) const {
    return std::any_of(launches_.begin(), launches_.end(), is);
  }
  /// Slots below this are theirs.
  uint32_t end_of_slots() const {
    uint32_t end = 0;
    for (const UnderWay& u : launches_) {
      end = std::max(end, u.launch->end_of_slots());
    }
    return end;
  }

  /// Passed over so often, a launch has a turn: a store that came while it was
  /// left may be taken for one that it knows.
  static constexpr int kPatience = 64;
  /// The numbers of the launches that may get on, or `all`, in the order in
  /// which they are to. Not those that are paused, but for `all`.
  std::vector<int> turns(bool all);
  /// The oldest that comes before something that stands behind `clock`; null:
  /// of all. -1: none.
  int first(const Clock* clock) const;
  bool any_paused() const {
    return any_of([](const UnderWay& u) { return u.is_paused; });
  }
  /// Where some are paused: whether other work is to begin first.
  bool others_first() { return dice_.below(3) == 0; }
  /// One of those that are paused, which there must be.
  const UnderWay& choose_paused();
  /// Takes one out; nothing when it is not there.
  std::optional<UnderWay> take(int index);
  void put(UnderWay launch);
  /// The device is lost, and they with it.
  std::vector<UnderWay> take_all() { return std::exchange(launches_, {}); }
  /// The numbers of those that may get on without a change that can be seen.
  std::vector<int> blind() const;

 private:
  std::vector<UnderWay> launches_;
  uint64_t seed_ = 0;
  Dice dice_{0};
};

}  // namespace simt::cudart
