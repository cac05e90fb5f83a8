// SPDX-License-Identifier: MIT
// Works 64 bytes, one word of bits, at a time. Once every byte was written,
// both calls return at once.
#include "simt/checks/byte_map.h"

#include <algorithm>
#include <bit>

namespace simt::checks {
namespace {

constexpr size_t kFewWords = 1 << 14;  // clearing them is no work

/// Bits [first, last] of a word.
uint64_t span(uint64_t first, uint64_t last) {
  const uint64_t upper = ~uint64_t{0} >> (63 - last);
  return upper & (~uint64_t{0} << first);
}

}  // namespace

int ByteMap::count_bits(uint64_t bits) { return std::popcount(bits); }

void ByteMap::reset(uint64_t bytes) {
  bytes_ = bytes;
  missing_ = bytes;
  words_ = bytes / 64 + 1;
  if (words_ <= room_ && words_ <= kFewWords) {
    std::fill_n(bits_.get(), words_, 0);
    return;
  }
  bits_ = zero_words(words_);
  room_ = words_;
}

void ByteMap::add(const ByteMap& other) {
  if (missing_ == 0) return;
  if (other.missing_ == 0) return write(0, bytes_);  // it may have no bits
  if (other.missing_ == bytes_) return;
  for (uint64_t word = 0; word < words_; ++word) {
    const uint64_t fresh = other.bits_[word] & ~bits_[word];
    if (fresh == 0) continue;
    missing_ -= static_cast<uint64_t>(std::popcount(fresh));
    bits_[word] |= fresh;
  }
}

void ByteMap::write(uint64_t begin, uint64_t count) {
  if (missing_ == 0 || begin >= bytes_ || count == 0) return;
  if (begin == 0 && count >= bytes_) {  // all: no bit is asked for any more
    bytes_ = missing_ = 0;
    return;
  }
  const uint64_t last = begin + std::min(count, bytes_ - begin) - 1;
  for (uint64_t word = begin / 64; word <= last / 64; ++word) {
    const uint64_t mask = span(word == begin / 64 ? begin % 64 : 0,
                               word == last / 64 ? last % 64 : 63);
    missing_ -= static_cast<uint64_t>(std::popcount(mask & ~bits_[word]));
    bits_[word] |= mask;
  }
}

bool ByteMap::written(uint64_t begin, uint64_t count) const {
  if (missing_ == 0 || begin >= bytes_ || count == 0) return true;
  const uint64_t last = begin + std::min(count, bytes_ - begin) - 1;
  for (uint64_t word = begin / 64; word <= last / 64; ++word) {
    const uint64_t mask = span(word == begin / 64 ? begin % 64 : 0,
                               word == last / 64 ? last % 64 : 63);
    if ((bits_[word] & mask) != mask) return false;
  }
  return true;
}

}  // namespace simt::checks
