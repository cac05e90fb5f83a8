// SPDX-License-Identifier: MIT
// Which A64 instruction of 32 bits touches memory how: Arm Architecture
// Reference Manual for A-profile (DDI 0487), C4.1, Loads and Stores. Knows no
// machine.
#pragma once

#include <cstdint>

namespace simt::cudart::a64 {

constexpr bool bit(uint32_t word, int number) {
  return (word >> number & 1) != 0;
}

/// Load/store exclusive, load-acquire, store-release, compare and swap.
constexpr bool of_exclusives(uint32_t word) {
  return (word & 0x3f000000) == 0x08000000;
}

/// Memory operations that load, compute and store. LDAPR has a code among them
/// and only loads.
constexpr bool of_memory_operations(uint32_t word) {
  return (word & 0x3f200c00) == 0x38200000 && (word & 0x0000f000) != 0x0000c000;
}

/// Whether locks are made of it: a pair that must not be parted, or one that
/// does both at once.
constexpr bool is_atomic(uint32_t word) {
  const bool ordered = bit(word, 23) && !bit(word, 21);  // of the exclusives
  return of_memory_operations(word) || (of_exclusives(word) && !ordered);
}

/// Whether it writes memory; exact for what compilers emit without SVE.
constexpr bool is_store(uint32_t word) {
  if ((word & 0xffffffe0) == 0xd50b7420) return true;  // DC ZVA
  if ((word & 0x0a000000) != 0x08000000) return false;
  const bool loads = bit(word, 22);
  if (of_exclusives(word)) {
    return !loads || (bit(word, 23) && bit(word, 21));  // CAS
  }
  if ((word & 0x3b000000) == 0x18000000) return false;  // a literal
  const bool one_register = (word & 0x38000000) == 0x38000000;
  if (one_register && of_memory_operations(word)) return true;
  const bool floating = bit(word, 26);
  // Of a general register the upper bit tells loads that extend the sign.
  const bool unscaled = (word & 0x3f200c00) == 0x19000000;  // STLUR and LDAPUR
  if ((one_register || unscaled) && !floating) return !loads && !bit(word, 23);
  return !loads;
}

/// Whether it does the same elsewhere: what touches data neither branches nor
/// looks at its own address, but for a literal.
constexpr bool can_move(uint32_t word) {
  return (word & 0x3b000000) != 0x18000000;
}

}  // namespace simt::cudart::a64
