// SPDX-License-Identifier: MIT
// A new check adds its row here. Counters are no row: they are always there.
#include "simt/checks/table.h"

#include <algorithm>
#include <utility>

#include "simt/checks/barrier_check.h"
#include "simt/checks/cost_check.h"
#include "simt/checks/fault_check.h"
#include "simt/checks/format_check.h"
#include "simt/checks/host_atomic_check.h"
#include "simt/checks/init_check.h"
#include "simt/checks/memory_check.h"
#include "simt/checks/number_check.h"
#include "simt/checks/object_check.h"
#include "simt/checks/race_check.h"
#include "simt/checks/register_check.h"
#include "simt/checks/stale_load_check.h"
#include "simt/checks/stuck_check.h"
#include "simt/checks/warp_check.h"
#include "simt/checks/warpgroup_check.h"

namespace simt::checks {
namespace {

// clang-format off
constexpr Row kTable[] = {
    // name       on    make                          finds
    {"",        true, make_check<FaultCheck>},    // trap, assert, unsupported
    {"memory",  true, make_check<MemoryCheck>},   // out-of-bounds, misaligned
    {"init",    true, make_check<InitCheck>},     // uninitialized-read
    {"race",    true, make_check<RaceCheck>},     // shared-race, proxy-fence
    {"race",    true, make_check<HostAtomicCheck>},  // host-atomic
    {"race",    true, make_check<StaleLoadCheck>},   // stale-load
    {"object",  true, make_check<ObjectCheck>},   // expect-tx, mbarrier-misuse
    {"barrier", true, make_check<BarrierCheck>},  // divergent-barrier
    {"warp",    true, make_check<WarpCheck>},     // warp-mask
    {"warpgroup", true, make_check<WarpgroupCheck>},  // wgmma-in-flight
    {"registers", true, make_check<RegisterCheck>},   // register-pool
    {"",        true, make_check<StuckCheck>},    // deadlock, livelock
    {"",        true, make_check<FormatCheck>},   // printf-format
    {"bank",    true, make_check<CostCheck>},     // bank-conflict, uncoalesced
    {"nan",    false, make_check<NumberCheck>},   // nan-born
};
// clang-format on

}  // namespace

std::span<const Row> table() { return kTable; }

std::string names_of(std::span<const Row> rows) {
  std::string names;
  std::string_view before;
  for (const Row& row : rows) {
    if (row.name.empty() || row.name == before) continue;
    before = row.name;
    if (!names.empty()) names += ", ";
    names += row.name;
  }
  return names;
}

ChosenChecks ChosenChecks::only(std::vector<std::string> names) {
  ChosenChecks settings;
  settings.chosen_ = std::move(names);
  return settings;
}

bool ChosenChecks::on(const Row& row) const {
  if (row.name.empty()) return true;
  if (!chosen_) return row.on;
  return std::find(chosen_->begin(), chosen_->end(), row.name) !=
         chosen_->end();
}

bool ChosenChecks::on(std::string_view name) const {
  return std::any_of(std::begin(kTable), std::end(kTable), [&](const Row& row) {
    return row.name == name && on(row);
  });
}

}  // namespace simt::checks
