// SPDX-License-Identifier: MIT
// Which sectors of an allocation a launch touches, each once, and how often one
// word of it is updated by atomics. Knows no launch.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "simt/checks/sector_model.h"
#include "simt/checks/zero_words.h"
#include "simt/ops/event.h"

namespace simt::checks {

/// Sectors of [begin, end), a bit for each.
class SectorSet {
 public:
  SectorSet() = default;
  SectorSet(uint64_t begin, uint64_t end)
      : first_(begin >> kSectorShift),
        words_(((end - 1) >> kSectorShift) / 64 - first_ / 64 + 1) {}

  /// Those that `lanes` touch; all lie in the allocation. A lane never crosses
  /// a sector's end.
  void add(const Access& access, LaneMask lanes);
  /// The one that holds `address`.
  void add(uint64_t address) {
    const uint64_t sector = address >> kSectorShift;
    word(sector / 64) |= uint64_t{1} << (sector % 64);
  }
  /// Those of [begin, end), which is not empty and lies in the allocation.
  void add(uint64_t begin, uint64_t end) {
    const uint64_t last = (end - 1) >> kSectorShift;
    for (uint64_t at = begin >> kSectorShift; at <= last; ++at)
      add(at << kSectorShift);
  }
  void join(const SectorSet& other);

  /// For GlobalTally::touched: the bits, and which word of them is the first.
  uint64_t* bits() {
    if (bits_ == nullptr) bits_ = zero_words(words_);
    return bits_.get();
  }
  uint64_t first_word() const { return first_ / 64; }
  /// All that was set in bits() is of [begin, end), addresses.
  void cover(uint64_t begin, uint64_t end) {
    low_ = std::min(low_, (begin >> kSectorShift) / 64 - first_ / 64);
    high_ = std::max(high_, ((end - 1) >> kSectorShift) / 64 - first_ / 64);
  }

  uint64_t count() const { return count_without({}); }
  /// Sectors that are not in `other`, which is of the same allocation or empty.
  uint64_t count_without(const SectorSet& other) const;

 private:
  uint64_t& word(uint64_t number) {
    if (bits_ == nullptr) [[unlikely]]
      bits_ = zero_words(words_);
    const uint64_t at = number - first_ / 64;
    if (at < low_) low_ = at;
    if (at > high_) high_ = at;
    return bits_[at];
  }

  uint64_t first_ = 0, words_ = 0;
  uint64_t low_ = ~uint64_t{0}, high_ = 0;  // words used: [low_, high_]
  ZeroWords bits_;                          // null: nothing was touched
};

/// How many requests update each word of an allocation. Not counted in large
/// ones.
class WordUpdates {
 public:
  static constexpr uint64_t kMost = uint64_t{1} << 20;  // bytes

  WordUpdates() = default;
  WordUpdates(uint64_t begin, uint64_t end) : begin_(begin), end_(end) {}

  /// `lanes`: SectorCost::leads of the request.
  void add(const Access& access, LaneMask lanes);
  void join(const WordUpdates& other);
  /// Of the word that most requests update.
  uint64_t most() const;

 private:
  uint64_t begin_ = 0, end_ = 0;
  std::vector<uint64_t> requests_;  // by word
};

}  // namespace simt::checks
