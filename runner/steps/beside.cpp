// SPDX-License-Identifier: MIT
// Schedules differ in the order of warps, which is allowed. The steps of one
// warp, taken alone, are alike unless it read something that depends on it.
#include "runner/steps/beside.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "runner/steps/text.h"

namespace learn {
namespace {

/// The steps of each warp, in order.
using Warp = std::tuple<int, uint32_t, int>;  // launch, block, warp
using ByWarp = std::map<Warp, std::vector<size_t>>;

ByWarp by_warp(const Steps& run) {
  ByWarp all;
  for (size_t i = 0; i < run.steps.size(); ++i) {
    const Step& step = run.steps[i];
    if (step.warp >= 0) all[{step.launch, step.block, step.warp}].push_back(i);
  }
  return all;
}

/// Alike but for who waits and who has ended, which the order decides.
bool alike(const Step& a, const Step& b) {
  return a.launch == b.launch && a.block == b.block && a.warp == b.warp &&
         a.file == b.file && a.line == b.line && a.on == b.on &&
         a.acts == b.acts;
}

/// A step of each run; an index past the end: the warp has no more.
using Pair = std::pair<size_t, size_t>;

/// The first step of `one`, in its order, that its warp does otherwise in
/// `other`.
std::optional<Pair> first_otherwise(const Steps& one, const Steps& other) {
  const ByWarp left = by_warp(one), right = by_warp(other);
  std::optional<Pair> first;
  for (const auto& [warp, steps] : left) {
    const auto found = right.find(warp);
    static const std::vector<size_t> kNone;
    const auto& there = found == right.end() ? kNone : found->second;
    for (size_t i = 0; i < steps.size(); ++i) {
      const size_t at = i < there.size() ? there[i] : other.steps.size();
      const bool same = at < other.steps.size() &&
                        alike(one.steps[steps[i]], other.steps[at]);
      if (same) continue;
      if (!first || steps[i] < first->first) first = {steps[i], at};
      break;
    }
  }
  return first;
}

std::string shown(const Steps& run, StepText& text, size_t index) {
  return fmt::format("Schedule {}:\n{}\n", run.schedule,
                     index < run.steps.size()
                         ? text.paragraph(index)
                         : "The warp has no more steps.\n");
}

}  // namespace

std::string beside(const Steps& one, const Steps& other, Sources& sources) {
  StepText left(one, sources), right(other, sources);
  size_t same = 0;
  while (same < one.steps.size() && same < other.steps.size() &&
         alike(one.steps[same], other.steps[same]))
    ++same;
  if (same == one.steps.size() && same == other.steps.size())
    return fmt::format("Schedules {} and {} are alike in all {} steps.\n",
                       one.schedule, other.schedule, same);
  std::string text =
      fmt::format("Step {} is the first that differs.\n\n", same) +
      shown(one, left, same) + shown(other, right, same);
  const auto differs = first_otherwise(one, other);
  if (!differs)
    return text + "Only the order differs: each warp does the same in both.\n";
  if (*differs == Pair{same, same}) return text;
  return text + "The first step that a warp does otherwise:\n\n" +
         shown(one, left, differs->first) +
         shown(other, right, differs->second);
}

}  // namespace learn
