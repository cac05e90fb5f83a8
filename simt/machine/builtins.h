// SPDX-License-Identifier: MIT
// Functions of the device runtime that the machine runs itself: printf,
// assert, malloc, free, conditions of graphs, launches. Knows nothing of how
// the call came about.
#pragma once

#include <string>

#include "simt/machine/block.h"
#include "simt/machine/machine.h"

namespace simt {

class Builtins {
 public:
  /// Shared memory, its size and the stacks' are those of `context`.
  Builtins(const Settings& settings, ops::GlobalMemory& memory,
           ops::Context& context, Observer& observer)
      : settings_(settings),
        memory_(memory),
        context_(context),
        observer_(observer) {}

  /// Runs the call for the lanes of the warp `at`, one after the other. False:
  /// a fault, which Context::fault describes.
  bool run(const WarpPlace& at, Warp& warp, const Split& split,
           const program::CallSite& site, LaneMask lanes);

  /// True when more was printed than a launch may print.
  bool printed_too_much() const { return printed_ > kPrintLimit; }

 private:
  std::byte* lane_memory(const Warp& warp, int lane, uint64_t address,
                         uint64_t& left);
  bool lane_string(const Warp& warp, int lane, uint64_t address,
                   std::string& out);
  void print(const WarpPlace& at, const Warp& warp, const Split& split,
             const program::CallSite& site, int lane);
  void allocate(const Split& split, const program::CallSite& site, int lane);
  bool release(const Split& split, const program::CallSite& site, int lane);
  bool set_condition(const Split& split, const program::CallSite& site,
                     int lane);
  void prepare_launch(const Split& split, const program::CallSite& site,
                      int lane);
  void launch(Warp& warp, const Split& split, const program::CallSite& site,
              int lane);
  static void tell_error(Warp& warp, const Split& split,
                         const program::CallSite& site, int lane);
  void assert_fail(const Warp& warp, const Split& split,
                   const program::CallSite& site, LaneMask lanes);

  const Settings& settings_;
  ops::GlobalMemory& memory_;
  ops::Context& context_;
  Observer& observer_;
  uint64_t printed_ = 0;  // bytes
};

}  // namespace simt
