// SPDX-License-Identifier: MIT
// Keeps them by their numbers, which rise.
#include "simt/context/under_way.h"

namespace simt::cudart {

std::vector<int> LaunchesUnderWay::turns(bool all) {
  std::vector<int> turns, late;
  for (UnderWay& u : launches_) {
    if (u.is_paused && !all) continue;
    if (all || u.launch->sees_change() || u.launch->waits_blindly()) {
      turns.push_back(u.index);
    } else if (++u.passed_over >= kPatience) {
      late.push_back(u.index);
    } else {
      continue;
    }
    u.passed_over = 0;
  }
  if (seed_ != 0 && turns.size() > 1) {
    const uint32_t first = dice_.below(static_cast<uint32_t>(turns.size()));
    std::rotate(turns.begin(), turns.begin() + first, turns.end());
  }
  turns.insert(turns.end(), late.begin(), late.end());
  return turns;
}

std::vector<int> LaunchesUnderWay::blind() const {
  std::vector<int> all;
  for (const UnderWay& u : launches_) {
    if (!u.is_paused && u.launch->waits_blindly()) all.push_back(u.index);
  }
  return all;
}

const UnderWay& LaunchesUnderWay::choose_paused() {
  std::vector<const UnderWay*> paused;
  for (const UnderWay& u : launches_) {
    if (u.is_paused) paused.push_back(&u);
  }
  return *paused[dice_.below(static_cast<uint32_t>(paused.size()))];
}

int LaunchesUnderWay::first(const Clock* clock) const {
  const auto found = std::find_if(
      launches_.begin(), launches_.end(),
      [&](const UnderWay& u) { return clock == nullptr || u.before(*clock); });
  return found == launches_.end() ? -1 : found->index;
}

std::optional<UnderWay> LaunchesUnderWay::take(int index) {
  const auto found =
      std::find_if(launches_.begin(), launches_.end(),
                   [&](const UnderWay& u) { return u.index == index; });
  if (found == launches_.end()) return std::nullopt;
  std::optional<UnderWay> taken = std::move(*found);
  launches_.erase(found);
  return taken;
}

void LaunchesUnderWay::put(UnderWay launch) {
  const auto later =
      std::find_if(launches_.begin(), launches_.end(),
                   [&](const UnderWay& u) { return u.index > launch.index; });
  launches_.insert(later, std::move(launch));
}

}  // namespace simt::cudart
