// SPDX-License-Identifier: MIT
// How the addresses of a warp's request lie.
#pragma once

#include <bit>

#include "simt/ops/address.h"

namespace simt::ops::SIMT_ISA {

/// All ones for an active lane, so that the loops are free of branches.
template <class Word>
inline Word spread(LaneMask mask, int lane) {
  return Word{0} - static_cast<Word>((mask >> lane) & 1u);
}

/// The lowest and highest address; addresses are below 2^63.
inline void bound(Addresses& a, LaneMask mask, uint32_t width) {
  const auto any = static_cast<int64_t>(a.lane[std::countr_zero(mask)]);
  int64_t low = any, high = any;
  for (int i = 0; i < kWarpSize; ++i) {
    const auto keep = static_cast<int64_t>(spread<uint64_t>(mask, i));
    const auto lane = static_cast<int64_t>(a.lane[i]);
    const int64_t value = (lane & keep) | (any & ~keep);
    low = value < low ? value : low;
    high = value > high ? value : high;
  }
  a.low = static_cast<uint64_t>(low);
  a.high = static_cast<uint64_t>(high) + width;
}

/// Fills `lanes` and finds the shape in one pass. Word: the address width.
template <class Word, bool kFull>
Addresses classify(const Word* row, Word add, uint64_t* lanes, LaneMask mask,
                   uint32_t width) {
  const int first = kFull ? 0 : std::countr_zero(mask);
  const int last = kFull ? 31 : 31 - std::countl_zero(mask);
  const Word head = row[first] + add;
  const Word base = head - static_cast<Word>(width) * static_cast<Word>(first);
  Word off_line = 0, off_head = 0, bits = 0, low = head, high = head;
  for (int i = 0; i < kWarpSize; ++i) {
    const Word value = row[i] + add;
    const Word keep = kFull ? ~Word{0} : spread<Word>(mask, i);
    lanes[i] = value;
    if constexpr (sizeof(Word) == 4) {  // a vector unit has no 64-bit minimum
      const Word here = kFull ? value : (value & keep) | (head & ~keep);
      low = here < low ? here : low;
      high = here > high ? here : high;
    }
    off_line |=
        (value ^ (base + static_cast<Word>(width) * static_cast<Word>(i))) &
        keep;
    off_head |= (value ^ head) & keep;
    bits |= value & keep;
  }
  Addresses a;
  a.bits = bits;
  if (off_line == 0) {
    a.shape = Shape::kConsecutive;
    a.base = kFull ? head : uint64_t{head} - uint64_t{width} * first;
    a.low = head;
    a.high = uint64_t{head} + uint64_t{width} * (last - first + 1);
  } else if (off_head == 0) {
    a.shape = Shape::kUniform;
    a.base = a.low = head;
    a.high = uint64_t{head} + width;
  } else {
    a.lane = lanes;
    a.low = low;
    a.high = uint64_t{high} + width;
    if constexpr (sizeof(Word) == 8) bound(a, mask, width);
  }
  return a;
}

template <class Word>
Addresses classify(const Word* row, Word add, uint64_t* lanes, LaneMask mask,
                   uint32_t width) {
  return mask == kAllLanes
             ? classify<Word, true>(row, add, lanes, mask, width)
             : classify<Word, false>(row, add, lanes, mask, width);
}

template <class Word>
Run run_of(const Word* row, uint32_t width) {
  bool same = true, in_line = true;
  for (int i = 1; i < kRunLanes; ++i) {
    same = same && row[i] == row[0];
    in_line = in_line && row[i] - row[0] == Word{width} * static_cast<Word>(i);
  }
  return same ? Run::kSame : in_line ? Run::kInLine : Run::kScattered;
}

}  // namespace simt::ops::SIMT_ISA
