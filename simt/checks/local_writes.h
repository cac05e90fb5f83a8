// SPDX-License-Identifier: MIT
// Which threads of a block stored each word of their local memory: an array
// that lacks the word __shared__ is one for each thread. Knows no words.
#pragma once

#include <cstdint>
#include <vector>

#include "simt/ops/event.h"

namespace simt::checks {

/// Of one resident block. Words are 4 bytes; a store of a part counts for the
/// whole word, so what is found was not stored at all.
class LocalWrites {
 public:
  /// A block of `warps` warps starts: nothing is stored yet.
  void reset(uint32_t warps);
  /// The block met at a barrier.
  void meet() { met_ = true; }
  void store(const Access& access);
  /// The lanes that load a word which they never stored, while another thread
  /// of the block stored the same word of its own, and the block has met at a
  /// barrier. A thread that meant its own array has no reason for all three.
  LaneMask foreign(const Access& access) const;

 private:
  /// Calls visit(word, lanes) for each word that the access touches.
  template <typename Visit>
  static void each_word(const Access& access, const Visit& visit);
  LaneMask stored(uint64_t word, uint32_t warp) const;
  bool by_others(uint64_t word, uint32_t warp, int lane) const;

  uint32_t warps_ = 0;
  bool met_ = false;
  std::vector<LaneMask> lanes_;  // by word, then by warp
};

}  // namespace simt::checks
