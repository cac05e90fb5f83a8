// SPDX-License-Identifier: MIT
// Loads and stores through surface objects: bytes at a place of an array, as
// PTX's suld.b and sust.b define them. They are not counted, and a race is not
// seen.
// Operands are verified (docs/verifier.md), what registers hold is not.
#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

#include "simt/ops/element.h"
#include "simt/ops/numbers.h"
#include "simt/ops/observer.h"
#include "simt/ops/texture.h"

namespace simt::ops::SIMT_ISA {
namespace {

using ptx::Type;

/// The coordinates of a lane: x in bytes, then rows and planes.
using Place = std::array<int64_t, 3>;

/// A request of one instruction.
struct Request {
  AccessKind kind = AccessKind::kLoad;
  uint32_t bytes = 0;  // of a lane
  Mode border = Mode::kNone;
};

bool fits(Context& c, LaneMask mask, const Texture& t, const Geometry& g) {
  if (!t.surface) {
    return refuse(c, mask, "suld or sust with a texture object");
  }
  // The faces of a cube are layers here.
  if (t.dimensions != g.dimensions || (t.layered || t.cube) != g.layered) {
    return refuse(c, mask,
                  "suld or sust for another kind of array (1D, 2D, 3D, with "
                  "layers) than the surface object has");
  }
  return true;
}

bool fail(Context& c, const Opened& s, int lane, Fault::Kind kind,
          const Request& request, const Place& at) {
  const Texture& t = *s.texture;
  c.fault = Fault{};
  c.fault.kind = kind;
  c.fault.lanes = LaneMask{1} << lane;
  c.fault.access = request.kind;
  c.fault.bytes = static_cast<uint8_t>(request.bytes);
  c.fault.nearest = c.memory->find(t.begin);
  c.fault.address = t.begin + static_cast<uint64_t>(at[0]);
  if (kind == Fault::Kind::kMisaligned) return false;
  const uint64_t row = uint64_t{t.size[0]} * t.channels * (t.bits / 8u);
  c.fault.text = "x is byte " + std::to_string(at[0]) + " of a row of " +
                 std::to_string(row) + "; it is row " + std::to_string(at[1]) +
                 " of " + std::to_string(t.size[1]) + " and plane " +
                 std::to_string(at[2]) + " of " +
                 std::to_string(std::max(t.size[2], 1u));
  return false;
}

/// The bytes of a lane's request; null: outside, where nothing is to be done.
/// False: a fault.
bool locate(Context& c, const Opened& s, int lane, const Request& request,
            Place at, std::byte*& found) {
  const Texture& t = *s.texture;
  const int64_t bytes = request.bytes;
  const int64_t row = int64_t{t.size[0]} * t.channels * (t.bits / 8);
  const int64_t most[3] = {row - bytes, int64_t{t.size[1]} - 1,
                           int64_t{std::max(t.size[2], 1u)} - 1};
  found = nullptr;
  for (int d = 0; d < 3; ++d) {
    if (at[d] >= 0 && at[d] <= most[d]) continue;
    if (request.border == Mode::kZero) return true;
    if (request.border != Mode::kClamp || most[d] < 0)
      return fail(c, s, lane, Fault::Kind::kOutOfBounds, request, at);
    at[d] = std::clamp<int64_t>(at[d], 0, most[d]);
  }
  if (at[0] % bytes != 0)
    return fail(c, s, lane, Fault::Kind::kMisaligned, request, at);
  found = s.texels + at[0] + at[1] * static_cast<int64_t>(t.row_bytes) +
          at[2] * static_cast<int64_t>(t.plane_bytes);
  return true;
}

template <class T, Geometry kGeometry, AccessKind kKind>
Step use(Context& c, const Inst& in, LaneMask mask) {
  // The elements of a vector come first in the list.
  const Ref* coordinates = c.lists + in.list + (in.count > 1 ? in.count : 0);
  const uint64_t* handles = row<uint64_t>(c, in.a);
  const Request request{kKind, static_cast<uint32_t>(sizeof(T)) * in.count,
                        in.form->mode};
  Opened s;
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    if (!s.texture || handles[lane] != s.handle) {
      if (!open(c, handles[lane], lane, s)) return Step::kFault;
      if (!fits(c, mask, *s.texture, kGeometry)) return Step::kFault;
    }
    Place at{};
    for (int d = 0; d < kGeometry.dimensions; ++d)
      at[d] = row<int32_t>(c, coordinates[kGeometry.first() + d])[lane];
    if (kGeometry.layered) at[2] = row<uint32_t>(c, coordinates[0])[lane];
    std::byte* place = nullptr;
    if (!locate(c, s, lane, request, at, place)) return Step::kFault;
    for (int e = 0; e < in.count; ++e) {
      T value{};
      if constexpr (kKind == AccessKind::kLoad) {
        if (place) std::memcpy(&value, place + sizeof(T) * e, sizeof(T));
        put<T>(c, in, element(c, in, in.d, e), lane, value);
      } else if (place) {
        value = take<T>(c, in, element(c, in, in.b, e), lane);
        std::byte* const to = place + sizeof(T) * e;
        const bool equal = std::memcmp(to, &value, sizeof(T)) == 0;
        if (!c.compare_stores || !equal) ++c.effects;
        std::memcpy(to, &value, sizeof(T));
      }
    }
  }
  return Step::kNext;
}

template <Geometry kGeometry, AccessKind kKind>
Handler select(const Form& form) {
  switch (ptx::size_of(form.type)) {
    case 1:
      return use<uint8_t, kGeometry, kKind>;
    case 2:
      return use<uint16_t, kGeometry, kKind>;
    case 4:
      return use<uint32_t, kGeometry, kKind>;
    default:
      return use<uint64_t, kGeometry, kKind>;
  }
}

constexpr TypeSet kTypes = types(Type::kB8, Type::kB16, Type::kB32, Type::kB64);
constexpr Geometry k1d{1}, k2d{2}, k3d{3}, kA1d{1, true}, kA2d{2, true};
constexpr auto kLoad = AccessKind::kLoad;
constexpr auto kStore = AccessKind::kStore;

// clang-format off
constexpr Op kRows[] = {
    {"suld.b.1d{.cache}{.vec}.type{.border} d~, [a;1b]", kTypes, select<k1d, kLoad>, Event::kNothing, Does::kReads},
    {"suld.b.2d{.cache}{.vec}.type{.border} d~, [a;2b]", kTypes, select<k2d, kLoad>, Event::kNothing, Does::kReads},
    {"suld.b.3d{.cache}{.vec}.type{.border} d~, [a;3b]", kTypes, select<k3d, kLoad>, Event::kNothing, Does::kReads},
    {"suld.b.a1d{.cache}{.vec}.type{.border} d~, [a;2b]", kTypes, select<kA1d, kLoad>, Event::kNothing, Does::kReads},
    {"suld.b.a2d{.cache}{.vec}.type{.border} d~, [a;3b]", kTypes, select<kA2d, kLoad>, Event::kNothing, Does::kReads},
    {"sust.b.1d{.cache}{.vec}.type{.border} [a;1b], b~", kTypes, select<k1d, kStore>, Event::kNothing, Does::kWrites},
    {"sust.b.2d{.cache}{.vec}.type{.border} [a;2b], b~", kTypes, select<k2d, kStore>, Event::kNothing, Does::kWrites},
    {"sust.b.3d{.cache}{.vec}.type{.border} [a;3b], b~", kTypes, select<k3d, kStore>, Event::kNothing, Does::kWrites},
    {"sust.b.a1d{.cache}{.vec}.type{.border} [a;2b], b~", kTypes, select<kA1d, kStore>, Event::kNothing, Does::kWrites},
    {"sust.b.a2d{.cache}{.vec}.type{.border} [a;3b], b~", kTypes, select<kA2d, kStore>, Event::kNothing, Does::kWrites},
};
// clang-format on
static_assert(table_is_sound(kRows));

}  // namespace

std::span<const Op> surface_rows() { return kRows; }

}  // namespace simt::ops::SIMT_ISA
