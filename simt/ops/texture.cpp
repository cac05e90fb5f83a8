// SPDX-License-Identifier: MIT
// Reads through texture objects, as the section "Texture Fetching" of the CUDA
// programming guide defines them. They are counted apart, and a race with a
// store is not seen.
// Operands are verified (docs/verifier.md), what registers hold is not.
#include "simt/ops/texture.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

#include "simt/ops/numbers.h"
#include "simt/ops/observer.h"

namespace simt::ops::SIMT_ISA {
namespace {

using ptx::Type;
using Texel = std::array<uint32_t, 4>;  // bits of float or integer channels

/// Where the lanes of one instruction read.
struct Reader {
  const Texture* texture = nullptr;
  const std::byte* texels = nullptr;
  std::vector<uint64_t> read;  // addresses of texels; empty: nobody asks
  bool asked = false;
  uint32_t bytes = 0;  // of a texel
};

bool fail(Context& c, Fault::Kind kind, int lane, uint64_t address,
          const Allocation* nearest) {
  c.fault = Fault{};
  c.fault.kind = kind;
  c.fault.lanes = LaneMask{1} << lane;
  c.fault.address = address;
  c.fault.bytes = 4;
  c.fault.nearest = nearest;
  return false;
}

bool refuse(Context& c, LaneMask mask, const char* what) {
  c.fault = Fault{};
  c.fault.kind = Fault::Kind::kUnsupported;
  c.fault.lanes = mask;
  c.fault.text = what;
  return false;
}

const std::byte* host(const Allocation& a, uint64_t address) {
  return reinterpret_cast<const std::byte*>(static_cast<int64_t>(address) +
                                            a.delta);
}

/// The texture of a handle; false when there is none, or its memory is gone.
bool open(Context& c, uint64_t handle, int lane, Reader& reader) {
  const Allocation* a = c.memory->find(handle);
  if (!a) return fail(c, Fault::Kind::kOutOfBounds, lane, handle, nullptr);
  if (a->freed) return fail(c, Fault::Kind::kFreed, lane, handle, a);
  const Texture* texture = a->texture.get();
  if (handle != a->begin || texture == nullptr) {
    return fail(c, Fault::Kind::kOutOfBounds, lane, handle, nullptr);
  }
  // Other memory may have come to this place since the object was made.
  const Allocation* texels = c.memory->find(texture->begin);
  if (!texels || texels->freed ||
      !texture->fits(texels->end - texture->begin)) {
    return fail(c, Fault::Kind::kFreed, lane, texture->begin,
                texels ? texels : c.memory->below(texture->begin));
  }
  reader.texture = texture;
  reader.texels = host(*texels, texture->begin);
  reader.bytes = std::max(reader.bytes, texture->bits / 8u * texture->channels);
  return true;
}

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
  const uint64_t offset =
      at[0] * bytes * t.channels + at[1] * t.row_bytes + at[2] * t.plane_bytes;
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

/// Whether the texture can be read like this.
bool fits(Context& c, LaneMask mask, const Texture& t, int dimensions,
          bool whole) {
  if (t.dimensions != dimensions) {
    return refuse(c, mask,
                  "tex with another number of dimensions than the "
                  "texture object has");
  }
  if (t.buffer && !whole) {
    return refuse(c, mask, "tex with a fraction as index into linear memory");
  }
  return true;
}

template <int kDimensions, bool kWhole>
Step fetch(Context& c, const Inst& in, LaneMask mask) {
  const Ref* results = c.lists + in.list;
  const Ref* coordinates = results + in.count;
  const uint64_t* handles = row<uint64_t>(c, in.a);
  Reader reader;
  reader.asked = c.observer != nullptr;
  uint64_t opened = 0;
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    if (!reader.texture || handles[lane] != opened) {
      opened = handles[lane];
      if (!open(c, opened, lane, reader) ||
          !fits(c, mask, *reader.texture, kDimensions, kWhole)) {
        return Step::kFault;
      }
    }
    Texel texel;
    if constexpr (kWhole) {
      int64_t index[3] = {};
      for (int d = 0; d < kDimensions; ++d) {
        index[d] = row<int32_t>(c, coordinates[d])[lane];
      }
      texel = texel_at(reader, index);
    } else {
      float x[3] = {};
      for (int d = 0; d < kDimensions; ++d) {
        x[d] = row<float>(c, coordinates[d])[lane];
      }
      texel = reader.texture->linear ? filtered(reader, x) : nearest(reader, x);
    }
    for (int i = 0; i < in.count && i < 4; ++i) {
      row<uint32_t>(c, results[i])[lane] = texel[i];
    }
  }
  if (reader.asked)
    c.observer->on_fetch(
        {static_cast<uint32_t>(&in - c.code), c.at, reader.bytes, reader.read});
  return Step::kNext;
}

template <int kDimensions>
Handler select(const Form& form) {
  if (form.vector != 4) return nullptr;
  if (form.type2 == Type::kS32) return fetch<kDimensions, true>;
  return form.type2 == Type::kF32 ? fetch<kDimensions, false> : nullptr;
}

constexpr TypeSet kTypes = types(Type::kF32, Type::kS32, Type::kU32);

// With a level: no texture here has more than one.
// clang-format off
constexpr Op kRows[] = {
    {"tex.1d.vec.type.type2 d, [a;1b]", kTypes, select<1>, Event::kNothing, Does::kReads},
    {"tex.2d.vec.type.type2 d, [a;2b]", kTypes, select<2>, Event::kNothing, Does::kReads},
    {"tex.3d.vec.type.type2 d, [a;3b]", kTypes, select<3>, Event::kNothing, Does::kReads},
    {"tex.level.1d.vec.type.type2 d, [a;1b], c:2", kTypes, select<1>, Event::kNothing, Does::kReads},
    {"tex.level.2d.vec.type.type2 d, [a;2b], c:2", kTypes, select<2>, Event::kNothing, Does::kReads},
    {"tex.level.3d.vec.type.type2 d, [a;3b], c:2", kTypes, select<3>, Event::kNothing, Does::kReads},
};
// clang-format on
static_assert(table_is_sound(kRows));

}  // namespace

std::span<const Op> texture_rows() { return kRows; }

}  // namespace simt::ops::SIMT_ISA
