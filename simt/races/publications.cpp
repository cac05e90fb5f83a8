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

bool Publications::join(const Epoch& epoch, uint32_t pc, LaneMask lane) {
  if (all_.empty()) return false;
  Publication& last = all_.back();
  if (!(last.epoch == epoch) || last.pc != pc) return false;
  last.lanes |= lane;
  return true;
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
