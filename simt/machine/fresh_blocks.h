// SPDX-License-Identifier: MIT
// Fresh blocks and warps: registers cleared, special registers filled. Knows
// nothing of how they run.
#pragma once

#include "simt/machine/block.h"
#include "simt/machine/shape.h"

namespace simt {

class FreshBlocks {
 public:
  FreshBlocks(const Settings& settings, const Launch& launch,
              const LaunchShape& shape)
      : settings_(settings), launch_(launch), shape_(shape) {}

  /// Makes `block` the block `index` of the grid, about to run. It may have
  /// been another block of this launch before; its slot stays.
  void fill(Block& block, uint32_t index) const;
  /// Makes the blocks, by rank, the cluster of this number.
  void fill_cluster(const std::vector<Block*>& blocks, uint64_t number) const;

 private:
  // `at`: the block's index by axis.
  void fill_warp(const Block& block, const uint32_t (&at)[3], Warp& warp) const;
  void fill_specials(const Block& block, const uint32_t (&at)[3], Warp& warp,
                     bool fresh) const;
  void fill_cluster_specials(const Block& block, const uint32_t (&at)[3],
                             Warp& warp, bool fresh) const;

  const Settings& settings_;
  const Launch& launch_;
  const LaunchShape& shape_;
};

}  // namespace simt
