// SPDX-License-Identifier: MIT
// A copy of a register that nobody wrote is as unwritten as the register: a
// compiler makes such copies. Anything else that is computed counts as written.
#include "simt/machine/unset_sums.h"

#include <algorithm>

namespace simt {

void UnsetSums::find(const std::set<ops::Ref>& sums,
                     const std::vector<Names>& all) {
  const auto add = [&](ops::Ref ref) {
    return numbers_.emplace(ref, static_cast<uint32_t>(numbers_.size())).second;
  };
  for (const ops::Ref ref : sums) add(ref);
  for (bool more = true; more;) {
    more = false;
    for (const Names& names : all) {
      if (names.copied == ops::kNoRef) continue;
      const bool matters =
          std::any_of(names.writes.begin(), names.writes.end(),
                      [&](ops::Ref ref) { return numbers_.contains(ref); });
      if (matters) more |= add(names.copied);
    }
  }
}

UnsetSums::Writes UnsetSums::of(const Names& names) const {
  Writes writes;
  for (const ops::Ref ref : names.writes)
    if (const auto found = numbers_.find(ref); found != numbers_.end())
      writes.to.push_back(found->second);
  if (const auto found = numbers_.find(names.copied); found != numbers_.end())
    writes.copied = found->second;
  return writes;
}

LaneMask* UnsetSums::written(const Block& block, uint32_t warp) {
  std::vector<LaneMask>& lanes = written_[&block];
  lanes.resize(block.warps.size() * numbers_.size());
  return lanes.data() + warp * numbers_.size();
}

void UnsetSums::write(const Block& block, uint32_t warp, const Writes& writes,
                      LaneMask lanes) {
  LaneMask* of_warp = written(block, warp);
  const LaneMask set = writes.copied ? of_warp[*writes.copied] : kAllLanes;
  for (const uint32_t to : writes.to)
    of_warp[to] = (of_warp[to] & ~lanes) | (set & lanes);
}

LaneMask UnsetSums::use(const Block& block, uint32_t warp,
                        const ops::WarpProduct& product) {
  LaneMask* of_warp = written(block, warp);
  LaneMask unset = 0;
  for (const ops::Ref ref : product.d_refs) {
    const auto found = numbers_.find(ref);
    if (found == numbers_.end()) continue;
    unset |= product.lanes & ~of_warp[found->second];
    of_warp[found->second] |= product.lanes;
  }
  return product.adds ? unset : 0;
}

}  // namespace simt
