// SPDX-License-Identifier: MIT
// One shuffle of a warp whose lanes hold their own numbers: which lane each one
// reads, and what the checks say.
#include <stdexcept>

#include "simt/explore/explorer.h"

namespace simt::explore {
namespace {

/// "0" to "v" for a lane, "." for none.
char sign_of(int lane) {
  if (lane < 0 || lane >= steps::kLanes) return '.';
  return static_cast<char>(lane < 10 ? '0' + lane : 'a' + lane - 10);
}

Result answer(Rig& rig, const Choice& choice) {
  const auto mask =
      static_cast<uint32_t>(std::stoul(choice.text("mask"), nullptr, 16));
  Run run;
  run.kernel = "shuffle_" + choice.text("kind");
  run.checks = true;
  run.buffers = {32 * sizeof(int32_t)};
  run.numbers = {static_cast<int32_t>(mask), choice.number("operand"),
                 choice.number("width")};
  const Ran ran = rig.run(run);
  std::string from(32, '.'), got(32, '.');
  for (const steps::Step& step : ran.steps.steps) {
    for (const steps::Act& act : step.acts) {
      if (act.kind != steps::ActKind::kShuffle) continue;
      size_t next = 0;
      for (size_t lane = 0; lane < 32; ++lane)
        if ((act.lanes >> lane & 1) != 0)
          from[lane] = sign_of(act.from[next++]);
    }
  }
  const auto words = ran.words<int32_t>();
  for (size_t lane = 0; lane < 32; ++lane)
    if ((mask >> lane & 1) != 0) got[lane] = sign_of(words[lane]);
  std::vector<std::string> says;
  for (const report::Diagnostic& one : ran.diagnostics)
    says.push_back(json_of(
        {{"name", quoted(one.name)}, {"message", quoted(one.message)}}));
  if (from != got) throw std::runtime_error("a lane gets what it did not read");
  return {{"from", quoted(from)}, {"says", list_of(says)}};
}

}  // namespace

Explorer shuffles() {
  return {"shuffles",
          {{"kind", {"down", "up", "butterfly", "idx"}},
           {"width", {"32", "16", "8", "4", "2"}},
           {"mask", {"ffffffff", "0000ffff", "55555555", "fffffffe"}},
           {"operand", numbers(0, 31)}},
          answer};
}

}  // namespace simt::explore
