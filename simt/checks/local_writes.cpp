// SPDX-License-Identifier: MIT
// A bit for each word and thread, made when the word is first stored.
#include "simt/checks/local_writes.h"

#include <algorithm>
#include <bit>

namespace simt::checks {
namespace {
constexpr uint64_t kBytesOfWord = 4;
}

void LocalWrites::reset(uint32_t warps) {
  warps_ = warps;
  met_ = false;
  lanes_.clear();
}

template <typename Visit>
void LocalWrites::each_word(const Access& access, const Visit& visit) {
  const auto words = [&](uint64_t from, LaneMask lanes) {
    for (uint64_t w = from / kBytesOfWord;
         w <= (from + access.bytes - 1) / kBytesOfWord; ++w)
      visit(w, lanes);
  };
  if (access.shape == Shape::kUniform) return words(access.base, access.active);
  for (LaneMask left = access.active; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    words(access.lane_address(lane), LaneMask{1} << lane);
  }
}

void LocalWrites::store(const Access& access) {
  each_word(access, [&](uint64_t word, LaneMask lanes) {
    if ((word + 1) * warps_ > lanes_.size()) lanes_.resize((word + 1) * warps_);
    lanes_[word * warps_ + access.at.warp] |= lanes;
  });
}

LaneMask LocalWrites::stored(uint64_t word, uint32_t warp) const {
  const uint64_t at = word * warps_ + warp;
  return at < lanes_.size() ? lanes_[at] : 0;
}

bool LocalWrites::by_others(uint64_t word, uint32_t warp, int lane) const {
  for (uint32_t other = 0; other < warps_; ++other) {
    const LaneMask self = other == warp ? LaneMask{1} << lane : 0;
    if ((stored(word, other) & ~self) != 0) return true;
  }
  return false;
}

LaneMask LocalWrites::foreign(const Access& access) const {
  if (!met_) return 0;
  LaneMask found = 0;
  each_word(access, [&](uint64_t word, LaneMask lanes) {
    LaneMask missing = lanes & ~stored(word, access.at.warp);
    for (; missing != 0; missing &= missing - 1) {
      const int lane = std::countr_zero(missing);
      if (by_others(word, access.at.warp, lane)) found |= LaneMask{1} << lane;
    }
  });
  return found;
}

}  // namespace simt::checks
