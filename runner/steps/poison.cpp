// SPDX-License-Identifier: MIT
// Goes through the run once, in its order. An access counts by its bytes.
#include "runner/steps/poison.h"

#include <algorithm>
#include <iterator>

namespace learn {
namespace {

int64_t width_of(const Act& act) {
  return static_cast<int64_t>(act.bytes) * act.count;
}

}  // namespace

Written::Written(const Steps& run) : run_(run) {
  for (size_t i = 0; i < run.arrays.size(); ++i) {
    for (const auto& [begin, end] : run.arrays[i].written)
      add(ranges_[{static_cast<int>(i), -1, 0}], static_cast<int64_t>(begin),
          static_cast<int64_t>(end));
  }
}

Written::Memory Written::memory_of(const Step& step, const Act& act) const {
  const bool shared =
      run_.arrays[static_cast<size_t>(act.array)].space == "shared";
  return shared ? Memory{act.array, step.launch, step.block}
                : Memory{act.array, -1, 0};
}

void Written::add(Ranges& ranges, int64_t begin, int64_t end) {
  if (begin >= end) return;
  auto next = ranges.upper_bound(begin);
  if (next != ranges.begin() && std::prev(next)->second >= begin) --next;
  while (next != ranges.end() && next->first <= end) {
    begin = std::min(begin, next->first);
    end = std::max(end, next->second);
    next = ranges.erase(next);
  }
  ranges.emplace(begin, end);
}

bool Written::holds(const Ranges& ranges, int64_t begin, int64_t end) {
  const auto next = ranges.upper_bound(begin);
  return next != ranges.begin() && std::prev(next)->second >= end;
}

void Written::take(const Step& step, const Act& act) {
  if (act.array < 0 || !(act.writes() || act.kind == ActKind::kHost)) return;
  Ranges& ranges = ranges_[memory_of(step, act)];
  for (const int64_t at : act.at) add(ranges, at, at + width_of(act));
}

uint32_t Written::poisoned(const Step& step, const Act& act) const {
  const bool reads = act.kind == ActKind::kLoad ||
                     act.kind == ActKind::kAtomic ||
                     (act.kind == ActKind::kObject && act.use != "init");
  if (!reads || !act.is_access()) return 0;
  static const Ranges kNone;
  const auto found = ranges_.find(memory_of(step, act));
  const Ranges& ranges = found == ranges_.end() ? kNone : found->second;
  uint32_t lanes = 0;
  auto at = act.at.begin();
  for (uint32_t left = act.lanes; left != 0; left &= left - 1, ++at) {
    if (!holds(ranges, *at, *at + width_of(act))) lanes |= left & -left;
  }
  return lanes;
}

std::vector<std::vector<uint32_t>> poison_of(const Steps& run) {
  Written written(run);
  std::vector<std::vector<uint32_t>> all(run.steps.size());
  for (size_t i = 0; i < run.steps.size(); ++i) {
    for (const Act& act : run.steps[i].acts) {
      all[i].push_back(written.poisoned(run.steps[i], act));
      written.take(run.steps[i], act);
    }
  }
  return all;
}

}  // namespace learn
