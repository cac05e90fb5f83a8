// SPDX-License-Identifier: MIT
// What stands in memory that the host must not write now and that cannot be
// closed to it: a change tells of the store, though not of its line. Knows no
// work.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <vector>

namespace simt::cudart {

class HostContents {
 public:
  /// Of more ranges than these none is kept.
  static constexpr size_t kMost = 64;

  /// From refresh() on the bytes of [begin, end) are compared; `bytes` is where
  /// they can be read, until the range is forgotten.
  void keep(uint64_t begin, uint64_t end, const std::byte* bytes);
  /// The ranges that begin in [begin, end) are compared no more.
  void forget(uint64_t begin, uint64_t end);
  void clear() { ranges_.clear(); }
  /// What stands there now is right.
  void refresh();
  /// Calls `body(address)` for each byte that changed since then.
  template <class Body>
  void each_changed(Body body) const;

 private:
  struct Range {
    const std::byte* bytes = nullptr;
    std::vector<std::byte> before;
  };
  std::map<uint64_t, Range> ranges_;  // by their first address
};

template <class Body>
void HostContents::each_changed(Body body) const {
  for (const auto& [begin, range] : ranges_) {
    const std::vector<std::byte>& before = range.before;
    // Seldom has a page changed: looked at once for each call of the program.
    if (std::memcmp(range.bytes, before.data(), before.size()) == 0) continue;
    for (size_t i = 0; i < before.size(); ++i) {
      if (range.bytes[i] != before[i]) body(begin + i);
    }
  }
}

}  // namespace simt::cudart
