// SPDX-License-Identifier: MIT
// One bit for each byte of a range: was it ever written. Knows nothing of
// where the bytes are.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simt/checks/zero_words.h"

namespace simt::checks {

class ByteMap {
 public:
  /// All `bytes` bytes unwritten. Of a large range the bits take memory where
  /// bytes were written.
  void reset(uint64_t bytes);

  /// True when every byte is known to be written: nothing left to check.
  bool complete() const { return missing_ == 0; }

  /// Marks [begin, begin + count); what lies past the end is ignored.
  void write(uint64_t begin, uint64_t count);
  /// Marks what is marked in `other`, a map of the same size.
  void add(const ByteMap& other);
  /// True when every byte of [begin, begin + count) was written. Bytes past
  /// the end count as written.
  bool written(uint64_t begin, uint64_t count) const;

  /// The same for one aligned access of 1, 2, 4, 8 or 16 bytes: no loop.
  void write_one(uint64_t at, uint32_t bytes) {
    if (at >= bytes_) return;
    uint64_t& word = bits_[at / 64];
    const uint64_t all = mask_of(bytes) << (at % 64);
    const uint64_t fresh = inside(at, all) & ~word;
    if (fresh == 0) return;
    missing_ -= fresh == all ? bytes : static_cast<uint64_t>(count_bits(fresh));
    word |= fresh;
  }
  bool written_one(uint64_t at, uint32_t bytes) const {
    if (at >= bytes_) return true;
    const uint64_t mask = inside(at, mask_of(bytes) << (at % 64));
    return (bits_[at / 64] & mask) == mask;
  }
  /// The same where `other`, of the same size, may have what is missing.
  bool written_with(const ByteMap& other, uint64_t at, uint32_t bytes) const {
    if (at >= bytes_) return true;
    const uint64_t mask = inside(at, mask_of(bytes) << (at % 64));
    return ((bits_[at / 64] | other.bits_[at / 64]) & mask) == mask;
  }

 private:
  static uint64_t mask_of(uint32_t bytes) { return (uint64_t{1} << bytes) - 1; }
  /// Drops bits past the end, in the last word.
  uint64_t inside(uint64_t at, uint64_t mask) const {
    const uint64_t left = bytes_ - at / 64 * 64;
    return left >= 64 ? mask : mask & ((uint64_t{1} << left) - 1);
  }
  static int count_bits(uint64_t bits);

  uint64_t bytes_ = 0;
  uint64_t missing_ = 0;
  uint64_t words_ = 0;  // in use
  uint64_t room_ = 0;   // words of bits_
  ZeroWords bits_;
};

}  // namespace simt::checks
