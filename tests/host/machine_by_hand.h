// SPDX-License-Identifier: MIT
// Blocks made by hand, for tests of the machine's parts without a launch.
#pragma once

#include <initializer_list>
#include <stdexcept>
#include <utility>

#include "simt/machine/block.h"

/// A running block of full warps. Each is one split at instruction 0 of the
/// kernel, whose frame has `frame_bytes`.
inline simt::Block block_of(uint32_t warps, size_t frame_bytes = 2048) {
  simt::Block block;
  block.live_threads = warps * simt::kWarpSize;
  for (simt::Barrier& barrier : block.barriers) {
    barrier.arrived.assign(warps, 0);
    barrier.late.assign(warps, 0);
  }
  block.warps.resize(warps);
  for (uint32_t w = 0; w < warps; ++w) {
    simt::Warp& warp = block.warps[w];
    warp.index = w;
    warp.present = warp.live = simt::kAllLanes;
    warp.base = std::make_unique<simt::Frame>();
    warp.base->registers = simt::aligned_bytes(frame_bytes);
    simt::Split split;
    split.mask = simt::kAllLanes;
    split.frame = warp.base.get();
    warp.splits.push_back(split);
  }
  return block;
}

/// A block of one warp, whose splits a test places.
struct OneWarp {
  /// The warp as splits with these masks and places.
  void split_up(
      std::initializer_list<std::pair<simt::LaneMask, uint32_t>> wanted) {
    warp.splits.clear();
    for (const auto& [mask, pc] : wanted) {
      simt::Split s;
      s.mask = mask;
      s.pc = pc;
      s.frame = warp.base.get();
      warp.splits.push_back(s);
    }
  }
  /// The split of a lane.
  simt::Split& of(int lane) {
    for (simt::Split& s : warp.splits)
      if (s.mask >> lane & 1) return s;
    throw std::runtime_error("lane has no split");
  }

  simt::Block block = block_of(1);
  simt::Warp& warp = block.warps[0];
};
