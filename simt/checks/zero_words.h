// SPDX-License-Identifier: MIT
// Words of zeros for large ranges of which little is used: the system gives
// their pages when they are written.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

namespace simt::checks {

struct FreeWords {
  void operator()(uint64_t* words) const { std::free(words); }
};
using ZeroWords = std::unique_ptr<uint64_t[], FreeWords>;

/// `count` zeros, at least one. Throws std::bad_alloc.
inline ZeroWords zero_words(size_t count) {
  ZeroWords words(static_cast<uint64_t*>(std::calloc(count, sizeof(uint64_t))));
  if (words == nullptr) throw std::bad_alloc();
  return words;
}

}  // namespace simt::checks
