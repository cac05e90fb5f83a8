// SPDX-License-Identifier: MIT
// Rounds are run until the warps are where they were, or something changes.
#include "simt/machine/livelock.h"

#include <algorithm>
#include <array>
#include <utility>

#include "simt/machine/cycle.h"
#include "simt/machine/relevance.h"
#include "simt/machine/warp_states.h"

namespace simt {
namespace {

constexpr uint64_t kFirstQuiet = 1 << 16;  // instructions before the first look
constexpr uint64_t kFirstBusy = 1 << 22;   // likewise, while stores go on
constexpr uint64_t kLongest = uint64_t{1} << 28;  // between two looks
constexpr uint32_t kFirstRounds = 8, kMostRounds = 1 << 12;
constexpr uint64_t kMostRecorded = 64;
// How far the clocks are put on when nothing else changes any more: who waits
// for a time has waited for it then, also by the lower half of a clock.
constexpr std::array<uint64_t, 3> kJumps{
    uint64_t{1} << 30, (uint64_t{1} << 40) + (uint64_t{1} << 29),
    (uint64_t{1} << 50) + (uint64_t{1} << 30)};

}  // namespace

LookTimer::LookTimer(uint64_t now)
    : next_quiet_(now + kFirstQuiet),
      next_busy_(now + kFirstBusy),
      rounds_(kFirstRounds) {}

bool LookTimer::due(uint64_t now, bool quiet) {
  uint64_t& next = quiet ? next_quiet_ : next_busy_;
  if (now < next) return false;
  uint64_t& gap = quiet ? quiet_gap_ : busy_gap_;
  const uint64_t first = quiet ? kFirstQuiet : kFirstBusy;
  gap = std::min(kLongest, gap == 0 ? first : gap * 2);
  next = now + gap;
  rounds_ = std::min(kMostRounds, rounds_ * 2);
  return true;
}

Livelock::Verdict Livelock::look(const RunRound& run_round) {
  const bool delays = std::exchange(context_.delay_stores, false);
  context_.compare_stores = true;
  const Verdict verdict = look_closely(run_round);
  context_.compare_stores = false;
  context_.delay_stores = delays;
  return verdict;
}

Livelock::Verdict Livelock::look_closely(const RunRound& run_round) {
  const uint64_t changes = context_.effects;
  Relevance relevance(kernel_, executions_);
  WarpStates states(resident_, relevance);
  CycleFinder cycle;
  const bool passes_time = passes_time_;
  size_t jumps = 0;
  bool ran = false;
  for (uint32_t i = 0; i < timer_.rounds(); ++i) {
    const Round round = run_round();
    if (round == Round::kFault) return Verdict::kFault;
    ran = ran || round == Round::kRan;
    if (!ran || context_.effects != changes) break;
    if (relevance.grow(executions_)) cycle.forget();
    if (!cycle.comes_again(states)) continue;
    passes_time_ = false;
    const bool jumps_left = relevance.reads_clock() && jumps < kJumps.size();
    if (!(passes_time && jumps_left) &&
        waits_for_others(run_round, cycle.period())) {
      blind_ = relevance.reads_clock() || cycle.period() > kMostRecorded;
      return Verdict::kWaits;
    }
    if (jumps_left) {
      skipped_ += kJumps[jumps++];
      cycle.hold();  // back to this very state, or it moves on
      continue;
    }
    record(run_round, cycle.period());
    const bool others = settings_.host_threads && settings_.host_threads();
    return others && polls_.any_host_visible() ? Verdict::kMovesOn
                                               : Verdict::kLivelock;
  }
  time_helped_ = passes_time && jumps > 0;
  return Verdict::kMovesOn;
}

// Before the clocks are put on: in time that passes the host can store, and so
// can other launches.
bool Livelock::waits_for_others(const RunRound& run_round, uint64_t period) {
  if (!settings_.host_goes_on) return false;
  record(run_round, period);
  const bool beside = settings_.beside && settings_.beside();
  return polls_.any_host_visible() || (beside && polls_.any_global());
}

// Goes round once more and keeps what is read.
void Livelock::record(const RunRound& run_round, uint64_t period) {
  polls_ = Polls();
  Observer* const observer = std::exchange(context_.observer, &polls_);
  SharedTally* const tallies = std::exchange(context_.tallies, nullptr);
  GlobalTally* const global = std::exchange(context_.global_tallies, nullptr);
  const Executions counted = executions_;
  std::vector<uint64_t> issued;
  for (const Block* block : resident_)
    for (const Warp& warp : block->warps) issued.push_back(warp.issued);
  for (uint64_t i = 0; i < std::min(period, kMostRecorded); ++i) run_round();
  executions_ = counted;
  auto kept = issued.begin();
  for (Block* block : resident_)
    for (Warp& warp : block->warps) warp.issued = *kept++;
  context_.observer = observer;
  context_.tallies = tallies;
  context_.global_tallies = global;
}

}  // namespace simt
