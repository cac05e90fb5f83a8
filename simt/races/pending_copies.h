// SPDX-License-Identifier: MIT
// Asynchronous copies of threads (cp.async) that their threads have not waited
// for. Such a copy stores at any time between its issue and the wait. Knows
// nothing of races.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "simt/ops/event.h"
#include "simt/program/program.h"

namespace simt::races {

class PendingCopies {
 public:
  /// The store of one warp instruction, at its latest time.
  struct Late {
    uint32_t pc = 0;
    uint8_t bytes = 0;
    WarpPlace at;
    LaneMask lanes = 0;
    std::array<uint64_t, kWarpSize> address{};  // of each of `lanes`
    std::array<uint32_t, kWarpSize> group{};    // number of the lane's group
  };

  /// A launch of `kernel` begins: finds its copies and waits.
  void start_launch(const program::Kernel& kernel);
  void start_block(uint32_t slot);
  /// False: the kernel has no asynchronous copies, nothing else need be called.
  bool any() const { return any_; }
  bool is_copy(uint32_t pc) const {
    return pc < does_.size() && does_[pc] == Does::kCopy;
  }
  /// A wait for groups; not an arrival at a barrier object.
  bool is_wait(uint32_t pc) const { return pc < waits_.size() && waits_[pc]; }
  /// Any access; those to shared memory by cp.async are kept.
  void on_access(const Access& access);
  /// Lanes run the instruction at `pc`. Returns the stores that are finished
  /// by it: they must have been made by now.
  std::vector<Late> on_instruction(const WarpPlace& at, uint32_t pc,
                                   LaneMask lanes);
  /// The block ends: what nobody waited for.
  std::vector<Late> on_block_end(uint32_t slot);

 private:
  enum class Does : uint8_t { kOther, kCopy, kCommit, kWait, kWaitAll };
  struct Warp {
    std::array<uint32_t, kWarpSize> groups{};  // closed so far, by lane
    std::vector<Late> open;
  };

  bool any_ = false;
  std::vector<Does> does_;       // by pc
  std::vector<bool> waits_;      // by pc
  std::vector<uint32_t> spare_;  // by pc: groups that a wait leaves open
  std::vector<std::map<uint32_t, Warp>> warps_;  // by slot, then warp
};

}  // namespace simt::races
