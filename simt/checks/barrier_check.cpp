// SPDX-License-Identifier: MIT
// Compares arrivals by instruction: a line may have two barriers. The copies of
// one that the compiler makes never stand in branches that threads take
// differently, so the threads of a right program meet at one of them. Keeps one
// finding for each set of places, without those that follow from another.
#include "simt/checks/barrier_check.h"

#include <algorithm>
#include <utility>

#include "simt/checks/wording.h"

namespace simt::checks {

void BarrierCheck::on_launch(const LaunchInfo&) { found_.clear(); }

void BarrierCheck::on_barrier(const BarrierDone& barrier) {
  if (barrier.arrivals == nullptr || barrier.arrivals->empty()) return;
  const uint32_t first = barrier.arrivals->front().pc;
  for (const BarrierDone::Arrival& arrival : *barrier.arrivals) {
    if (arrival.waits && arrival.pc != first) return two_places(barrier);
  }
  for (const BarrierDone::Arrival& arrival : *barrier.arrivals)
    if ((arrival.late | arrival.elsewhere) != 0)
      return parted(barrier, arrival);
  // A named barrier of some threads does not wait for the others anyway.
  if (barrier.whole && barrier.exited_threads > 0) some_exited(barrier);
}

std::vector<BarrierCheck::Waiting> BarrierCheck::places_of(
    const BarrierDone& barrier) const {
  std::vector<Waiting> places;
  for (const BarrierDone::Arrival& arrival : *barrier.arrivals) {
    auto place =
        std::find_if(places.begin(), places.end(),
                     [&](const Waiting& w) { return w.pc == arrival.pc; });
    if (place == places.end())
      place = places.insert(places.end(), {arrival.pc, {}, {}});
    for (uint32_t lane = 0; lane < kWarpSize; ++lane)
      if (arrival.lanes >> lane & 1)
        place->threads.push_back(arrival.warp * kWarpSize + lane);
    place->warps.push_back(arrival.warp);
  }
  for (Waiting& place : places) {
    std::sort(place.threads.begin(), place.threads.end());
    std::sort(place.warps.begin(), place.warps.end());
  }
  std::sort(places.begin(), places.end(),
            [](const Waiting& a, const Waiting& b) { return a.pc < b.pc; });
  return places;
}

int BarrierCheck::split_warp_of(const std::vector<Waiting>& places) {
  int split_warp = -1;
  for (size_t i = 1; i < places.size(); ++i) {
    for (uint32_t warp : places[i].warps) {
      const auto& before = places[i - 1].warps;
      if (std::binary_search(before.begin(), before.end(), warp) &&
          (split_warp < 0 || static_cast<int>(warp) < split_warp))
        split_warp = static_cast<int>(warp);
    }
  }
  return split_warp;
}

void BarrierCheck::two_places(const BarrierDone& barrier) {
  const std::vector<Waiting> places = places_of(barrier);
  // Whoever numbers a barrier may wait for it at several lines, a warp at each.
  if (barrier.id != 0 && split_warp_of(places) < 0) return;
  std::string key = "two";
  for (const Waiting& place : places) key += " " + std::to_string(place.pc);
  Found& found = found_[key];
  if (found.count++ == 0) describe_two(barrier, places, found);
}

void BarrierCheck::describe_two(const BarrierDone& barrier,
                                const std::vector<Waiting>& places,
                                Found& found) const {
  const int split_warp = split_warp_of(places);
  const std::string block = "block " + scene_.block_name(barrier.at.block);
  const std::string places_word =
      places.size() == 2 ? "two" : std::to_string(places.size());
  report::Diagnostic& d = found.diagnostic;
  if (split_warp >= 0) {
    d = scene_.start("divergent-barrier", report::Severity::kError);
    d.message = "warp " + std::to_string(split_warp) + " of " + block +
                " waits at " + places_word + " barriers";
    d.why = "every thread of the block must reach the same __syncthreads()";
    d.notes = {{"note",
                "undefined on a GPU: it may hang, or go on with "
                "half-written data"}};
  } else {
    d = scene_.start("barrier-mismatch", report::Severity::kError);
    d.message =
        "warps of " + block + " meet at " + places_word + " different barriers";
    d.why =
        "warps that wait at different barriers let each other go; neither "
        "barrier has seen the whole block";
    d.notes = {{"note",
                "undefined on a GPU: both barriers have the same number, "
                "so the hardware takes them for one"}};
  }
  int number = 1;
  for (const Waiting& place : places) {
    report::Place at = scene_.place(
        place.pc,
        (place.threads.size() == 1 ? "thread " : "threads ") +
            ranges(place.threads) +
            (place.threads.size() == 1 ? " waits here" : " wait here"));
    at.number = number++;
    d.places.push_back(std::move(at));
  }
  d.hint = "which threads take the branch before this barrier?";
}

void BarrierCheck::parted(const BarrierDone& barrier,
                          const BarrierDone::Arrival& arrival) {
  Found& found = found_["parted " + std::to_string(arrival.pc)];
  if (found.count++ > 0) return;
  const auto threads = [&](LaneMask lanes) {
    std::vector<uint32_t> list;
    for (uint32_t lane = 0; lane < kWarpSize; ++lane)
      if (lanes >> lane & 1) list.push_back(arrival.warp * kWarpSize + lane);
    return (list.size() == 1 ? "thread " : "threads ") + ranges(list);
  };
  report::Diagnostic& d = found.diagnostic;
  d = scene_.start("divergent-barrier", report::Severity::kError);
  d.message = "only a part of warp " + std::to_string(arrival.warp) +
              " of block " + scene_.block_name(barrier.at.block) +
              " reaches this barrier";
  const bool late = arrival.late != 0;
  d.places = {scene_.place(
      arrival.pc, threads(arrival.lanes) + " wait here; " +
                      threads(late ? arrival.late : arrival.elsewhere) +
                      (late ? " went past and exited" : " took another way"))};
  d.why = "every thread of the block must reach the same __syncthreads()";
  d.notes = {{"note",
              "undefined on a GPU: it may hang, or go on with "
              "half-written data"}};
  if (!late)
    d.notes.push_back({"lockstep", "before Volta the warp counts whole"});
  d.hint = "which threads take the branch before this barrier?";
}

void BarrierCheck::some_exited(const BarrierDone& barrier) {
  const BarrierDone::Arrival& first = barrier.arrivals->front();
  Found& found = found_["exited " + std::to_string(first.pc)];
  if (found.count++ > 0) return;
  report::Diagnostic& d = found.diagnostic;
  d = scene_.start("divergent-barrier", report::Severity::kWarning);
  d.message = "a barrier does not wait for " +
              count_of(barrier.exited_threads, "thread") + " that exited";
  d.places = {scene_.place(
      first.pc, std::to_string(scene_.threads() - barrier.exited_threads) +
                    " of " + count_of(scene_.threads(), "thread") +
                    " of block " + scene_.block_name(barrier.at.block) +
                    " wait here")};
  d.why =
      "a barrier waits only for threads that have not exited; what the others "
      "have left undone stays undone";
  d.hint = "which threads return before this line, and why?";
}

/// After two barriers met, what happens at them later follows from that.
bool BarrierCheck::follows(const report::Diagnostic& d) const {
  if (d.places.size() != 1) return false;
  for (const auto& [key, other] : found_) {
    if (other.diagnostic.places.size() < 2) continue;
    if (d.severity == report::Severity::kWarning) return true;
    for (const report::Place& place : other.diagnostic.places)
      if (place.file == d.places[0].file && place.line == d.places[0].line)
        return true;
  }
  return false;
}

void BarrierCheck::on_launch_end(const Executions&) {
  for (const auto& [key, first] : found_) {
    if (follows(first.diagnostic)) continue;
    Found found = first;
    found.diagnostic.count = found.count;
    found.diagnostic.seen = found.count == 1
                                ? "once in this launch"
                                : std::to_string(found.count) +
                                      " times in this launch; the first is "
                                      "shown";
    scene_.add(std::move(found.diagnostic));
  }
  found_.clear();
}

}  // namespace simt::checks
