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
  uint64_t here = 0, touched = 0;  // of one word: not stored lane by lane
  for (LaneMask left = lanes; left != 0; left &= left - 1) {
    const uint64_t sector =
        access.lane_address(std::countr_zero(left)) >> kSectorShift;
    const uint64_t at = sector / 64 - first_ / 64;
    low = std::min(low, at);
    high = std::max(high, at);
    if (at != here) {
      bits[here] |= touched;
      here = at;
      touched = 0;
    }
    touched |= uint64_t{1} << (sector % 64);
  }
  bits[here] |= touched;
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
  if (requests_.empty()) requests_.resize((end_ - begin_ + 3) / 4);
  if (access.shape == Shape::kUniform) lanes &= ~lanes + 1;
  uint64_t seen[kWarpSize];  // words of elements that are narrower
  int count = 0;
  for (LaneMask left = lanes; left != 0; left &= left - 1) {
    const uint64_t address = access.lane_address(std::countr_zero(left));
    const uint64_t word = (address - begin_) / 4;
    if (access.bytes < 4) {
      if (std::find(seen, seen + count, word) != seen + count) continue;
      seen[count++] = word;
    }
    ++requests_[word];
  }
}

void WordUpdates::join(const WordUpdates& other) {
  if (requests_.size() < other.requests_.size())
    requests_.resize(other.requests_.size());
  for (size_t i = 0; i < other.requests_.size(); ++i)
    requests_[i] += other.requests_[i];
}

uint64_t WordUpdates::most() const {
  return requests_.empty()
             ? 0
             : *std::max_element(requests_.begin(), requests_.end());
}

}  // namespace simt::checks
