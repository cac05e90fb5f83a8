// SPDX-License-Identifier: MIT
// Counts how far a kernel's asynchronous copies run ahead: what is still in
// flight after each wait for groups of cp.async, or for the barrier object of a
// bulk copy. Judges nothing.
#pragma once

#include <cstdint>
#include <map>

#include "simt/ops/async_event.h"
#include "simt/ops/event.h"
#include "simt/races/pending_copies.h"

namespace simt::races {

/// Of one launch.
struct CopyWaits {
  /// Executions by a warp of a wait for groups of copies, and of a test of a
  /// barrier object that passed, where bulk copies were told to the object.
  uint64_t waits = 0;
  /// Bytes of shared memory that copies of the warp have yet to fill after
  /// such a wait, summed over all of them. Of bulk copies: those to the block
  /// that the warp has not waited for, but does somewhere wait for their
  /// object.
  uint64_t bytes_left = 0;
  /// Warps that waited for bulk copies after they had issued some to their own
  /// block; such waits of theirs; and the bytes of copies to the block that
  /// none of these warps had waited for then, summed.
  uint64_t issuers = 0, issuer_waits = 0, issuer_bytes_left = 0;

  CopyWaits& operator+=(const CopyWaits& more) {
    waits += more.waits;
    bytes_left += more.bytes_left;
    issuers += more.issuers;
    issuer_waits += more.issuer_waits;
    issuer_bytes_left += more.issuer_bytes_left;
    return *this;
  }
};

class CopyWaitCount {
 public:
  void start_launch(const program::Kernel& kernel);
  void start_block(uint32_t slot);
  void on_access(const Access& access);
  void on_instruction(const WarpPlace& at, uint32_t pc, LaneMask lanes);
  void on_bulk(const BulkStep& step);
  void on_object(const ObjectUse& use);
  /// What was counted since the last call.
  CopyWaits take();
  /// What another count of the same launch held.
  void add(const CopyWaits& more) { count_ += more; }

 private:
  /// What a warp waited for of the copies to an object, in bytes; and what was
  /// left of them, summed over the waits of the warp.
  struct Seen {
    bool waits = false;
    uint64_t waited = 0, left = 0;
  };
  struct WarpWaits {
    bool issues = false, waited_as_issuer = false;
    std::map<uint64_t, Seen> seen;  // by object
  };
  /// Bulk copies to a block. An object is known by its address there.
  struct BlockCopies {
    /// Bytes by object; and those that a warp that issues has waited for.
    std::map<uint64_t, uint64_t> begun, waited_by_issuers;
    std::map<uint32_t, WarpWaits> warps;
  };

  void end_bulk(const BlockCopies& block);

  PendingCopies copies_;
  CopyWaits count_;
  std::map<uint32_t, std::map<uint32_t, uint64_t>> open_;  // slot, warp: bytes
  std::map<uint32_t, BlockCopies> bulk_;                   // by slot
};

}  // namespace simt::races
