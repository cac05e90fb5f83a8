// SPDX-License-Identifier: MIT
// The parts that every fault has: thread, place, data, how many lanes.
#include "simt/checks/fault_words.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "simt/checks/wording.h"
#include "simt/machine/device_memory.h"

namespace simt::checks {

uint64_t FaultWords::offset_of(const Fault& fault) {
  uint64_t window = 0;
  if (fault.space == ptx::Space::kShared) window = kSharedWindow;
  if (fault.space == ptx::Space::kLocal) window = kLocalWindow;
  const uint64_t inside = fault.address - window;
  return window != 0 && inside < kWindowBytes ? inside : fault.address;
}

std::string FaultWords::who(const Fault& fault) const {
  return scene_.thread_name(fault.at.warp, first_lane(fault.lanes));
}

report::Place FaultWords::place(const Fault& fault,
                                const std::string& what) const {
  return scene_.place(fault.pc,
                      who(fault) + " of block " +
                          scene_.block_name(fault.at.block) + " " + what,
                      fault.at, first_lane(fault.lanes));
}

std::string FaultWords::data(const Fault& fault) const {
  return scene_.data_name(fault.space, offset_of(fault));
}

report::Diagnostic FaultWords::start(const Fault& fault,
                                     const char* name) const {
  report::Diagnostic d = scene_.start(name, report::Severity::kError);
  d.count = std::max(1, std::popcount(fault.lanes));
  return d;
}

void FaultWords::finish(const Fault& fault, report::Diagnostic d) const {
  if (d.seen.empty() && fault.lanes != 0) {
    d.seen = lanes_name(fault.lanes) + " of warp " +
             std::to_string(fault.at.warp) + " of block " +
             scene_.block_name(fault.at.block) + "; the launch ended here";
  }
  scene_.add(std::move(d));
}

}  // namespace simt::checks
