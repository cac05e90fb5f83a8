// SPDX-License-Identifier: MIT
// Whether all resident warps are where they were, with the registers that
// matter. Knows nothing of how they run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "simt/machine/block.h"
#include "simt/machine/relevance.h"

namespace simt {

class WarpStates {
 public:
  /// Both must outlive it.
  WarpStates(const std::deque<Block*>& resident, const Relevance& relevance)
      : resident_(resident), relevance_(relevance) {}

  /// Keeps the state of every warp.
  void keep();
  /// True when every warp is in the state that was kept. While anything moves,
  /// it mostly takes a look at one warp: the one that had moved last time.
  bool same();

 private:
  size_t count() const;
  uint64_t state(size_t i) const;

  const std::deque<Block*>& resident_;
  const Relevance& relevance_;
  std::vector<uint64_t> kept_;  // by block, then by warp
  size_t moved_ = 0;            // in kept_
};

}  // namespace simt
