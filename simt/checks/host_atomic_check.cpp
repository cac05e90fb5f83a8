// SPDX-License-Identifier: MIT
// The rule is that of libcu++, "Atomicity": of mapped memory it asks for
// hostNativeAtomicSupported, which is 0 on all profiles, since their devices
// are behind PCIe. Loads and stores are atomic there; managed memory moves.
#include "simt/checks/host_atomic_check.h"

#include <bit>

#include "simt/checks/wording.h"

namespace simt::checks {

void HostAtomicCheck::note(const Access& access) {
  const int lane = std::countr_zero(access.active);
  Found& found = found_[scene_.index().site_of(access.pc)];
  const uint64_t address = access.lane_address(lane);
  const bool fresh = found.count == 0;
  found.count += static_cast<uint64_t>(std::popcount(access.active));
  if (!fresh && address >= found.address) return;
  found.address = address;
  found.at = access.at;
  found.lane = lane;
  found.pc = access.pc;
}

report::Diagnostic HostAtomicCheck::describe(const Found& found) const {
  const std::string data =
      "`" + scene_.data_name(ptx::Space::kGlobal, found.address) + "`";
  const std::string thread = scene_.thread_name(found.at.warp, found.lane);
  report::Diagnostic d = scene_.start("host-atomic", report::Severity::kError);
  d.count = found.count;
  d.message =
      "an atomic of system scope updates " + data + ", memory of the host";
  d.places = {scene_.place(found.pc,
                           thread + " of block " +
                               scene_.block_name(found.at.block) + " updates " +
                               data + " here",
                           found.at, found.lane)};
  d.notes = {{"type",
              "a load or a store of system scope, managed memory, or the scope "
              "of the device where no thread of the host takes part"}};
  d.why =
      "cudaDevAttrHostNativeAtomicSupported is 0: behind PCIe a thread of the "
      "host may store between the read and the write of such an atomic";
  d.seen = count_of(found.count, "such update") +
           " on this line; lowest address shown";
  d.hint = "who else changes this word while the kernel runs?";
  return d;
}

void HostAtomicCheck::on_launch_end(const Executions&) {
  for (const auto& [site, found] : found_) scene_.add(describe(found));
  found_.clear();
}

}  // namespace simt::checks
