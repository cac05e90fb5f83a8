// SPDX-License-Identifier: MIT
// Schedules differ in the order of warps and of the ways of a branch, which is
// allowed. What one lane does is alike unless it read something that depends on
// the order.
#include "runner/steps/beside.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <tuple>

#include "runner/steps/text.h"

namespace learn {
namespace {

/// Arrays and files are numbered as a run meets them: names are compared.
std::string array_of(const Steps& run, const Act& act) {
  return act.array < 0 ? "" : run.arrays[static_cast<size_t>(act.array)].name;
}

bool alike(const Steps& one, const Act& a, const Steps& other, Act b) {
  if (array_of(one, a) != array_of(other, b)) return false;
  b.array = a.array;
  // The order of warps decides who counts first.
  b.id = a.id;
  b.objects = a.objects;
  return a == b;
}

bool on_one_line(const Steps& one, const Step& a, const Steps& other,
                 const Step& b) {
  if (a.line != b.line || (a.file < 0) != (b.file < 0)) return false;
  return a.file < 0 || one.files[static_cast<size_t>(a.file)] ==
                           other.files[static_cast<size_t>(b.file)];
}

/// Alike but for who waits and who has ended, which the order decides.
bool alike(const Steps& one, const Step& a, const Steps& other, const Step& b) {
  if (a.launch != b.launch || a.block != b.block || a.warp != b.warp ||
      a.on != b.on || !on_one_line(one, a, other, b))
    return false;
  return std::equal(a.acts.begin(), a.acts.end(), b.acts.begin(), b.acts.end(),
                    [&](const Act& left, const Act& right) {
                      return alike(one, left, other, right);
                    });
}

/// An act of a lane, with its step.
struct Deed {
  size_t step = 0;
  const Act* act = nullptr;
};

/// What each lane did, in its order. Where steps begin and which way of a
/// branch comes first differs from schedule to schedule.
using Lane = std::tuple<int, uint32_t, int, int>;  // launch, block, warp, lane
using ByLane = std::map<Lane, std::vector<Deed>>;

ByLane by_lane(const Steps& run) {
  ByLane all;
  for (size_t i = 0; i < run.steps.size(); ++i) {
    const Step& step = run.steps[i];
    if (step.warp < 0) continue;
    for (const Act& act : step.acts) {
      // A lane that does not jump has decided as well.
      uint32_t left = act.kind == ActKind::kBranch ? step.on : act.lanes;
      for (; left != 0; left &= left - 1)
        all[{step.launch, step.block, step.warp, std::countr_zero(left)}]
            .push_back({i, &act});
    }
  }
  return all;
}

/// A step of each run; an index past the end: the warp has no more.
using Pair = std::pair<size_t, size_t>;

/// The first step of `one`, in its order, of which a lane does something else
/// in `other`, or does not do it in one of them.
std::optional<Pair> first_otherwise(const Steps& one, const Steps& other) {
  ByLane left = by_lane(one), right = by_lane(other);
  for (const auto& [lane, deeds] : right) left.try_emplace(lane);
  std::optional<Pair> first;
  for (const auto& [lane, deeds] : left) {
    const uint32_t bit = 1u << std::get<3>(lane);
    const auto& there = right[lane];
    for (size_t i = 0; i < std::max(deeds.size(), there.size()); ++i) {
      const bool both = i < deeds.size() && i < there.size();
      const Pair at{i < deeds.size() ? deeds[i].step : one.steps.size(),
                    i < there.size() ? there[i].step : other.steps.size()};
      if (both &&
          on_one_line(one, one.steps[at.first], other,
                      other.steps[at.second]) &&
          alike(one, of_lanes(*deeds[i].act, bit), other,
                of_lanes(*there[i].act, bit)))
        continue;
      if (!first || at < *first) first = at;
      break;
    }
  }
  return first;
}

/// The first error of `one` that fires in both runs.
void find_error_of_both(const Steps& one, const Steps& other,
                        Difference& differs) {
  for (const auto& here : one.fires) {
    if (!here.error || here.step < 0) continue;
    for (const auto& there : other.fires) {
      if (there.name != here.name || there.step < 0) continue;
      differs.fires = {static_cast<size_t>(here.step),
                       static_cast<size_t>(there.step)};
      differs.fired = here.name;
      return;
    }
  }
}

std::string shown(const Steps& run, StepText& text, size_t index) {
  return fmt::format("Schedule {}:\n{}\n", run.schedule,
                     index < run.steps.size()
                         ? text.paragraph(index)
                         : "The warp has no more steps.\n");
}

}  // namespace

Difference difference(const Steps& one, const Steps& other) {
  size_t same = 0;
  while (same < one.steps.size() && same < other.steps.size() &&
         alike(one, one.steps[same], other, other.steps[same]))
    ++same;
  if (same == one.steps.size() && same == other.steps.size()) return {};
  Difference differs{same, first_otherwise(one, other), {}, {}};
  if (!differs.otherwise) find_error_of_both(one, other, differs);
  return differs;
}

std::string Difference::sentence(const Steps& one, const Steps& other) const {
  if (!first)
    return fmt::format("Schedules {} and {} are alike in all {} steps.",
                       one.schedule, other.schedule, one.steps.size());
  auto text = fmt::format("Step {} is the first that differs.", *first);
  if (otherwise) return text;
  text += " Only the order differs: each warp does the same in both.";
  if (!fires) return text;
  return text + fmt::format(
                    " Yet error[{}] fires in both, at step {} and at step {}: "
                    "no value shows it under these schedules.",
                    fired, fires->first, fires->second);
}

std::string beside(const Steps& one, const Steps& other, Sources& sources) {
  StepText left(one, sources), right(other, sources);
  const auto differs = difference(one, other);
  std::string text = differs.sentence(one, other) + "\n";
  if (!differs.first) return text;
  const size_t first = *differs.first;
  text += "\n" + shown(one, left, first) + shown(other, right, first);
  if (differs.fires)
    return text + fmt::format("Where error[{}] fires:\n\n", differs.fired) +
           shown(one, left, differs.fires->first) +
           shown(other, right, differs.fires->second);
  if (!differs.otherwise || *differs.otherwise == Pair{first, first})
    return text;
  return text + "The first step that a warp does otherwise:\n\n" +
         shown(one, left, differs.otherwise->first) +
         shown(other, right, differs.otherwise->second);
}

}  // namespace learn
