// SPDX-License-Identifier: MIT
// A barrier of all blocks, on a device with little room: in which order blocks
// arrive and leave, and whether some wait for ever.
#include <algorithm>

#include "simt/explore/explorer.h"

namespace simt::explore {
namespace {

constexpr uint32_t kAllShared = 227 * 1024;  // of a multiprocessor

std::string event(const char* what, uint32_t block) {
  return what + std::to_string(block);
}

/// "s0", "a0", "l0": block 0 starts, arrives at the barrier, leaves it.
std::string events_of(const steps::Run& run) {
  std::vector<std::string> events;
  std::vector<uint32_t> started;
  for (const steps::Step& step : run.steps) {
    if (step.warp < 0) continue;
    if (std::find(started.begin(), started.end(), step.block) ==
        started.end()) {
      started.push_back(step.block);
      events.push_back(event("s", step.block));
    }
    for (const steps::Act& act : step.acts) {
      if (act.kind == steps::ActKind::kAtomic)
        events.push_back(event("a", step.block));
      if (act.kind == steps::ActKind::kStore)
        events.push_back(event("l", step.block));
    }
  }
  std::string text;
  for (const std::string& one : events) text += (text.empty() ? "" : " ") + one;
  return quoted(text);
}

Result answer(Rig& rig, const Choice& choice) {
  const int per_sm = choice.number("per_sm");
  Run run;
  run.kernel = "grid_barrier";
  run.grid = static_cast<uint32_t>(choice.number("blocks"));
  run.dynamic_shared = kAllShared / static_cast<uint32_t>(per_sm) - 1024;
  run.sms = choice.number("sms");
  run.schedule = static_cast<uint64_t>(choice.number("seed"));
  run.checks = true;
  run.buffers = {sizeof(int32_t), run.grid * sizeof(int32_t)};
  const Ran ran = rig.run(run);
  std::vector<std::string> says;
  for (const report::Diagnostic& one : ran.diagnostics)
    says.push_back(json_of(
        {{"name", quoted(one.name)}, {"message", quoted(one.message)}}));
  return {{"events", events_of(ran.steps)},
          {"ends", ran.outcome == Outcome::kDone ? "true" : "false"},
          {"says", list_of(says)}};
}

}  // namespace

Explorer grid_barrier() {
  return {"grid_barrier",
          {{"blocks", {"1", "2", "3", "4", "6", "8", "12"}},
           {"sms", {"1", "2", "4"}},
           {"per_sm", {"1", "2"}},
           {"seed", numbers(0, 3)}},
          answer};
}

}  // namespace simt::explore
