// SPDX-License-Identifier: MIT
// How many wavefronts a warp's shared memory request takes on a chip
// with 32 banks of 4 bytes. Pure arithmetic: the one place that knows the
// rule.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simt/ops/event.h"

namespace simt::checks {

inline constexpr uint32_t kBanks = 32, kBankBytes = 4;

constexpr uint32_t bank_of(uint64_t address) {
  return static_cast<uint32_t>(address / kBankBytes % kBanks);
}

/// How many lanes of `bytes` each go at once.
constexpr int lanes_at_once(int bytes) {
  const int all = static_cast<int>(kBanks * kBankBytes) / bytes;
  return all < kWarpSize ? all : kWarpSize;
}

/// Wavefronts of one request: what it takes, and what it would take if no two
/// different words of one wavefront lay in the same bank.
struct BankCost {
  uint32_t wavefronts = 0;
  uint32_t ideal = 0;
};

/// The cost of one load or store. `address` holds 32 byte offsets, of which
/// only those of `active` lanes are read; each is a multiple of `bytes`, which
/// is 1, 2, 4, 8 or 16. `load`: a load, whose equal addresses may merge.
///
/// Rule: lanes go in phases of 32 (up to 4 bytes), 16 (8 bytes) or 8 lanes (16
/// bytes). A phase takes as many wavefronts as the fullest bank has different
/// words. The ideal is one wavefront for each phase that has an active lane.
/// Phases of wide loads merge in twos when lane pairs ask for equal addresses.
/// Measured on an H200: tests/recorded/h200/one_warp.csv; docs/counting.md.
BankCost bank_cost(const uint64_t* address, LaneMask active, int bytes,
                   bool load);

/// The same for any shape; O(1) for most uniform and consecutive requests.
BankCost bank_cost(const Access& access);

/// The bank in which `active` lanes ask for most different words, and how many;
/// the lowest of several such banks.
struct FullestBank {
  uint32_t bank = 0;
  size_t words = 0;
};
FullestBank fullest_bank(const uint64_t* address, LaneMask active);

/// The fewest wavefronts of a shared atomic, when its lanes' words lie in banks
/// of their own. `phase`: lanes that go at once, and banks: 32, or 16 on c1060.
uint32_t atomic_ideal(const Access& access, int phase = kWarpSize);

/// The cost of a shared atomic: lanes that update one word go one after
/// another, so the fullest bank counts its lanes, not its words.
BankCost atomic_cost(const Access& access);

}  // namespace simt::checks
