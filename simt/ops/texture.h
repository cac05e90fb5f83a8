// SPDX-License-Identifier: MIT
// A texture object, which the program names by the address of an allocation
// (Allocation::texture), and the rows that read through it. Knows nothing of
// the API.
#pragma once

#include <cstdint>
#include <span>

#include "simt/ops/table.h"

namespace simt::ops {

struct Texture {
  enum class Kind : uint8_t { kSigned, kUnsigned, kFloat };
  enum class Address : uint8_t { kWrap, kClamp, kMirror, kBorder };

  uint64_t begin = 0;  // of the first texel, as the program sees it
  uint64_t row_bytes = 0, plane_bytes = 0;
  uint32_t size[3] = {1, 1, 1};  // texels
  uint8_t dimensions = 1;        // 1 to 3
  /// Dimensions of a look-up. A 1D array is one row of a 2D one, read at y = 0,
  /// halfway to the row before it: with a border there this counts, as an H200
  /// showed.
  uint8_t lookup = 1;
  uint8_t channels = 1;  // 1, 2 or 4
  uint8_t bits = 32;     // of a channel: 8, 16 or 32
  Kind kind = Kind::kFloat;
  Address address[3] = {Address::kClamp, Address::kClamp, Address::kClamp};
  bool buffer = false;      // linear memory: whole indices only
  bool linear = false;      // filtered between texels
  bool normalized = false;  // coordinates go from 0 to 1
  bool to_float = false;    // integers are read as -1 to 1 or 0 to 1
  float border[4] = {};

  /// True when `room` bytes from `begin` on hold all texels.
  bool fits(uint64_t room) const {
    __extension__ using Wide = unsigned __int128;  // no sum of these wraps
    const auto steps = [](uint32_t n) { return Wide{n > 0 ? n - 1 : 0}; };
    const Wide row = Wide{size[0]} * channels * (bits / 8u);
    return steps(size[2]) * plane_bytes + steps(size[1]) * row_bytes + row <=
           room;
  }
};

namespace SIMT_ISA {
std::span<const Op> texture_rows();  // tex
}

}  // namespace simt::ops
