// SPDX-License-Identifier: MIT
// The history of one cell: the acts that touch it, each with its lanes alone.
#include <fmt/format.h>

#include "runner/steps/text.h"
#include "simt/report/paths.h"

namespace learn {
namespace {

bool meets(const Cell& cell, int64_t begin, int64_t end) {
  return begin < cell.end && cell.begin < end;
}

bool meets(const Cell& cell, const Act& act, size_t lane) {
  const int64_t width = static_cast<int64_t>(act.bytes) * act.count;
  return meets(cell, act.at[lane], act.at[lane] + width);
}

/// What the lanes that touch the cell do of `act`.
Act part_of(const Act& act, const Cell& cell) {
  uint32_t lanes = 0;
  size_t lane = 0;
  for (uint32_t left = act.lanes; left != 0; left &= left - 1, ++lane)
    if (meets(cell, act, lane)) lanes |= left & -left;
  return of_lanes(act, lanes);
}

}  // namespace

std::string StepText::history(const StepChoice& choice) {
  const Cell cell = cells_.find(choice.cell);
  const auto& array = run_.arrays[static_cast<size_t>(cell.array)];
  const bool shared = array.space == "shared";
  bool from_host = false;
  for (const auto& [begin, end] : array.written)
    from_host |=
        meets(cell, static_cast<int64_t>(begin), static_cast<int64_t>(end));
  std::string text =
      fmt::format("`{}`{}.\n", simt::report::printable(choice.cell),
                  shared      ? " is shared memory: each block has its own"
                  : from_host ? " was written by the host before"
                              : " was written by nobody before");
  size_t shown = 0;
  for (size_t i = 0; i < run_.steps.size(); ++i) {
    const Step& step = run_.steps[i];
    for (size_t a = 0; a < step.acts.size(); ++a) {
      const Act& act = step.acts[a];
      if (act.array != cell.array) continue;
      const bool host = act.kind == ActKind::kHost;
      const Act part = host ? act : part_of(act, cell);
      if (host ? !meets(cell, act, 0) : part.lanes == 0) continue;
      if (!chosen(choice, run_, i)) continue;
      ++shown;
      text += fmt::format("Step {}", i);
      if (!host)
        text += fmt::format(", {}. Warp {} of {}", place(step), step.warp,
                            block_text(run_, step));
      text += ". " + sentence(step, part);
      text += poison(poison_[i][a] & part.lanes);
      text += "\n" + fires_at(i);
    }
  }
  return text + fmt::format("{} access{}, schedule {}.\n", shown,
                            shown == 1 ? "" : "es", run_.schedule);
}

}  // namespace learn
