// SPDX-License-Identifier: MIT
// Equal seeds give equal numbers (splitmix64).
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>

namespace fuzz {

class Dice {
 public:
  explicit Dice(uint64_t seed) : state_(seed) {}

  uint64_t next() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  /// Below n; n is at least 1.
  size_t below(size_t n) { return static_cast<size_t>(next() % n); }
  bool percent(unsigned p) { return below(100) < p; }
  /// One of a container that is not empty.
  template <class List>
  auto& of(List& list) {
    return list[below(std::size(list))];
  }

 private:
  uint64_t state_;
};

}  // namespace fuzz
