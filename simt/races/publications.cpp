// SPDX-License-Identifier: MIT
// Binary search in what a block or a warp published.
#include "simt/races/publications.h"

#include <algorithm>
#include <tuple>

namespace simt::races {
namespace {

std::tuple<uint32_t, uint32_t> moment(const Epoch& epoch) {
  return {epoch.phase, epoch.clock};
}

}  // namespace

bool Publications::join(const Publication& one_lane) {
  if (all_.empty()) return false;
  Publication& last = all_.back();
  if (!(last.epoch == one_lane.epoch) || last.pc != one_lane.pc) return false;
  last.lanes |= one_lane.lanes;
  last.tells |= one_lane.tells;
  last.last = one_lane.last;
  return true;
}

bool Publications::hides(const Publication& one, const Epoch& before,
                         LaneMask lanes, size_t first) const {
  // After a barrier each thread of the block tells what came before it.
  const bool own = one.epoch.phase == before.phase;
  const LaneMask tells = one.tells & (own ? lanes : kAllLanes);
  if (tells == 0) return false;
  const size_t number = static_cast<size_t>(&one - all_.data());
  return number < first ||
         (number == first && !one.update && (one.last & tells) == 0);
}

void Publications::add(const Publication& publication) {
  const Epoch& epoch = publication.epoch;
  std::vector<Phase>& phases = phases_[epoch.serial];
  if (phases.empty() || phases.back().phase < epoch.phase)
    phases.push_back({epoch.phase, all_.size()});
  of_warp_[key(epoch)].push_back(all_.size());
  all_.push_back(publication);
}

/// The first of a warp's publications that is not before `epoch`.
Publications::Indices::const_iterator Publications::from(
    const Indices& mine, const Epoch& epoch) const {
  return std::partition_point(mine.begin(), mine.end(), [&](size_t i) {
    return moment(all_[i].epoch) < moment(epoch);
  });
}

const Publication* Publications::first_after(const Epoch& before,
                                             LaneMask lanes,
                                             size_t length) const {
  size_t first = std::min(length, all_.size());
  const size_t none = first;
  if (const auto block = phases_.find(before.serial); block != phases_.end()) {
    const auto later = std::partition_point(
        block->second.begin(), block->second.end(),
        [&](const Phase& p) { return p.phase <= before.phase; });
    if (later != block->second.end()) first = std::min(first, later->index);
  }
  if (const auto warp = of_warp_.find(key(before)); warp != of_warp_.end()) {
    for (auto i = from(warp->second, before);
         i != warp->second.end() && *i < first &&
         all_[*i].epoch.phase == before.phase;
         ++i) {
      if ((all_[*i].lanes & lanes) != 0) first = *i;
    }
  }
  return first == none ? nullptr : &all_[first];
}

std::vector<size_t> Publications::made(const Epoch& epoch,
                                       LaneMask lanes) const {
  std::vector<size_t> found;
  const auto warp = of_warp_.find(key(epoch));
  if (warp == of_warp_.end()) return found;
  for (auto i = from(warp->second, epoch);
       i != warp->second.end() && all_[*i].epoch == epoch; ++i)
    if ((lanes & ~all_[*i].lanes) == 0) found.push_back(*i);
  return found;
}

}  // namespace simt::races
