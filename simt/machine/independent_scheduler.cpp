// SPDX-License-Identifier: MIT
// Splits reconverge wherever they happen to be at one instruction. A split
// whose quota is used up lets the others run. Those that skip an atomic never
// overtake those that do not: see Decoder::mark_skipped.
#include "simt/machine/independent_scheduler.h"

#include <algorithm>

namespace simt {
namespace {

using Wait = Split::Wait;

// Runnable splits at one instruction of one frame become one. Waiting ones
// join only their equals.
void merge(Warp& warp) {
  auto& splits = warp.splits;
  for (size_t i = 0; i < splits.size(); ++i) {
    for (size_t j = i + 1; j < splits.size();) {
      Split& a = splits[i];
      Split& b = splits[j];
      if (a.pc != b.pc || a.frame != b.frame || a.wait != b.wait ||
          a.barrier != b.barrier || a.wait == Wait::kWarp) {
        ++j;
        continue;
      }
      a.mask |= b.mask;
      a.value |= b.value;
      a.used = std::min(a.used, b.used);
      a.steps = std::max(a.steps, b.steps);
      a.loops = std::min(a.loops, b.loops);
      splits.erase(splits.begin() + static_cast<std::ptrdiff_t>(j));
    }
  }
}

}  // namespace

Split* IndependentScheduler::pick_of_several(Warp& warp) {
  merge(warp);
  if (random_)
    for (Split& s : warp.splits)
      if (s.wait == Wait::kNone && kernel_.info[s.pc].skipped) return &s;
  for (int attempt = 0; attempt < 2; ++attempt) {
    Split* best = nullptr;
    uint32_t runnable = 0;
    for (Split& s : warp.splits) {
      if (s.wait != Wait::kNone) continue;
      ++runnable;
      if (random_ && dice_.below(8 * runnable) == 0) {
        best = &s;
        continue;
      }
      if (s.used >= kSplitQuota || s.loops >= kLoopQuota) continue;
      if (best == nullptr || runs_before(kernel_, s, *best)) best = &s;
    }
    if (best != nullptr || runnable == 0) return best;
    for (Split& s : warp.splits) s.used = s.loops = 0;
  }
  return nullptr;
}

Split* IndependentScheduler::pick_in_round(Warp& warp) {
  merge(warp);
  Split* next = nullptr;
  for (Split& s : warp.splits) {
    if (s.wait != Wait::kNone || s.loops >= kLoopQuota) continue;
    if (next == nullptr || runs_before(kernel_, s, *next)) next = &s;
  }
  return next;
}

}  // namespace simt
