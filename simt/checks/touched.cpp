// SPDX-License-Identifier: MIT
// SectorSet::add is hot: neighbouring lanes mostly fall into one word of bits,
// which is written once for all of them.
#include "simt/checks/touched.h"

#include <algorithm>
#include <bit>
#include <new>

namespace simt::checks {

void SectorSet::make() {
  bits_.reset(static_cast<uint64_t*>(std::calloc(words_, sizeof(uint64_t))));
  if (bits_ == nullptr) throw std::bad_alloc();
}

/// All lanes, where their sectors lie less than 64 apart; false: they do not.
bool SectorSet::add_near(const Access& access) {
  uint64_t sector[kWarpSize];
  uint64_t low = ~uint64_t{0}, high = 0;
  for (int i = 0; i < kWarpSize; ++i) {
    sector[i] = (access.base + access.address[i]) >> kSectorShift;
    low = std::min(low, sector[i]);
    high = std::max(high, sector[i]);
  }
  if (high - low >= 64) return false;
  uint64_t bits = 0;
  for (const uint64_t one : sector) bits |= uint64_t{1} << (one - low);
  const uint64_t shift = low % 64;
  word(low / 64) |= bits << shift;
  if (high / 64 != low / 64) word(high / 64) |= bits >> (64 - shift);
  return true;
}

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
  if (access.shape == Shape::kGeneral && lanes == kAllLanes && add_near(access))
    return;
  uint64_t number = ~uint64_t{0}, bits = 0;
  for (LaneMask left = lanes; left != 0; left &= left - 1) {
    const uint64_t sector =
        access.lane_address(std::countr_zero(left)) >> kSectorShift;
    if (sector / 64 != number) {
      if (bits != 0) word(number) |= bits;
      number = sector / 64;
      bits = 0;
    }
    bits |= uint64_t{1} << (sector % 64);
  }
  word(number) |= bits;
}

void SectorSet::join(const SectorSet& other) {
  if (other.bits_ == nullptr) return;
  if (bits_ == nullptr) make();
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
