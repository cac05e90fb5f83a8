// SPDX-License-Identifier: MIT
// A block lives in a slot, which serves another one when it has ended.
#include "simt/machine/resident_blocks.h"

#include <algorithm>
#include <utility>

namespace simt {
namespace {

constexpr size_t kEarly = 64;  // blocks that a seed chooses from

}  // namespace

// kFitting: so a block may wait for one of a lower number.
uint32_t ResidentBlocks::next_index() {
  if (order_ == StartOrder::kPlain) return static_cast<uint32_t>(next_++);
  const size_t room =
      order_ == StartOrder::kAny ? kEarly : most_ - turns_.size();
  for (; next_ < end_ && early_.size() < std::min(room, kEarly); ++next_)
    early_.push_back(static_cast<uint32_t>((next_ + turned_) % end_));
  const auto fit = static_cast<uint32_t>(std::min(room, early_.size()));
  const auto chosen = early_.begin() + dice_.below(fit);
  const uint32_t index = *chosen;
  early_.erase(chosen);
  return index;
}

Block* ResidentBlocks::start() {
  if (not_started() == 0 || turns_.size() >= most_) return nullptr;
  uint32_t slot = first_slot_ + static_cast<uint32_t>(slots_.size());
  if (!free_slots_.empty()) {
    slot = free_slots_.back();
    free_slots_.pop_back();
  } else {
    slots_.push_back(std::make_unique<Block>());
    slots_.back()->slot = slot;
  }
  Block* const block = slots_[slot - first_slot_].get();
  fresh_.fill(*block, next_index());
  turns_.push_back(block);
  return block;
}

void ResidentBlocks::finish(Block& block) {
  std::erase(turns_, &block);
  free_slots_.push_back(block.slot);
}

bool ResidentBlocks::any_runnable() const {
  return std::any_of(turns_.begin(), turns_.end(), [](const Block* b) {
    return std::any_of(b->warps.begin(), b->warps.end(),
                       [](const Warp& w) { return w.runnable(); });
  });
}

Block& ResidentBlocks::take_turn() {
  if (order_ != StartOrder::kPlain && turns_.size() > 1) {
    const auto first =
        turns_.begin() + dice_.below(static_cast<uint32_t>(turns_.size()));
    std::swap(*turns_.begin(), *first);
  }
  return *turns_.front();
}

}  // namespace simt
