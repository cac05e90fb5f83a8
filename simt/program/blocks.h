// SPDX-License-Identifier: MIT
// What a kernel's code says of its blocks: what they may learn of each other,
// and where they store.
#pragma once

#include <cstdint>
#include <vector>

namespace simt::program {

/// Of the blocks of a kernel.
enum class Independence : uint8_t {
  /// They may talk, or what they do depends on more than their order.
  kNone,
  /// Their order may be seen: what an atomic returned is used, or floats are
  /// summed. One host thread may run them without a look at the others.
  kInOrder,
  /// Nothing but plain loads and stores could tell, and integers that atomics
  /// sum: they may run in any order.
  kAny,
};

/// It is believed and watched, not relied on: an address may be made in ways
/// that are not followed.
struct Footprint {
  /// A store's address comes from where nothing is known: it may lie anywhere.
  bool anywhere = false;
  /// Else stores go to what these parameters of 8 bytes (by offset) point to,
  std::vector<uint32_t> parameters;
  /// and to the allocations that hold these addresses.
  std::vector<uint64_t> addresses;
  /// Log2 of the bytes of its narrowest access to global memory, at most 2.
  int narrowest = 2;
};

}  // namespace simt::program
