// SPDX-License-Identifier: MIT
// The sum of a block in shared memory, level by level: who adds what, and what
// the level costs. A run of one level more costs that level more.
#include <bit>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

#include "simt/explore/explorer.h"

namespace simt::explore {
namespace {

using steps::Act;
using steps::ActKind;

/// What the threads of a level do: by thread the element it adds to, and the
/// one that it adds.
using Adds = std::map<int64_t, std::pair<int64_t, int64_t>>;

/// Element that act's `i`th lane accesses.
int64_t element(const Act& act, size_t i) {
  return act.at[i] / static_cast<int64_t>(sizeof(int32_t));
}

/// The addition of a warp: two loads, and the store of their sum.
void add_step(const steps::Step& step, Adds& adds) {
  const Act* store = nullptr;
  std::vector<const Act*> loads;
  for (const Act& act : step.acts) {
    if (act.kind == ActKind::kStore) store = &act;
    if (act.kind == ActKind::kLoad) loads.push_back(&act);
  }
  if (store == nullptr || loads.size() != 2) return;
  size_t next = 0;
  for (int lane = 0; lane < steps::kLanes; ++lane) {
    if ((store->lanes >> lane & 1) == 0) continue;
    const int64_t into = element(*store, next);
    const int64_t one = element(*loads[0], next);
    const int64_t other = element(*loads[1], next);
    adds[step.warp * steps::kLanes + lane] = {into, one == into ? other : one};
    ++next;
  }
}

/// The additions of the last level of a run: those after the last barrier but
/// one.
Adds last_level(const steps::Run& run) {
  Adds before, adds;
  for (const steps::Step& step : run.steps) {
    if (step.warp < 0) {  // a barrier opened
      if (!adds.empty()) before = std::move(adds);
      adds = {};
      continue;
    }
    add_step(step, adds);
  }
  return before;
}

std::string level_of(const Ran& before, const Ran& now) {
  const Adds adds = last_level(now.steps);
  std::vector<int64_t> threads, into, from;
  std::set<int64_t> warps;
  for (const auto& [thread, pair] : adds) {
    threads.push_back(thread);
    into.push_back(pair.first);
    from.push_back(pair.second);
    warps.insert(thread / steps::kLanes);
  }
  const auto more = [&](auto count) {
    return std::to_string(count(now.counters) - count(before.counters));
  };
  using C = const report::Counters&;
  return json_of(
      {{"thread", sequence(threads)},
       {"into", sequence(into)},
       {"from", sequence(from)},
       {"warps", std::to_string(warps.size())},
       {"instructions", more([](C c) { return c.warp_instructions; })},
       {"divergent", more([](C c) { return c.divergent_branches; })},
       {"wavefronts", more([](C c) {
          return c.shared_load.wavefronts + c.shared_store.wavefronts;
        })},
       {"ideal", more([](C c) {
          return c.shared_load.ideal_wavefronts +
                 c.shared_store.ideal_wavefronts;
        })}});
}

Result answer(Rig& rig, const Choice& choice) {
  const int threads = choice.number("threads");
  const std::string& addressing = choice.text("addressing");
  Run run;
  run.kernel = "reduction";
  run.block = static_cast<uint32_t>(threads);
  run.buffers = {static_cast<uint64_t>(threads) * sizeof(int32_t)};
  run.filled.assign(static_cast<size_t>(threads), 1);
  run.numbers = {addressing == "modulo"    ? 0
                 : addressing == "strided" ? 1
                                           : 2,
                 0};
  Ran before = rig.run(run);
  std::vector<std::string> levels;
  const int all = std::countr_zero(static_cast<unsigned>(threads));
  for (int level = 1; level <= all; ++level) {
    run.numbers[1] = level;
    Ran now = rig.run(run);
    levels.push_back(level_of(before, now));
    before = std::move(now);
  }
  if (before.words<int32_t>().at(0) != threads)
    throw std::runtime_error("the reduction gives a wrong sum");
  return {{"levels", list_of(levels)}};
}

}  // namespace

Explorer reduction() {
  return {"reduction",
          {{"addressing", {"modulo", "strided", "sequential"}},
           {"threads", {"32", "64", "128", "256", "512"}}},
          answer};
}

}  // namespace simt::explore
