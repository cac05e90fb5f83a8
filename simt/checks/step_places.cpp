// SPDX-License-Identifier: MIT
// Where diagnostics fire among the steps. A check tells at the end of a launch
// what it found, with places; the step is the first one at which a thread comes
// to the last of them and touches a cell that the first of them touched.
#include <algorithm>
#include <vector>

#include "simt/checks/step_log.h"

namespace simt::checks {
namespace {

using report::Diagnostic;
using report::Place;
using steps::Act;
using steps::Step;

/// Bytes of an array that a thread touched at a step; shared memory is a
/// block's own.
struct Touch {
  int array = 0;
  uint32_t block = 0;  // 0: of all blocks
  int64_t begin = 0, end = 0;
  int step = 0;

  bool meets(const Touch& other) const {
    return array == other.array && block == other.block && begin < other.end &&
           other.begin < end;
  }
};

/// Finds steps of one launch.
class Finder {
 public:
  Finder(const steps::Run& run, int launch) : run_(run), launch_(launch) {}

  bool is_at(const Step& step, const Place& place) const {
    if (step.launch != launch_ || step.file < 0 || step.line != place.line)
      return false;
    if (run_.files[static_cast<size_t>(step.file)] != place.file) return false;
    if (!place.has_thread) return true;
    return step.block == block_of(place) && step.warp == warp_of(place) &&
           (step.on & lanes_of(place)) != 0;
  }

  /// What the thread of the place touches there; of no thread: every lane.
  std::vector<Touch> touches(int index, const Place& place) const {
    const Step& step = run_.steps[static_cast<size_t>(index)];
    std::vector<Touch> all;
    const uint32_t wanted = place.has_thread ? lanes_of(place) : ~0u;
    for (const Act& act : step.acts) {
      if (!act.is_access()) continue;
      const bool shared =
          run_.arrays[static_cast<size_t>(act.array)].space == "shared";
      const auto width = static_cast<int64_t>(act.bytes) * act.count;
      auto at = act.at.begin();
      for (uint32_t left = act.lanes; left != 0; left &= left - 1, ++at) {
        if ((left & -left & wanted) == 0) continue;
        all.push_back(
            {act.array, shared ? step.block : 0, *at, *at + width, index});
      }
    }
    return all;
  }

  int first_at(const Place& place) const {
    for (size_t i = 0; i < run_.steps.size(); ++i)
      if (is_at(run_.steps[i], place)) return static_cast<int>(i);
    return -1;
  }

  /// The first step at `last` that touches what one at `first` touched before.
  void first_meeting(const Place& first, const Place& last,
                     steps::Fires& fires) const {
    std::vector<Touch> before;
    for (size_t i = 0; i < run_.steps.size(); ++i) {
      const int index = static_cast<int>(i);
      if (is_at(run_.steps[i], last)) {
        for (const Touch& now : touches(index, last))
          for (const Touch& then : before)
            if (then.meets(now)) {
              fires.step = index;
              fires.earlier = then.step;
              return;
            }
      }
      if (!is_at(run_.steps[i], first)) continue;
      const auto fresh = touches(index, first);
      before.insert(before.end(), fresh.begin(), fresh.end());
    }
  }

 private:
  const steps::LaunchOf& launch() const {
    return run_.launches[static_cast<size_t>(launch_)];
  }
  static uint32_t linear(const std::array<uint32_t, 3>& at,
                         const std::array<uint32_t, 3>& of) {
    return at[0] + of[0] * (at[1] + of[1] * at[2]);
  }
  uint32_t block_of(const Place& place) const {
    return linear(place.block, launch().grid);
  }
  int warp_of(const Place& place) const {
    return static_cast<int>(linear(place.thread, launch().block) / kWarpSize);
  }
  uint32_t lanes_of(const Place& place) const {
    return 1u << linear(place.thread, launch().block) % kWarpSize;
  }

  const steps::Run& run_;
  const int launch_;
};

/// By the number that each has in the text, which tells what came first.
std::vector<Place> in_time(std::vector<Place> places) {
  std::stable_sort(
      places.begin(), places.end(),
      [](const Place& a, const Place& b) { return a.number < b.number; });
  return places;
}

}  // namespace

void StepLog::place(const std::vector<Diagnostic>& all, size_t first) {
  if (run_.too_large || run_.launches.empty()) return;
  const Finder finder(run_, static_cast<int>(run_.launches.size()) - 1);
  for (size_t i = first; i < all.size(); ++i) {
    const Diagnostic& d = all[i];
    steps::Fires fires{d.name, d.message,
                       d.severity == report::Severity::kError};
    const std::vector<Place> places = in_time(d.places);
    if (places.size() > 1)
      finder.first_meeting(places.front(), places.back(), fires);
    for (size_t p = places.size(); p > 0 && fires.step < 0; --p)
      fires.step = finder.first_at(places[p - 1]);
    run_.fires.push_back(std::move(fires));
  }
}

}  // namespace simt::checks
