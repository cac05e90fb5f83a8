// SPDX-License-Identifier: MIT
// Reads through texture objects, as the sections "Texture Fetching" and
// "Cubemap Textures" of the CUDA programming guide define them. They are
// counted apart, and a race with a store is not seen. Operands are verified
// (docs/verifier.md), what registers hold is not.
#include "simt/ops/texture.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>
#include <vector>

#include "simt/ops/numbers.h"
#include "simt/ops/observer.h"

namespace simt::ops::SIMT_ISA {
namespace {

using ptx::Type;
using Texel = std::array<uint32_t, 4>;  // bits of float or integer channels

/// Where the lanes of one instruction read.
struct Reader : Opened {
  uint64_t plane = 0;          // bytes from the first texel to the lane's plane
  std::vector<uint64_t> read;  // addresses of texels; empty: nobody asks
  bool asked = false;
  uint32_t bytes = 0;  // of a texel
};

template <class T>
T load(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

/// One channel: an integer as wide as a register, or the bits of a float.
uint32_t channel(const Texture& t, const std::byte* from) {
  if (t.kind == Texture::Kind::kFloat) {
    if (t.bits == 32) return load<uint32_t>(from);
    return std::bit_cast<uint32_t>(to_float(Half{load<uint16_t>(from)}));
  }
  const bool is_signed = t.kind == Texture::Kind::kSigned;
  int64_t value = t.bits == 8    ? load<uint8_t>(from)
                  : t.bits == 16 ? load<uint16_t>(from)
                                 : load<uint32_t>(from);
  const int64_t top = int64_t{1} << (t.bits - 1);
  if (is_signed && value >= top) value -= 2 * top;
  if (!t.to_float) return static_cast<uint32_t>(value);
  const auto most = static_cast<float>(is_signed ? top - 1 : 2 * top - 1);
  return std::bit_cast<uint32_t>(
      std::max(static_cast<float>(value) / most, -1.0f));
}

/// The texel index that address mode makes of `index`; -1: the border.
int64_t wrapped(const Texture& t, int dimension, int64_t index) {
  const int64_t size = t.size[dimension];
  if (index >= 0 && index < size) return index;
  const auto modulo = [index](int64_t n) { return (index % n + n) % n; };
  switch (t.address[dimension]) {
    case Texture::Address::kWrap:
      return modulo(size);
    case Texture::Address::kMirror: {
      const int64_t at = modulo(2 * size);
      return at < size ? at : 2 * size - 1 - at;
    }
    case Texture::Address::kClamp:
      return std::clamp<int64_t>(index, 0, size - 1);
    default:
      return -1;
  }
}

Texel border_of(const Texture& t) {
  Texel texel;
  for (int i = 0; i < 4; ++i) {
    texel[i] = std::bit_cast<uint32_t>(t.border[i]);
  }
  return texel;
}

Texel texel_at(Reader& reader, const int64_t (&index)[3]) {
  const Texture& t = *reader.texture;
  uint64_t at[3];
  for (int d = 0; d < 3; ++d) {
    const int64_t inside = d < t.lookup ? wrapped(t, d, index[d]) : 0;
    if (inside < 0) return t.buffer ? Texel{} : border_of(t);
    at[d] = static_cast<uint64_t>(inside);
  }
  const uint64_t bytes = t.bits / 8;
  const uint64_t offset = reader.plane + at[0] * bytes * t.channels +
                          at[1] * t.row_bytes + at[2] * t.plane_bytes;
  const std::byte* from = reader.texels + offset;
  if (reader.asked) reader.read.push_back(t.begin + offset);
  Texel texel{};
  for (int i = 0; i < t.channels; ++i) texel[i] = channel(t, from + i * bytes);
  return texel;
}

/// A coordinate in texels; what is no number, or far outside, is outside.
float in_texels(const Texture& t, int dimension, float x) {
  constexpr float kFar = 1e9f;
  if (t.normalized) x *= static_cast<float>(t.size[dimension]);
  return x > -kFar ? std::min(x, kFar) : -kFar;
}

Texel nearest(Reader& reader, const float (&x)[3]) {
  int64_t index[3] = {};
  for (int d = 0; d < reader.texture->lookup; ++d) {
    index[d] =
        static_cast<int64_t>(std::floor(in_texels(*reader.texture, d, x[d])));
  }
  return texel_at(reader, index);
}

/// Between 2, 4 or 8 texels; the weights have 8 bits after the point.
Texel filtered(Reader& reader, const float (&x)[3]) {
  const Texture& t = *reader.texture;
  int64_t low[3] = {};
  float weight[3] = {};
  for (int d = 0; d < t.lookup; ++d) {
    const float at = in_texels(t, d, x[d]) - 0.5f;
    const float floor = std::floor(at);
    low[d] = static_cast<int64_t>(floor);
    weight[d] = std::floor((at - floor) * 256.0f + 0.5f) / 256.0f;
  }
  float sum[4] = {};
  for (int corner = 0; corner < 1 << t.lookup; ++corner) {
    int64_t index[3] = {};
    float share = 1;
    for (int d = 0; d < t.lookup; ++d) {
      const bool high = (corner >> d & 1) != 0;
      index[d] = low[d] + (high ? 1 : 0);
      share *= high ? weight[d] : 1 - weight[d];
    }
    if (share == 0) continue;
    const Texel texel = texel_at(reader, index);
    for (int i = 0; i < 4; ++i)
      sum[i] += share * std::bit_cast<float>(texel[i]);
  }
  Texel texel;
  for (int i = 0; i < 4; ++i) texel[i] = std::bit_cast<uint32_t>(sum[i]);
  return texel;
}

/// One channel of the four texels that a filter would mix, counter-clockwise
/// from the lower left (PTX ISA, tld4). The place has 8 bits after the point,
/// so one just below a texel is taken for the next one (programming guide,
/// "Texture Gather").
Texel gathered(Reader& reader, const float (&x)[3], int channel) {
  constexpr int kCorners[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
  int64_t low[2];
  for (int d = 0; d < 2; ++d) {
    const float at = in_texels(*reader.texture, d, x[d]) - 0.5f;
    low[d] = static_cast<int64_t>(
        std::floor(std::floor(at * 256.0f + 0.5f) / 256.0f));
  }
  Texel texel;
  for (int i = 0; i < 4; ++i) {
    const int64_t index[3] = {low[0] + kCorners[i][0], low[1] + kCorners[i][1],
                              0};
    texel[i] = texel_at(reader, index)[channel];
  }
  return texel;
}

/// The face of a cube that a direction meets, and where: the axis that it has
/// most of decides, and of equal ones the last.
int face_of(float (&x)[3]) {
  const auto far = [&x](int axis) { return std::fabs(x[axis]); };
  int axis = far(1) >= far(0) ? 1 : 0;
  if (far(2) >= far(axis)) axis = 2;
  const bool back = x[axis] < 0;
  const float m = far(axis), sign = back ? -1.0f : 1.0f;
  const float s = axis == 0 ? -sign * x[2] : axis == 1 ? x[0] : sign * x[0];
  const float t = axis == 1 ? sign * x[2] : -x[1];
  x[0] = (s / m + 1) / 2;
  x[1] = (t / m + 1) / 2;
  return 2 * axis + (back ? 1 : 0);
}

/// Whether the texture can be read like this.
bool fits(Context& c, LaneMask mask, const Texture& t, const Geometry& g,
          bool whole) {
  if (t.surface) return refuse(c, mask, "tex with a surface object");
  if (t.dimensions != g.dimensions) {
    return refuse(c, mask,
                  "tex with another number of dimensions than the "
                  "texture object has");
  }
  if (t.layered != g.layered || t.cube != g.cube) {
    return refuse(c, mask,
                  "tex for another kind of array (plain, layered or cube "
                  "map) than the texture object has");
  }
  if (t.buffer && !whole) {
    return refuse(c, mask, "tex with a fraction as index into linear memory");
  }
  return true;
}

/// Makes `reader` read the texture of `handle`, if it does not yet.
bool use(Context& c, Reader& reader, uint64_t handle, LaneMask mask, int lane,
         const Geometry& g, bool whole) {
  if (reader.texture && handle == reader.handle) return true;
  if (!open(c, handle, lane, reader)) return false;
  const Texture& t = *reader.texture;
  reader.bytes = std::max(reader.bytes, t.bits / 8u * t.channels);
  return fits(c, mask, t, g, whole);
}

/// The layer of a lane; one past the end is the last one.
uint64_t layer_of(const Texture& t, uint32_t layer) {
  const uint32_t layers = t.cube ? t.size[2] / 6 : t.size[2];
  return std::min(layer, layers - 1);
}

/// Reads for each active lane: `read_lane(reader, coordinates, lane)` gives its
/// texel, of the texture that the lane's handle names; nothing: a fault.
template <class ReadLane>
Step read_texels(Context& c, const Inst& in, LaneMask mask, const Geometry& g,
                 bool whole, ReadLane read_lane) {
  const Ref* results = c.lists + in.list;
  const Ref* coordinates = results + in.count;
  const uint64_t* handles = row<uint64_t>(c, in.a);
  Reader reader;
  reader.asked = c.observer != nullptr;
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    if (!use(c, reader, handles[lane], mask, lane, g, whole))
      return Step::kFault;
    const std::optional<Texel> texel = read_lane(reader, coordinates, lane);
    if (!texel) return Step::kFault;
    for (int i = 0; i < in.count && i < 4; ++i) {
      row<uint32_t>(c, results[i])[lane] = (*texel)[i];
    }
  }
  if (reader.asked)
    c.observer->on_fetch(
        {static_cast<uint32_t>(&in - c.code), c.at, reader.bytes, reader.read});
  return Step::kNext;
}

template <Geometry kGeometry, bool kWhole>
Step fetch(Context& c, const Inst& in, LaneMask mask) {
  const auto texel_of = [&c](Reader& reader, const Ref* coordinates, int lane) {
    const Texture& t = *reader.texture;
    uint64_t plane = 0;
    if constexpr (kGeometry.layered) {
      plane = layer_of(t, row<uint32_t>(c, coordinates[0])[lane]) *
              (kGeometry.cube ? 6 : 1);
    }
    const Ref* place = coordinates + kGeometry.first();
    if constexpr (kWhole) {
      int64_t index[3] = {};
      for (int d = 0; d < kGeometry.axes(); ++d) {
        index[d] = row<int32_t>(c, place[d])[lane];
      }
      reader.plane = plane * t.plane_bytes;
      return std::optional(texel_at(reader, index));
    } else {
      float x[3] = {};
      for (int d = 0; d < kGeometry.axes(); ++d) {
        x[d] = row<float>(c, place[d])[lane];
      }
      if (kGeometry.cube) plane += static_cast<uint64_t>(face_of(x));
      reader.plane = plane * t.plane_bytes;
      return std::optional(t.linear ? filtered(reader, x) : nearest(reader, x));
    }
  };
  return read_texels(c, in, mask, kGeometry, kWhole, texel_of);
}

template <int kChannel>
Step gather(Context& c, const Inst& in, LaneMask mask) {
  const auto texel_of = [&c, mask](Reader& reader, const Ref* coordinates,
                                   int lane) -> std::optional<Texel> {
    if (!reader.texture->gathers) {
      refuse(c, mask, "tld4 from an array made without cudaArrayTextureGather");
      return std::nullopt;
    }
    const float x[3] = {row<float>(c, coordinates[0])[lane],
                        row<float>(c, coordinates[1])[lane], 0};
    return gathered(reader, x, kChannel);
  };
  return read_texels(c, in, mask, {2}, false, texel_of);
}

template <Geometry kGeometry>
Handler select(const Form& form) {
  if (form.vector != 4) return nullptr;
  if (form.type2 == Type::kS32 && !kGeometry.cube)
    return fetch<kGeometry, true>;
  return form.type2 == Type::kF32 ? fetch<kGeometry, false> : nullptr;
}

template <int kChannel>
Handler select_gather(const Form& form) {
  const bool known = form.vector == 4 && form.type2 == Type::kF32;
  return known ? gather<kChannel> : nullptr;
}

constexpr TypeSet kTypes = types(Type::kF32, Type::kS32, Type::kU32);
constexpr Geometry k1d{1}, k2d{2}, k3d{3}, kA1d{1, true}, kA2d{2, true},
    kCube{2, false, true}, kACube{2, true, true};

// With a level: no texture here has more than one.
// clang-format off
constexpr Op kRows[] = {
    {"tex.1d.vec.type.type2 d, [a;1b]", kTypes, select<k1d>, Event::kNothing, Does::kReads},
    {"tex.2d.vec.type.type2 d, [a;2b]", kTypes, select<k2d>, Event::kNothing, Does::kReads},
    {"tex.3d.vec.type.type2 d, [a;3b]", kTypes, select<k3d>, Event::kNothing, Does::kReads},
    {"tex.a1d.vec.type.type2 d, [a;2b]", kTypes, select<kA1d>, Event::kNothing, Does::kReads},
    {"tex.a2d.vec.type.type2 d, [a;3b]", kTypes, select<kA2d>, Event::kNothing, Does::kReads},
    {"tex.acube.vec.type.type2 d, [a;4b]", kTypes, select<kACube>, Event::kNothing, Does::kReads},
    {"tex.cube.vec.type.type2 d, [a;3b]", kTypes, select<kCube>, Event::kNothing, Does::kReads},
    {"tex.level.1d.vec.type.type2 d, [a;1b], c:2", kTypes, select<k1d>, Event::kNothing, Does::kReads},
    {"tex.level.2d.vec.type.type2 d, [a;2b], c:2", kTypes, select<k2d>, Event::kNothing, Does::kReads},
    {"tex.level.3d.vec.type.type2 d, [a;3b], c:2", kTypes, select<k3d>, Event::kNothing, Does::kReads},
    {"tex.level.a1d.vec.type.type2 d, [a;2b], c:2", kTypes, select<kA1d>, Event::kNothing, Does::kReads},
    {"tex.level.a2d.vec.type.type2 d, [a;3b], c:2", kTypes, select<kA2d>, Event::kNothing, Does::kReads},
    {"tex.level.acube.vec.type.type2 d, [a;4b], c:2", kTypes, select<kACube>, Event::kNothing, Does::kReads},
    {"tex.level.cube.vec.type.type2 d, [a;3b], c:2", kTypes, select<kCube>, Event::kNothing, Does::kReads},
    {"tld4.a.2d.vec.type.type2 d, [a;2b]", kTypes, select_gather<3>, Event::kNothing, Does::kReads},
    {"tld4.b.2d.vec.type.type2 d, [a;2b]", kTypes, select_gather<2>, Event::kNothing, Does::kReads},
    {"tld4.g.2d.vec.type.type2 d, [a;2b]", kTypes, select_gather<1>, Event::kNothing, Does::kReads},
    {"tld4.r.2d.vec.type.type2 d, [a;2b]", kTypes, select_gather<0>, Event::kNothing, Does::kReads},
};
// clang-format on
static_assert(table_is_sound(kRows));

}  // namespace

std::span<const Op> texture_rows() { return kRows; }

}  // namespace simt::ops::SIMT_ISA
