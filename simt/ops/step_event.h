// SPDX-License-Identifier: MIT
// One instruction of a warp, after it ran: for an observer that walks through
// a run. Knows nothing of what the observer concludes.
#pragma once

#include "simt/ops/event.h"

namespace simt {
namespace ops {
struct Context;  // simt/ops/inst.h
}

/// A warp ran an instruction, or came to one whose guard let no lane run it.
/// What it did to memory was told before (Observer::on_access).
struct Stepped {
  WarpPlace at;
  uint32_t pc = 0;
  LaneMask came = 0;     // lanes that came to it together, never 0
  LaneMask lanes = 0;    // of these, the lanes that ran it
  LaneMask waiting = 0;  // other lanes: at a barrier, or for lanes of a mask
  LaneMask exited = 0;   // lanes that have exited, or that the block lacks
  /// Registers after it: what a load, an atomic or a shuffle gave, and what a
  /// store or an atomic took. `count` is 0 where there are none.
  Stored result{.count = 0}, operand{.count = 0};
  /// The registers and the local memory after it; null: not told.
  const ops::Context* context = nullptr;
};

}  // namespace simt
