// SPDX-License-Identifier: MIT
// What the atomics of a part of a launch add to words of device memory, kept
// until the part is done. Host threads that add to the same few words (the bins
// of a histogram) would wait for each other's cache lines most of the time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "simt/ops/pages.h"

namespace simt::ops {

/// All atomics of the launch add, are equally wide, and nobody looks at what
/// they found (program::Independence::kAny); nothing else touches their words
/// (Owners).
class Sums {
 public:
  /// For device addresses [base, base + bytes), base at the start of a page.
  Sums(uint64_t base, uint64_t bytes);

  /// False: there was no room.
  bool ready() const { return sums_ != nullptr && pages_ != nullptr; }
  /// `address` lies in the range and is aligned.
  template <class T>
  void add(uint64_t address, T value) {
    using Word = std::make_unsigned_t<T>;
    const uint64_t place = address - base_;
    pages_[place / kPage] = sizeof(T);
    *reinterpret_cast<Word*>(sums_ + place) += static_cast<Word>(value);
  }
  /// Adds all of it to memory, which the host finds `delta` bytes further on.
  void put(int64_t delta) const;

 private:
  static constexpr uint64_t kPage = 4096;

  uint64_t base_, count_;
  Pages sum_pages_, page_pages_;
  std::byte* sums_;
  uint8_t* pages_;  // of each page: bytes of a word, 0: nothing was added
};

}  // namespace simt::ops
