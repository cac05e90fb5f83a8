// SPDX-License-Identifier: MIT
// Parameters of device functions, which lie in the frame of the caller or of
// the function, lane by lane.
// Operands are verified (docs/verifier.md), what registers hold is not.
#include <bit>
#include <cstring>

#include "simt/ops/element.h"
#include "simt/ops/families.h"

namespace simt::ops::SIMT_ISA {
namespace {

// A call's parameters: every lane has its own `target` bytes inside the frame,
// lane i's at row a + i * target. Decoding writes these forms for .param names
// of device functions and of call sequences.

// True when the access stays inside them; else fills in Context::fault.
template <class T>
bool inside(Context& c, const Inst& in, LaneMask mask, AccessKind kind) {
  const uint64_t width = sizeof(T) * in.count;
  const auto offset = static_cast<uint64_t>(in.offset);
  if (width <= in.target && offset <= in.target - width) [[likely]]
    return true;
  c.fault = Fault{};
  c.fault.lanes = mask;
  c.fault.address = offset;
  c.fault.bytes = static_cast<uint8_t>(width);
  c.fault.access = kind;
  c.fault.space = ptx::Space::kParam;
  return false;
}

template <class T>
Step load_frame(Context& c, const Inst& in, LaneMask mask) {
  if (!inside<T>(c, in, mask, AccessKind::kLoad)) return Step::kFault;
  const std::byte* base = row<std::byte>(c, in.a) + in.offset;
  for (int e = 0; e < in.count; ++e) {
    const Ref ref = element(c, in, in.d, e);
    for (LaneMask left = mask; left != 0; left &= left - 1) {
      const int i = std::countr_zero(left);
      T value;
      std::memcpy(&value, base + size_t{in.target} * i + sizeof(T) * e,
                  sizeof(T));
      put(c, in, ref, i, value);
    }
  }
  return Step::kNext;
}

template <class T>
Step store_frame(Context& c, const Inst& in, LaneMask mask) {
  if (!inside<T>(c, in, mask, AccessKind::kStore)) return Step::kFault;
  std::byte* base = row<std::byte>(c, in.a) + in.offset;
  for (int e = 0; e < in.count; ++e) {
    const Ref ref = element(c, in, in.b, e);
    for (LaneMask left = mask; left != 0; left &= left - 1) {
      const int i = std::countr_zero(left);
      const T value = take<T>(c, in, ref, i);
      std::memcpy(base + size_t{in.target} * i + sizeof(T) * e, &value,
                  sizeof(T));
    }
  }
  return Step::kNext;
}

template <template <class> class Pick>
Handler by_size(const Form& form) {
  switch (ptx::size_of(form.type)) {
    case 1:
      return Pick<uint8_t>::handler;
    case 2:
      return Pick<uint16_t>::handler;
    case 4:
      return Pick<uint32_t>::handler;
    case 8:
      return Pick<uint64_t>::handler;
    default:
      return nullptr;
  }
}
template <class T>
struct FrameLoad {
  static constexpr Handler handler = load_frame<T>;
};
template <class T>
struct FrameStore {
  static constexpr Handler handler = store_frame<T>;
};

// clang-format off
constexpr Op kRows[] = {
    // forms that decoding writes for ld.param and st.param
    {"ldframe{.vec}.type d~", kMemoryTypes, by_size<FrameLoad>, Event::kNothing, Does::kFrame | Does::kPerLane},
    {"stframe{.vec}.type b~", kMemoryTypes, by_size<FrameStore>, Event::kNothing, Does::kFrame | Does::kPerLane},
};
// clang-format on
static_assert(table_is_sound(kRows));

}  // namespace

std::span<const Op> frame_rows() { return kRows; }

}  // namespace simt::ops::SIMT_ISA
