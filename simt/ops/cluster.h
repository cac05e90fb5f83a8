// SPDX-License-Identifier: MIT
// What a block reaches of the other blocks of its cluster. An address of shared
// memory names the block: its rank stands in bits 24 and up, as on a GPU
// (PTX ISA 5.1.6.1, 9.7.9.23). Knows nothing of how blocks run.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "simt/ops/event.h"

namespace simt::ops {

inline constexpr uint32_t kRankShift = 24;
inline constexpr uint64_t kRankBytes = uint64_t{1} << kRankShift;
/// Blocks of a cluster at most (%cluster_nctarank).
inline constexpr uint32_t kMostClusterBlocks = 16;

/// An address of shared memory, moved to the block of this rank. One of 32 bits
/// takes any rank below 256, as on an H100; a generic one has room for 16.
constexpr uint32_t map_to_rank(uint32_t address, uint32_t rank) {
  return (address & 0xffffffu) | rank << kRankShift;
}
constexpr uint64_t map_to_rank(uint64_t address, uint32_t rank) {
  const uint64_t bits = rank & 0xf;
  return (address & ~(uint64_t{0xf} << kRankShift)) | bits << kRankShift;
}
constexpr uint32_t rank_in(uint32_t address) { return address >> kRankShift; }
constexpr uint32_t rank_in(uint64_t address) {
  return static_cast<uint32_t>(address >> kRankShift) & 0xf;
}

/// The blocks of a cluster, by rank.
struct Cluster {
  struct Member {
    std::byte* shared = nullptr;  // null: it has ended
    WarpPlace at;                 // its block and slot
  };
  uint32_t index = 0;  // in the grid
  uint32_t blocks = 1;
  std::array<Member, kMostClusterBlocks> member;
};

}  // namespace simt::ops
