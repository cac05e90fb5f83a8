// SPDX-License-Identifier: MIT
// How one element of a load or store goes into a lane of a register and out of
// it. Serves memory and the parameters of calls.
#pragma once

#include <cstring>
#include <type_traits>

#include "simt/ops/table.h"

namespace simt::ops::SIMT_ISA {

/// What ld and st move.
inline constexpr TypeSet kMemoryTypes =
    types(ptx::Type::kB8, ptx::Type::kB16, ptx::Type::kB32, ptx::Type::kB64,
          ptx::Type::kU8, ptx::Type::kU16, ptx::Type::kU32, ptx::Type::kU64,
          ptx::Type::kS8, ptx::Type::kS16, ptx::Type::kS32, ptx::Type::kS64,
          ptx::Type::kF32, ptx::Type::kF64, ptx::Type::kF16, ptx::Type::kF16x2,
          ptx::Type::kBf16, ptx::Type::kBf16x2);

/// Copies kCount elements that lie side by side. As vectors: GCC moves them one
/// by one, which a load of the whole vector then waits for.
template <class T, size_t kCount>
inline void copy_lanes(void* to, const void* from) {
  constexpr size_t kBytes = sizeof(T) * kCount;
  constexpr size_t kStep = kBytes < 32 ? kBytes : 32;
  using Vector [[gnu::vector_size(kStep)]] = uint8_t;
  for (size_t at = 0; at < kBytes; at += kStep) {
    Vector part;
    std::memcpy(&part, static_cast<const std::byte*>(from) + at, kStep);
    std::memcpy(static_cast<std::byte*>(to) + at, &part, kStep);
  }
}

/// Rows of the vector's elements; a scalar is a vector of one.
inline Ref element(const Context& c, const Inst& in, Ref scalar, int e) {
  return in.count > 1 ? c.lists[in.list + e] : scalar;
}

/// One element into one lane, widened to the register by sign or zero.
template <class T>
inline void put(Context& c, const Inst& in, Ref ref, int lane, T value) {
  using Signed = std::make_signed_t<T>;
  if (in.d_bytes == sizeof(T)) {
    row<T>(c, ref)[lane] = value;
    return;
  }
  const int64_t wide = in.flags & kSignExtend
                           ? static_cast<int64_t>(static_cast<Signed>(value))
                           : static_cast<int64_t>(value);
  if (in.d_bytes == 2)
    row<uint16_t>(c, ref)[lane] = static_cast<uint16_t>(wide);
  if (in.d_bytes == 4)
    row<uint32_t>(c, ref)[lane] = static_cast<uint32_t>(wide);
  if (in.d_bytes == 8)
    row<uint64_t>(c, ref)[lane] = static_cast<uint64_t>(wide);
}

/// The low part of a lane of a register that may be wider than T.
template <class T>
inline T take(Context& c, const Inst& in, Ref ref, int lane) {
  if (in.d_bytes <= sizeof(T)) return row<T>(c, ref)[lane];
  if (in.d_bytes == 2) return static_cast<T>(row<uint16_t>(c, ref)[lane]);
  if (in.d_bytes == 4) return static_cast<T>(row<uint32_t>(c, ref)[lane]);
  return static_cast<T>(row<uint64_t>(c, ref)[lane]);
}

}  // namespace simt::ops::SIMT_ISA
