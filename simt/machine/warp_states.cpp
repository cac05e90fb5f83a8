// SPDX-License-Identifier: MIT
// A state is a hash of where the splits of a warp are and of their registers.
#include "simt/machine/warp_states.h"

#include <cstring>

namespace simt {
namespace {

struct Hash {
  uint64_t value = 0x9e3779b97f4a7c15u;
  void add(uint64_t word) {
    value = (value ^ word) * 0xff51afd7ed558ccdu;
    value ^= value >> 32;
  }
  void add(const std::byte* bytes, uint32_t count) {
    uint64_t word = 0;
    for (; count >= 8; count -= 8, bytes += 8) {
      std::memcpy(&word, bytes, 8);
      add(word);
    }
    word = 0;
    std::memcpy(&word, bytes, count);
    add(word);
  }
};

void add_split(Hash& hash, const Split& s, const Relevance& relevance) {
  hash.add(uint64_t{s.pc} << 32 | s.mask);
  hash.add(static_cast<uint64_t>(s.wait) << 32 |
           static_cast<uint64_t>(s.barrier));
  if (s.wait != Split::Wait::kNone) hash.add(uint64_t{s.asked} << 32 | s.value);
  for (const Frame* f = s.frame; f != nullptr; f = f->parent) {
    hash.add(uint64_t{f->function} << 32 | f->return_pc);
    for (const Relevance::Span& span : relevance.spans(f->function))
      hash.add(f->registers.get() + span.offset, span.bytes);
  }
}

}  // namespace

// All blocks of a launch have as many warps.
size_t WarpStates::count() const {
  return resident_.empty() ? 0
                           : resident_.size() * resident_.front()->warps.size();
}

uint64_t WarpStates::state(size_t i) const {
  const size_t warps = resident_.front()->warps.size();
  const Block& block = *resident_[i / warps];
  const Warp& warp = block.warps[i % warps];
  Hash hash;
  hash.add(block.index);
  for (const Barrier& barrier : block.barriers)
    if (barrier.open) hash.add(barrier.arrived[warp.index]);
  for (const Join& join : warp.joins)
    hash.add(uint64_t{join.pc} << 32 | join.lanes);
  for (const Split& s : warp.splits) add_split(hash, s, relevance_);
  return hash.value;
}

void WarpStates::keep() {
  kept_.resize(count());
  for (size_t i = 0; i < kept_.size(); ++i) kept_[i] = state(i);
}

bool WarpStates::same() {
  if (kept_.size() != count()) return false;
  if (moved_ < kept_.size() && state(moved_) != kept_[moved_]) return false;
  for (size_t i = 0; i < kept_.size(); ++i) {
    if (state(i) == kept_[i]) continue;
    moved_ = i;
    return false;
  }
  return true;
}

}  // namespace simt
