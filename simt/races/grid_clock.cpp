// SPDX-License-Identifier: MIT
// A tree over the bits of the serial number; nodes are never changed once made.
#include "simt/races/grid_clock.h"

#include <bit>
#include <utility>

namespace simt::races {
namespace {

BlockClock joined(const BlockClock& a, const BlockClock& b) {
  if (a.phase != b.phase) return a.phase > b.phase ? a : b;
  if (!b.inside || a.inside == b.inside) return a;
  if (!a.inside) return b;
  if (b.inside->covers(*a.inside)) return b;
  if (a.inside->covers(*b.inside)) return a;
  auto both = std::make_shared<VectorClock>(*a.inside);
  both->join(*b.inside);
  shorten(both->warps, both->threads);
  return {a.phase, std::move(both)};
}

}  // namespace

LaneMask BlockClock::unknown(uint32_t then, uint32_t warp, LaneMask lanes,
                             uint32_t clock) const {
  if (phase > then) return 0;
  if (phase < then || !inside) return lanes;
  LaneMask found = 0;
  for (LaneMask left = lanes; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    if (inside->of(thread_of(warp, lane)) <= clock)
      found |= LaneMask{1} << lane;
  }
  return found;
}

const BlockClock& GridClock::find(uint32_t serial) const {
  static const BlockClock nothing;
  if (!root_ || uint64_t{serial} >> (kBits * (level_ + 1)) != 0) return nothing;
  const Node* node = root_.get();
  for (int level = level_; level > 0 && node != nullptr; --level)
    node = node->child[serial >> (kBits * level) & (kFan - 1)].get();
  return node == nullptr ? nothing : node->clock[serial & (kFan - 1)];
}

GridClock::Link GridClock::added(const Link& to, uint32_t serial,
                                 const BlockClock& clock, int level) {
  auto node = to ? std::make_shared<Node>(*to) : std::make_shared<Node>();
  if (level == 0) {
    BlockClock& mine = node->clock[serial & (kFan - 1)];
    BlockClock both = races::joined(mine, clock);
    if (to && both == mine) return to;
    mine = std::move(both);
  } else {
    Link& mine = node->child[serial >> (kBits * level) & (kFan - 1)];
    Link both = added(mine, serial, clock, level - 1);
    if (both == mine) return to;
    mine = std::move(both);
  }
  return node;
}

/// `but`: the number below these nodes of the block whose clock stays that of
/// `a`.
GridClock::Link GridClock::joined(const Link& a, const Link& b, int level,
                                  uint32_t but) {
  if (a == b || !b) return a;
  if (!a && but == kNoBlock) return b;
  static const Node kNothing;
  const Node& mine = a ? *a : kNothing;
  Node both;
  bool is_a = true, is_b = true;
  for (uint32_t i = 0; i < kFan; ++i) {
    const bool holds_it = but != kNoBlock && but >> (kBits * level) == i;
    if (level == 0) {
      both.clock[i] =
          holds_it ? mine.clock[i] : races::joined(mine.clock[i], b->clock[i]);
      is_a = is_a && both.clock[i] == mine.clock[i];
      is_b = is_b && both.clock[i] == b->clock[i];
    } else {
      both.child[i] =
          joined(mine.child[i], b->child[i], level - 1,
                 holds_it ? but & ((1u << (kBits * level)) - 1) : kNoBlock);
      is_a = is_a && both.child[i] == mine.child[i];
      is_b = is_b && both.child[i] == b->child[i];
    }
  }
  if (is_b) return b;
  return is_a ? a : std::make_shared<Node>(std::move(both));
}

void GridClock::lift(int level) {
  for (; level_ < level; ++level_) {
    if (!root_) continue;
    auto above = std::make_shared<Node>();
    above->child[0] = root_;
    root_ = std::move(above);
  }
}

void GridClock::add(uint32_t serial, const BlockClock& clock) {
  int level = 0;
  while (uint64_t{serial} >> (kBits * (level + 1)) != 0) ++level;
  lift(level);
  root_ = added(root_, serial, clock, level_);
}

void GridClock::join_others(const GridClock& other, uint32_t serial) {
  if (other.empty() || root_ == other.root_) return;
  if (empty() && serial == kNoBlock) {
    *this = other;
    return;
  }
  GridClock raised = other;
  raised.lift(level_);
  lift(raised.level_);
  const bool there = uint64_t{serial} >> (kBits * (level_ + 1)) == 0;
  root_ = joined(root_, raised.root_, level_, there ? serial : kNoBlock);
}

}  // namespace simt::races
