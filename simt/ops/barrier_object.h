// SPDX-License-Identifier: MIT
// The 64 bits of a barrier object (mbarrier), whose layout the manual leaves
// open. Knows nothing of memory.
#pragma once

#include <bit>
#include <cstdint>

namespace simt::ops {

/// How many arrivals an object can expect, and how many bytes of copies it can
/// count, more or fewer than expected (PTX ISA 9.7.13.15).
inline constexpr uint32_t kMostArrivals = (1u << 20) - 1;
inline constexpr uint32_t kMostBytes = (1u << 20) - 1;

/// A phase is over when no arrival is pending and as many bytes have been
/// copied as were expected.
struct BarrierObject {
  uint32_t expected = 0;  // arrivals of the next phase
  uint32_t pending = 0;   // arrivals that this phase waits for
  int32_t bytes = 0;      // expected and not copied yet; may be negative
  uint32_t phase = 0;     // the lowest bit of its number

  static constexpr BarrierObject from(uint64_t word) {
    constexpr uint64_t kCount = kMostArrivals;
    BarrierObject b;
    b.expected = static_cast<uint32_t>(word & kCount);
    b.pending = static_cast<uint32_t>(word >> 20 & kCount);
    const auto high = static_cast<int64_t>(word << 3);  // bits 40 to 60
    b.bytes = static_cast<int32_t>(high >> 43);
    b.phase = static_cast<uint32_t>(word >> 61 & 1);
    return b;
  }
  constexpr uint64_t word() const {
    return uint64_t{expected & kMostArrivals} |
           uint64_t{pending & kMostArrivals} << 20 |
           (uint64_t{std::bit_cast<uint32_t>(bytes)} & 0x1fffff) << 40 |
           uint64_t{phase & 1} << 61;
  }

  /// True when that ended the phase; the next one has begun then.
  constexpr bool end_if_over() {
    if (pending != 0 || bytes != 0) return false;
    phase ^= 1u;
    pending = expected;
    return true;
  }
  /// More arrivals than are pending count as those.
  constexpr bool arrive(uint32_t count) {
    pending -= count < pending ? count : pending;
    return end_if_over();
  }
  constexpr void expect(uint32_t many) { bytes += static_cast<int32_t>(many); }
  constexpr bool complete(uint32_t many) {
    bytes -= static_cast<int32_t>(many);
    return end_if_over();
  }
};
static_assert(BarrierObject::from(BarrierObject{kMostArrivals, 5, -7, 1}.word())
                  .bytes == -7);
static_assert(BarrierObject::from(BarrierObject{3, 2, 9, 1}.word()).phase == 1);

}  // namespace simt::ops
