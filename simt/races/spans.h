// SPDX-License-Identifier: MIT
// Values of ranges that do not overlap: however long a range is, it takes one
// entry until part of it gets another value. Knows nothing of the values.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <utility>

namespace simt::races {

template <class Value>
class Spans {
 public:
  /// Of ranges.
  size_t size() const { return spans_.size(); }
  void clear() { spans_.clear(); }

  /// Calls `act(value, address)` for each range that has bytes from `begin` to
  /// `end`; `address`: of the first such byte.
  template <class Act>
  void each(uint64_t begin, uint64_t end, const Act& act) {
    auto at = spans_.upper_bound(begin);
    if (at != spans_.begin() && std::prev(at)->second.end > begin) --at;
    for (; at != spans_.end() && at->first < end; ++at)
      act(at->second.value, std::max(at->first, begin));
  }

  /// The same of all bytes, and of these alone: ranges are split at both ends,
  /// and what has no value gets an empty one.
  template <class Act>
  void each_byte(uint64_t begin, uint64_t end, const Act& act) {
    split(begin);
    split(end);
    for (auto at = spans_.lower_bound(begin); begin < end; ++at) {
      if (at == spans_.end() || at->first > begin) {
        const bool last = at == spans_.end() || at->first > end;
        at = spans_.emplace_hint(at, begin, Span{last ? end : at->first, {}});
      }
      act(at->second.value, begin);
      begin = at->second.end;
    }
  }

  /// Gives all these bytes one value.
  void assign(uint64_t begin, uint64_t end, Value value) {
    split(begin);
    split(end);
    spans_.erase(spans_.lower_bound(begin), spans_.lower_bound(end));
    spans_.emplace(begin, Span{end, std::move(value)});
  }

 private:
  struct Span {
    uint64_t end = 0;
    Value value;
  };

  /// From now on a range begins at `address`, if one holds it.
  void split(uint64_t address) {
    const auto next = spans_.lower_bound(address);
    if (next == spans_.begin()) return;
    Span& before = std::prev(next)->second;
    if (before.end <= address) return;
    spans_.emplace_hint(next, address, before);
    before.end = address;
  }

  std::map<uint64_t, Span> spans_;  // by their first byte
};

}  // namespace simt::races
