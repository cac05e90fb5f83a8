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
  /// they can be read, until the range is forgotten. Null: at their own
  /// addresses, as long as the program has memory there.
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
    size_t size = 0;
    std::vector<std::byte> before;  // empty: it could not be read
  };

  static bool read(uint64_t begin, const Range& range,
                   std::vector<std::byte>& to);

  std::map<uint64_t, Range> ranges_;  // by their first address
};

template <class Body>
void HostContents::each_changed(Body body) const {
  std::vector<std::byte> now;
  for (const auto& [begin, range] : ranges_) {
    const std::vector<std::byte>& before = range.before;
    if (before.empty() || !read(begin, range, now)) continue;
    // Seldom has a page changed: looked at once for each call of the program.
    if (std::memcmp(now.data(), before.data(), before.size()) == 0) continue;
    for (size_t i = 0; i < before.size(); ++i) {
      if (now[i] != before[i]) body(begin + i);
    }
  }
}

}  // namespace simt::cudart
