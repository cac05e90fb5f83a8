// SPDX-License-Identifier: MIT
// What the machine counted by itself joins the other counts here.
#include <algorithm>

#include "simt/checks/counters.h"

namespace simt::checks {
namespace {

/// A weak load that reads whole words.
bool waits(const ops::Op* op, const ops::Inst& in) {
  if (op == nullptr) return false;
  return op->is_all(ops::Does::kReads | ops::Does::kPerLane) &&
         in.form->order == MemoryOrder::kWeak &&
         ptx::size_of(in.form->type) * in.form->vector >= 4;
}

}  // namespace

// Not where another rule must be known.
SharedTally* CounterCheck::tallies() {
  if (scene_.launch().banks != BankRule::kFourByte) return nullptr;
  tallies_.assign(traffic_.size(), {});
  const program::Kernel& kernel = scene_.kernel();
  for (size_t pc = 0; pc < tallies_.size(); ++pc)
    tallies_[pc].late = waits(kernel.info[pc].op, kernel.code[pc]);
  return tallies_.data();
}

GlobalTally* CounterCheck::global_tallies() {
  if (!scene_.launch().counts_sectors) return nullptr;
  global_tallies_.assign(traffic_.size(), {});
  return global_tallies_.data();
}

void CounterCheck::tally_from_now(const Access& access) {
  if (access.pc >= global_tallies_.size()) return;
  if (access.kind != AccessKind::kLoad && access.allocation->host_visible)
    return;  // it may be a flag for the host
  add_tally(access.pc);
  GlobalTally& tally = global_tallies_[access.pc];
  tally = {};
  tally.allocation = access.allocation;
  tally.kind = access.kind;
  tally.excess = traffic_[access.pc].worst_global.excess;
  tally.at = traffic_[access.pc].worst_global.at;
  Used& to = used(access.allocation, access.allocation->begin);
  if (!to.on_board) return;
  tally.touched = to.touched(access.kind).bits();
  tally.first = to.touched(access.kind).first_word();
}

void CounterCheck::add_tally(uint32_t pc) {
  const GlobalTally& tally = global_tallies_[pc];
  if (tally.requests == 0) return;
  const report::GlobalTraffic sum{tally.requests, tally.sectors, tally.ideal,
                                  tally.bytes};
  traffic_[pc].costly_global += tally.costly;
  traffic_[pc].global_kind = tally.kind;
  traffic_[pc].global += sum;
  Used& to = used(tally.allocation, tally.allocation->begin);
  to.of(tally.kind) += sum;
  if (tally.touched != nullptr)
    to.touched(tally.kind).cover(tally.low, tally.high);
}

void CounterCheck::add_tallies() {
  for (uint32_t pc = 0; pc < global_tallies_.size(); ++pc) add_tally(pc);
  const LaunchInfo& launch = scene_.launch();
  for (size_t pc = 0; pc < tallies_.size(); ++pc) {
    const SharedTally& tally = tallies_[pc];
    if (tally.requests == 0) continue;
    PcTraffic& traffic = traffic_[pc];
    traffic.kind = tally.kind;
    traffic.shared.requests += tally.requests;
    traffic.shared.wavefronts += tally.wavefronts;
    traffic.shared.ideal_wavefronts += tally.wavefronts;
    if (launch.dynamic_shared != 0 && tally.end > launch.dynamic_begin)
      dynamic_touched_ =
          std::max(dynamic_touched_, tally.end - launch.dynamic_begin);
  }
  tallies_.clear();
  global_tallies_.clear();
}

}  // namespace simt::checks
