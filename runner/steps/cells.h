// SPDX-License-Identifier: MIT
// What one calls a cell of an array: `tile[3][5]` where the source declares it
// so, else by one number.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runner/steps/read.h"

namespace learn {

/// A cell that somebody asked for.
struct Cell {
  int array = -1;
  int64_t begin = 0, end = 0;  // bytes
};

class CellNames {
 public:
  CellNames(const Steps& run, Sources& sources);

  /// "tile[3][5]"; `at` in bytes, `bytes` of an element.
  std::string name(int array, int64_t at, uint64_t bytes) const;
  /// The cell of that name. Throws Stop when there is none; it says which
  /// arrays there are.
  Cell find(const std::string& name) const;
  /// Bytes of an element, as the first step that uses the array has it.
  uint64_t element(int array) const {
    return shapes_[static_cast<size_t>(array)].element;
  }
  /// As declared; empty: the array has one index.
  const std::vector<int64_t>& extents(int array) const {
    return shapes_[static_cast<size_t>(array)].extents;
  }
  /// Bytes that one index counts where an access has `bytes`: a bulk copy moves
  /// many elements.
  uint64_t unit(int array, uint64_t bytes) const {
    const uint64_t own = std::max<uint64_t>(element(array), 1);
    return bytes > kMostElement ? own : bytes;
  }

 private:
  static constexpr uint64_t kMostElement = 16;

  struct Shape {
    uint64_t element = 0;          // bytes; 0: no step uses it
    std::vector<int64_t> extents;  // as declared; empty: by one number
  };

  const Steps& run_;
  std::vector<Shape> shapes_;  // by array
};

/// The extents in `lines` of a declaration `NAME[A][B]` of shared memory whose
/// elements are `count` in all: {A, B}. Empty when there is none. Extents may
/// be sums and products of numbers and of constants that `lines` define.
std::vector<int64_t> declared_extents(const std::vector<std::string>& lines,
                                      const std::string& name, int64_t count);

}  // namespace learn
