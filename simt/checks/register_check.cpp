// SPDX-License-Identifier: MIT
// A wait is told only where nothing gets on any more.
#include "simt/checks/register_check.h"

#include <string>
#include <utility>

namespace simt::checks {

void RegisterCheck::on_registers(const RegisterStep& step) {
  const bool wrong =
      step.more ? step.wanted < step.before : step.wanted > step.before;
  const Kind kind = step.kind == RegisterStep::Kind::kIgnored ? Kind::kIgnored
                    : step.kind == RegisterStep::Kind::kWaits ? Kind::kWaits
                                                              : Kind::kWrongWay;
  if (kind == Kind::kWrongWay && !wrong) return;
  const auto key = std::make_pair(kind, scene_.index().site_of(step.pc));
  if (kind == Kind::kWaits) found_[key] = step;  // the last one
  found_.try_emplace(key, step);
}

void RegisterCheck::on_stuck(const Stuck& stuck) {
  for (const Stuck::Group& group : stuck.groups) {
    if (!group.scarce) continue;
    const auto found =
        found_.find({Kind::kWaits, scene_.index().site_of(group.pc)});
    if (found == found_.end()) continue;
    const RegisterStep& step = found->second;
    report::Diagnostic d =
        scene_.start("register-pool", report::Severity::kError);
    d.count = 1;
    d.message = "warp " + std::to_string(step.at.warp) + " of block " +
                scene_.block_name(step.at.block) +
                " waits for registers that nobody gives back";
    d.places = {scene_.place(step.pc, "it waits here", step.at, 0)};
    d.notes = {{"wants", std::to_string(step.wanted) + " per thread; it has " +
                             std::to_string(step.before)},
               {"pool", std::to_string(step.pool) +
                            " per thread are left for this warp"}};
    d.why =
        "setmaxnreg.inc takes registers that setmaxnreg.dec gave back to the "
        "block; a warp that exits gives none back";
    d.hint =
        "add up what the warps of the block own: it must be no more than at "
        "the launch";
    d.seen = "the launch ended here";
    scene_.add(std::move(d));
    return;
  }
}

void RegisterCheck::on_launch_end(const Executions&) {
  for (const auto& [key, step] : found_) {
    if (key.first == Kind::kWaits) continue;
    const bool ignored = key.first == Kind::kIgnored;
    report::Diagnostic d =
        scene_.start("register-pool", ignored ? report::Severity::kWarning
                                              : report::Severity::kError);
    d.count = 1;
    d.message = "`" + mnemonic_of(scene_.kernel().info[step.pc]) + "`" +
                (ignored     ? " has no effect in this kernel"
                 : step.more ? " asks for fewer registers than the warp has"
                             : " asks for more registers than the warp has");
    d.places = {
        scene_.place(step.pc,
                     "warp " + std::to_string(step.at.warp) + " of block " +
                         scene_.block_name(step.at.block) + " asks here",
                     step.at, 0)};
    if (!ignored)
      d.notes = {{"wants", std::to_string(step.wanted) +
                               " per thread; it has " +
                               std::to_string(step.before)}};
    d.why = ignored ? "ptxas must know how many registers a thread has at the "
                      "launch: from __launch_bounds__ or __maxnreg__, or from "
                      "nvcc --maxrregcount, which the emulator does not see"
                    : "the behaviour is undefined then";
    d.hint = ignored ? "give the kernel __launch_bounds__"
                     : "how many registers has a thread at the launch?";
    scene_.add(std::move(d));
  }
  found_.clear();
}

}  // namespace simt::checks
