// SPDX-License-Identifier: MIT
// A moment in the program order of an actor: what FastTrack calls an epoch,
// c@t, the clock c of thread t (Flanagan and Freund, PLDI 2009). Knows nothing
// of memory.
#pragma once

#include <cstdint>

namespace simt::races {

/// An actor has a clock of its own. Every actor is a warp of a block; its lanes
/// are told apart by the lane mask beside the epoch. The asynchronous proxy has
/// no clock: its copies begin at an epoch of who issues them, and end at epochs
/// of those who waited (async_proxy.h). The host can come, and needs three
/// things: serial numbers that no block has, a case in
/// HappensBefore::unordered, and its name in checks/race_words.
///
///   One serial number, warp 0. Its clock ticks at each call that waits or
///   launches. A launch learns the host's clock when it starts; the host learns
///   those of a launch's blocks when it has waited for it. An access of the
///   host has no pc; its record names the call.
struct Epoch {
  uint32_t serial = 0;  // of the block: no two blocks of a run share one
  uint32_t warp = 0;    // of the block
  uint32_t phase = 0;   // of the block: its barriers so far, from 1
  uint32_t clock = 0;   // of the warp, from 0 in each phase

  bool operator==(const Epoch&) const = default;

  constexpr bool same_block(const Epoch& other) const {
    return serial == other.serial;
  }
  constexpr bool same_warp(const Epoch& other) const {
    return serial == other.serial && warp == other.warp;
  }
};

}  // namespace simt::races
