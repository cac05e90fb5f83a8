// SPDX-License-Identifier: MIT
// Vector clocks over chains of launches: a launch is concurrent with every open
// one that its clock does not cover. Beyond kMostOpen the oldest is forgotten,
// and the answer says so.
#include "simt/stream/order.h"

#include <algorithm>

namespace simt::cudart {
namespace {

constexpr size_t kMostOpen = 256;

}  // namespace

void Clock::join(const Clock& other) {
  for (const auto& [chain, number] : other.done_) reach(chain, number);
}

void Clock::reach(Chain chain, uint64_t number) {
  uint64_t& done = done_[chain];
  done = std::max(done, number);
}

bool Clock::covers(Chain chain, uint64_t number) const {
  const auto found = done_.find(chain);
  return found != done_.end() && found->second >= number;
}

void LaunchOrder::settle(const Clock& clock) {
  std::erase_if(open_, [&](const Open& launch) {
    return clock.covers(launch.chain, launch.number);
  });
  std::erase_if(forgotten_, [&](const auto& last) {
    return clock.covers(last.first, last.second);
  });
}

Concurrency LaunchOrder::begin(int index, Chain chain, Clock& clock) {
  settle(host_);
  Concurrency ordered;
  for (const Open& launch : open_) {
    if (!clock.covers(launch.chain, launch.number)) {
      ordered.concurrent.push_back(launch.index);
    }
  }
  ordered.oldest_open = open_.empty() ? index : open_.front().index;
  ordered.forgot = std::any_of(
      forgotten_.begin(), forgotten_.end(),
      [&](const auto& last) { return !clock.covers(last.first, last.second); });
  const uint64_t number = ++lengths_[chain];
  clock.reach(chain, number);
  open_.push_back({index, chain, number});
  if (open_.size() > kMostOpen) {
    forgotten_[open_.front().chain] = open_.front().number;
    open_.pop_front();
  }
  return ordered;
}

}  // namespace simt::cudart
