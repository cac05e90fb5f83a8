// SPDX-License-Identifier: MIT
// The strong stores to one location in the order in which they happened, found
// by who stored and when. A flag that many threads poll and store has many of
// them, and each racing pair asks. Knows nothing of fences.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "simt/ops/event.h"
#include "simt/races/epoch.h"

namespace simt::races {

/// A strong store, released or not.
struct Publication {
  Epoch epoch;
  LaneMask lanes = 0;
  uint32_t pc = 0, launch = 0;
  bool update = false;  // made by an atomic
  bool counts = false;  // made by an atomic that counts
  LaneMask tells = 0;   // of lanes where a release pattern ends
  LaneMask last = 0;    // the one lane whose value stayed
  uint8_t bytes = 4;
  Scope scope = Scope::kGpu;
  uint32_t cluster = 0;  // of its thread; 0: there are none
};

class Publications {
 public:
  bool empty() const { return all_.empty(); }
  size_t size() const { return all_.size(); }

  /// Joins the store of one lane to the last publication, when that is the
  /// same instruction of the same warp; else false.
  bool join(const Publication& one_lane);
  /// Epochs of one block come in the order of its phases, those of a warp in
  /// the order of its clocks, too.
  void add(const Publication& publication);

  /// Of the first `length`, the first that `lanes` of the warp made at `before`
  /// or later in that phase, or that its block made in a later phase; or null.
  const Publication* first_after(const Epoch& before, LaneMask lanes,
                                 size_t length) const;
  /// Whether a load whose chain begins with number `first` misses what `lanes`
  /// of the warp of `before` told by this one: another thread stored later.
  bool hides(const Publication& one, const Epoch& before, LaneMask lanes,
             size_t first) const;
  /// The numbers of those made by all of `lanes` at `epoch`, ascending.
  std::vector<size_t> made(const Epoch& epoch, LaneMask lanes) const;

 private:
  /// Of a block: where the first publication of each of its phases stands.
  struct Phase {
    uint32_t phase;
    size_t index;
  };
  using Indices = std::vector<size_t>;  // into all_, ascending

  static uint64_t key(const Epoch& epoch) {
    return uint64_t{epoch.serial} << 32 | epoch.warp;
  }
  Indices::const_iterator from(const Indices& mine, const Epoch& epoch) const;

  std::vector<Publication> all_;
  std::unordered_map<uint32_t, std::vector<Phase>> phases_;  // by serial
  std::unordered_map<uint64_t, Indices> of_warp_;            // by key()
};

}  // namespace simt::races
