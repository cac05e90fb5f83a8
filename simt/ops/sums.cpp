// SPDX-License-Identifier: MIT
// Words to which nothing was added are not stored to.
#include "simt/ops/sums.h"

#include <cstring>

namespace simt::ops {
namespace {

template <class Word>
void add_page(std::byte* to, const std::byte* from, uint64_t bytes) {
  for (uint64_t i = 0; i < bytes; i += sizeof(Word)) {
    Word sum, word;
    std::memcpy(&sum, from + i, sizeof(Word));
    if (sum == 0) continue;
    std::memcpy(&word, to + i, sizeof(Word));
    word += sum;
    std::memcpy(to + i, &word, sizeof(Word));
  }
}

}  // namespace

Sums::Sums(uint64_t base, uint64_t bytes)
    : base_(base),
      count_(bytes / kPage + 1),
      sum_pages_(count_ * kPage),
      page_pages_(count_),
      sums_(static_cast<std::byte*>(sum_pages_.get())),
      pages_(static_cast<uint8_t*>(page_pages_.get())) {}

void Sums::put(int64_t delta) const {
  for (uint64_t page = 0; page < count_; ++page) {
    if (pages_[page] == 0) continue;
    auto* const to = reinterpret_cast<std::byte*>(base_ + page * kPage +
                                                  static_cast<uint64_t>(delta));
    const std::byte* const from = sums_ + page * kPage;
    if (pages_[page] == sizeof(uint64_t))
      add_page<uint64_t>(to, from, kPage);
    else
      add_page<uint32_t>(to, from, kPage);
  }
}

}  // namespace simt::ops
