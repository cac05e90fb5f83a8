// SPDX-License-Identifier: MIT
// Which sums of a kernel's products hold what somebody wrote. Registers are
// zero here when a kernel starts; on a GPU they hold anything. Looks at the
// kernel's own registers alone, not at those of functions that it calls.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "simt/machine/block.h"
#include "simt/ops/warpgroup.h"
#include "simt/program/program.h"

namespace simt {

class UnsetSums {
 public:
  /// What an instruction makes of registers that matter here, by number.
  struct Writes {
    std::vector<uint32_t> to;
    std::optional<uint32_t> copied;  // the one that it copies
    bool empty() const { return to.empty(); }
  };
  /// An instruction of the kernel itself.
  struct Names {
    std::vector<ops::Ref> writes;
    ops::Ref copied = ops::kNoRef;  // a register, where it only copies one
  };

  /// `sums`: of products of the kernel itself. `all`: by pc.
  void find(const std::set<ops::Ref>& sums, const std::vector<Names>& all);
  Writes of(const Names& names) const;

  /// Lanes of a warp execute such an instruction.
  void write(const Block& block, uint32_t warp, const Writes& writes,
             LaneMask lanes);
  /// A warp issues a product: the lanes that add to a sum which they have not
  /// written. All its sums count as written from then on.
  LaneMask use(const Block& block, uint32_t warp,
               const ops::WarpProduct& product);
  /// The block has ended.
  void forget(const Block& block) { written_.erase(&block); }

 private:
  LaneMask* written(const Block& block, uint32_t warp);

  std::unordered_map<ops::Ref, uint32_t> numbers_;  // of those that matter
  /// By block: by warp and number, the lanes.
  std::map<const Block*, std::vector<LaneMask>> written_;
};

}  // namespace simt
