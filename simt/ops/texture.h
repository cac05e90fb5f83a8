// SPDX-License-Identifier: MIT
// A texture or surface object, which the program names by the address of an
// allocation (Allocation::texture), and the rows that use it. Knows nothing of
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
  uint32_t size[3] = {1, 1, 1};  // texels; [2] counts planes of any kind
  uint8_t dimensions = 1;        // 1 to 3; of a layer or a face
  bool layered = false;          // planes are layers, or cubes of six faces
  bool cube = false;             // six planes are the faces of a cube
  bool gathers = false;          // made for tld4
  bool surface = false;          // for suld and sust, else for tex and tld4
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

std::span<const Op> texture_rows();  // tex, tld4
std::span<const Op> surface_rows();  // suld, sust

/// What an instruction takes a texture or a surface for.
struct Geometry {
  int dimensions = 1;  // of a layer or a face
  bool layered = false, cube = false;

  /// The coordinates are a layer, if there are any, and a place.
  constexpr int first() const { return layered ? 1 : 0; }
  constexpr int axes() const { return cube ? 3 : dimensions; }
};

/// A texture or surface that lanes use, and its first texel.
struct Opened {
  uint64_t handle = 0;
  const Texture* texture = nullptr;  // null: none yet
  std::byte* texels = nullptr;
};

/// Opens what `handle` names; false, with Context::fault set, when there is no
/// such object or its memory is gone.
bool open(Context& c, uint64_t handle, int lane, Opened& opened);

/// Sets Context::fault to one that names what is not supported; false.
bool refuse(Context& c, LaneMask mask, const char* what);

}  // namespace SIMT_ISA

}  // namespace simt::ops
