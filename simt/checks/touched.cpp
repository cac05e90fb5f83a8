// SPDX-License-Identifier: MIT
// SectorSet::add is hot.
#include "simt/checks/touched.h"

#include <algorithm>
#include <bit>

namespace simt::checks {

void SectorSet::add(const Access& access, LaneMask lanes) {
  if (access.shape == Shape::kUniform) return add(access.base);
  if (access.shape == Shape::kConsecutive && lanes == kAllLanes) {
    uint64_t sector = access.base >> kSectorShift;
    const uint64_t last =
        (access.base + uint64_t{32} * access.bytes - 1) >> kSectorShift;
    while (sector <= last) {
      const uint64_t bit = sector % 64;
      const uint64_t here = std::min(last - sector + 1, 64 - bit);
      word(sector / 64) |=
          (here == 64 ? ~uint64_t{0} : (uint64_t{1} << here) - 1) << bit;
      sector += here;
    }
    return;
  }
  if (bits_ == nullptr) bits_ = zero_words(words_);
  uint64_t* const bits = bits_.get();
  uint64_t low = low_, high = high_;
  for (LaneMask left = lanes; left != 0; left &= left - 1) {
    const uint64_t sector =
        access.lane_address(std::countr_zero(left)) >> kSectorShift;
    const uint64_t at = sector / 64 - first_ / 64;
    low = std::min(low, at);
    high = std::max(high, at);
    bits[at] |= uint64_t{1} << (sector % 64);
  }
  low_ = low;
  high_ = high;
}

void SectorSet::join(const SectorSet& other) {
  if (other.bits_ == nullptr) return;
  if (bits_ == nullptr) bits_ = zero_words(words_);
  for (uint64_t i = other.low_; i <= other.high_; ++i)
    bits_[i] |= other.bits_[i];
  low_ = std::min(low_, other.low_);
  high_ = std::max(high_, other.high_);
}

uint64_t SectorSet::count_without(const SectorSet& other) const {
  uint64_t count = 0;
  if (bits_ == nullptr) return count;
  for (uint64_t i = low_; i <= high_; ++i) {
    const uint64_t less = other.bits_ == nullptr ? 0 : other.bits_[i];
    count += static_cast<uint64_t>(std::popcount(bits_[i] & ~less));
  }
  return count;
}

void WordUpdates::add(const Access& access, LaneMask lanes) {
  if (end_ - begin_ > kMost) return;
  if (words_.empty()) words_.resize((end_ - begin_ + 3) / 4);
  ++request_;
  if (access.shape == Shape::kUniform) lanes &= ~lanes + 1;
  for (LaneMask left = lanes; left != 0; left &= left - 1) {
    const uint64_t address = access.lane_address(std::countr_zero(left));
    Word& word = words_[(address - begin_) / 4];
    if (word.last == request_) continue;
    word.last = request_;
    ++word.requests;
  }
}

void WordUpdates::join(const WordUpdates& other) {
  if (words_.size() < other.words_.size()) words_.resize(other.words_.size());
  for (size_t i = 0; i < other.words_.size(); ++i)
    words_[i].requests += other.words_[i].requests;
}

uint64_t WordUpdates::most() const {
  uint64_t most = 0;
  for (const Word& word : words_) most = std::max(most, word.requests);
  return most;
}

}  // namespace simt::checks
