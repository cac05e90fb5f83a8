// SPDX-License-Identifier: MIT
// A block lives in a slot, which serves another one when it has ended.
#include "simt/machine/resident_blocks.h"

#include <algorithm>
#include <utility>

namespace simt {
namespace {

constexpr size_t kEarly = 64;        // blocks that a seed chooses from
constexpr size_t kLongQuiet = 1024;  // turns in a row without any effect

}  // namespace

// kFitting: so a block may wait for one of a lower number.
uint32_t ResidentBlocks::next_cluster() {
  if (order_ == StartOrder::kPlain) return static_cast<uint32_t>(next_++);
  const size_t room =
      order_ == StartOrder::kAny ? kEarly : (most_ - turns_.size()) / together_;
  for (; next_ < end_ && early_.size() < std::min(room, kEarly); ++next_)
    early_.push_back(static_cast<uint32_t>((next_ + turned_) % end_));
  const auto fit = static_cast<uint32_t>(std::min(room, early_.size()));
  const auto chosen = early_.begin() + dice_.below(fit);
  const uint32_t index = *chosen;
  early_.erase(chosen);
  return index;
}

Block* ResidentBlocks::free_block() {
  uint32_t slot = first_slot_ + static_cast<uint32_t>(slots_.size());
  if (!free_slots_.empty()) {
    slot = free_slots_.back();
    free_slots_.pop_back();
  } else {
    slots_.push_back(std::make_unique<Block>());
    slots_.back()->slot = slot;
  }
  return slots_[slot - first_slot_].get();
}

const std::vector<Block*>& ResidentBlocks::start() {
  fresh_ones_.clear();
  if (not_started() == 0 || turns_.size() + together_ > most_)
    return fresh_ones_;
  for (uint32_t i = 0; i < together_; ++i) fresh_ones_.push_back(free_block());
  fresh_.fill_cluster(fresh_ones_, next_cluster());
  turns_.insert(turns_.end(), fresh_ones_.begin(), fresh_ones_.end());
  return fresh_ones_;
}

void ResidentBlocks::finish(Block& block) {
  std::erase(turns_, &block);
  if (in_line_ > 0) --in_line_;
  quiet_ = 0;
  if (block.cluster != nullptr) {
    block.cluster->blocks[block.rank] = nullptr;
    block.cluster->seen.member[block.rank].shared = nullptr;
  }
  free_slots_.push_back(block.slot);
}

bool ResidentBlocks::any_runnable() const {
  return std::any_of(turns_.begin(), turns_.end(), [](const Block* b) {
    return std::any_of(b->warps.begin(), b->warps.end(),
                       [](const Warp& w) { return w.runnable(); });
  });
}

void ResidentBlocks::pass(uint64_t now, bool acted) {
  Block& block = *turns_.front();
  turns_.pop_front();
  turns_.push_back(&block);
  if (acted) block.acted = now;
  quiet_ = acted ? 0 : quiet_ + 1;
  if (in_line_ > 0) --in_line_;
  const bool dice = order_ != StartOrder::kPlain && in_line_ == 0;
  if (dice && quiet_ >= kLongQuiet) line_up();
}

/// Where one of many blocks can get on, the dice seldom choose it. Blocks that
/// wait in a row, or in the order of their tickets, all get on in one go; every
/// second time those that wait in a row from its other end.
void ResidentBlocks::line_up() {
  std::sort(turns_.begin(), turns_.end(), [](const Block* a, const Block* b) {
    return std::pair(a->acted, a->index) < std::pair(b->acted, b->index);
  });
  if (backwards_) std::reverse(turns_.begin(), turns_.end());
  backwards_ = !backwards_;
  in_line_ = turns_.size();
}

Block& ResidentBlocks::take_turn() {
  if (order_ != StartOrder::kPlain && turns_.size() > 1 && in_line_ == 0) {
    const auto first =
        turns_.begin() + dice_.below(static_cast<uint32_t>(turns_.size()));
    std::swap(*turns_.begin(), *first);
  }
  return *turns_.front();
}

}  // namespace simt
