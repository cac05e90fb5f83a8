// SPDX-License-Identifier: MIT
// Plain global stores under a seed: a warp may hold one back until something
// orders it. Every store comes to memory in the end, so a spinning thread may
// rely on it. Knows nothing of the order in which warps run.
#pragma once

#include <deque>
#include <vector>

#include "simt/machine/block.h"
#include "simt/machine/dice.h"

namespace simt {

/// The held stores of a running block lie in the block: those that its warp
/// alone sees in Warp::held, those that the block sees in Block::shown. The
/// buffer keeps those of blocks that have ended.
class StoreBuffer {
 public:
  /// `effects` grows with each store that comes to memory.
  StoreBuffer(ops::GlobalMemory& memory, Dice& dice, uint64_t& effects)
      : memory_(memory), dice_(dice), effects_(effects) {}

  /// Holds a store of `warp` back, or returns false: it is stored now.
  bool delay(Warp& warp, const ops::DelayedStore& store);

  /// The warp is about to access [low, high). What it or its block holds back
  /// there is stored first, so it misses nothing that is ordered before it.
  void settle(Block& block, Warp& warp, uint64_t low, uint64_t high);

  /// The lanes' held stores are ordered before what follows: for the block
  /// (Scope::kCta) or for all. A wider scope also hands on all that the block
  /// was shown.
  void publish(Block& block, Warp& warp, LaneMask lanes, Scope scope) {
    if (!warp.held.empty() || !block.shown.empty())
      order(block, warp, lanes, scope);
  }

  /// The block has ended. That orders nothing: its stores stay held back.
  void depart(Block& block);

  /// Stores all that the block holds back.
  void drain(Block& block);
  /// Stores what blocks that have ended held back.
  void drain_departed() { store_all(departed_); }
  /// Stores all that is held back; `running` are all blocks that run.
  void drain_all(const std::deque<Block*>& running);

 private:
  using Stores = std::vector<ops::DelayedStore>;

  void store_now(const ops::DelayedStore& store);
  void store_all(Stores& stores);
  void store_oldest(Stores& stores, size_t most);
  void order(Block& block, Warp& warp, LaneMask lanes, Scope scope);
  void show(Block& block, Warp& warp, LaneMask lanes);

  ops::GlobalMemory& memory_;
  Dice& dice_;
  uint64_t& effects_;
  Stores departed_;
  bool any_ = false;
};

}  // namespace simt
