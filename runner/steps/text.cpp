// SPDX-License-Identifier: MIT
// Long lists are shortened to their ends; the file of the steps has them all.
#include "runner/steps/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>

#include "simt/report/paths.h"

namespace learn {
namespace {

using simt::report::printable;

constexpr size_t kMostListed = 8;  // then the first ones and the last
constexpr size_t kFirst = 4;

/// "1, 2, 3"; "all 0"; "1, 2, 3, 4, ..., 32".
std::string listed(const std::vector<std::string>& all) {
  const bool alike = std::all_of(all.begin(), all.end(), [&](const auto& one) {
    return one == all.front();
  });
  if (all.size() > 1 && alike) return "all " + all.front();
  if (all.size() <= kMostListed) return fmt::format("{}", fmt::join(all, ", "));
  return fmt::format("{}, ..., {}",
                     fmt::join(all.begin(), all.begin() + kFirst, ", "),
                     all.back());
}

std::string plural(uint32_t lanes, const char* one, const char* several) {
  return std::popcount(lanes) == 1 ? one : several;
}

std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

const char* verb(ActKind kind, bool one) {
  switch (kind) {
    case ActKind::kLoad:
      return one ? "loads" : "load";
    case ActKind::kStore:
      return one ? "stores" : "store";
    default:
      return one ? "changes" : "change";
  }
}

std::string triple(uint32_t linear, const std::array<uint32_t, 3>& of) {
  return fmt::format("({},{},{})", linear % of[0], linear / of[0] % of[1],
                     linear / of[0] / of[1]);
}

}  // namespace

std::string lanes_text(uint32_t lanes) {
  if (lanes == ~0u) return "all 32 lanes";
  std::vector<std::string> runs;
  for (int lane = 0; lane < simt::steps::kLanes; ++lane) {
    if ((lanes >> lane & 1) == 0) continue;
    int last = lane;
    while (last < simt::steps::kLanes - 1 && (lanes >> (last + 1) & 1) != 0)
      ++last;
    runs.push_back(last == lane       ? std::to_string(lane)
                   : last == lane + 1 ? fmt::format("{}, {}", lane, last)
                                      : fmt::format("{} to {}", lane, last));
    lane = last;
  }
  if (runs.empty()) return "no lane";
  const bool one = std::popcount(lanes) == 1;
  return fmt::format("{} {}", one ? "lane" : "lanes", fmt::join(runs, ", "));
}

std::string block_text(const Steps& run, const Step& step) {
  const auto& launch = run.launches[static_cast<size_t>(step.launch)];
  return "block " + triple(step.block, launch.grid);
}

std::string StepText::place(const Step& step) const {
  if (step.file < 0) return "a place without a line";
  return fmt::format("{}:{}",
                     printable(run_.files[static_cast<size_t>(step.file)]),
                     step.line);
}

uint32_t StepText::lanes_there(const Step& step) const {
  const auto& block = run_.launches[static_cast<size_t>(step.launch)].block;
  const int64_t threads = int64_t{block[0]} * block[1] * block[2];
  const int64_t lanes = threads - int64_t{step.warp} * simt::steps::kLanes;
  return lanes >= simt::steps::kLanes ? ~0u : (1u << lanes) - 1;
}

std::string StepText::who(const Step& step) const {
  std::string text = fmt::format("Warp {} of {}, {}.", step.warp,
                                 block_text(run_, step), lanes_text(step.on));
  const auto add = [&](uint32_t lanes, const char* one, const char* several) {
    if (lanes == 0) return;
    text +=
        " " + capital(lanes_text(lanes)) + " " + plural(lanes, one, several);
  };
  add(step.waiting, "waits.", "wait.");
  add(step.elsewhere(), "is elsewhere.", "are elsewhere.");
  add(step.exited & lanes_there(step), "has ended.", "have ended.");
  return text;
}

std::string StepText::where(const Act& act) const {
  const auto width = static_cast<int64_t>(act.bytes) * act.count;
  const auto name = [&](int64_t at) {
    return "`" + cells_.name(act.array, at, act.bytes) + "`";
  };
  const auto last = [&](int64_t at) {
    return name(at + width -
                static_cast<int64_t>(cells_.unit(act.array, act.bytes)));
  };
  bool in_line = true, alike = true;
  for (size_t i = 1; i < act.at.size(); ++i) {
    in_line = in_line && act.at[i] == act.at[i - 1] + width;
    alike = alike && act.at[i] == act.at[0];
  }
  const bool wide = cells_.unit(act.array, act.bytes) != act.bytes;
  const bool several = act.count > 1 || wide || (in_line && act.at.size() > 2);
  if (in_line && several)
    return printable(name(act.at.front()) + " to " + last(act.at.back()));
  std::vector<std::string> names;
  for (const int64_t at : act.at) {
    if (alike && !names.empty()) break;
    names.push_back(act.count > 1 ? name(at) + " to " + last(at) : name(at));
  }
  return printable(listed(names));
}

std::string StepText::values_of(const Act& act) const {
  if (act.values.empty()) return ".";
  const bool one = std::popcount(act.lanes) == 1 && act.count == 1;
  return printable(
      fmt::format(": {} {}.", one ? "value" : "values", listed(act.values)));
}

std::string StepText::access(const Act& act) const {
  const bool one = std::popcount(act.lanes) == 1;
  std::string text = fmt::format("{} {} {}", capital(lanes_text(act.lanes)),
                                 verb(act.kind, one), where(act));
  if (act.kind == ActKind::kAtomic)
    text += fmt::format(" by `{}`", printable(act.op));
  text += values_of(act);
  if (!act.before.empty())
    text += " It held " + printable(listed(act.before)) + ".";
  return text;
}

std::string StepText::branch(const Step& step, const Act& act) const {
  const bool one = std::popcount(act.lanes) == 1;
  const uint32_t stay = step.on & ~act.lanes;
  const std::string to =
      act.target > 0 ? fmt::format("line {}", act.target) : "another place";
  if (act.lanes == 0) return fmt::format("No lane jumps to {}.", to);
  const std::string jump = fmt::format("{} {} to {}", lanes_text(act.lanes),
                                       one ? "jumps" : "jump", to);
  if (stay == 0) return capital(jump) + ".";
  return fmt::format("The warp diverges: {}, {} {} on.", jump, lanes_text(stay),
                     plural(stay, "goes", "go"));
}

std::string StepText::shuffle(const Act& act) const {
  std::vector<std::string> pairs;
  auto from = act.from.begin();
  for (uint32_t left = act.lanes; left != 0 && from != act.from.end();
       left &= left - 1, ++from) {
    const int lane = std::countr_zero(left);
    pairs.push_back(*from < 0 ? fmt::format("{} from no lane", lane)
                              : fmt::format("{} from {}", lane, *from));
  }
  return fmt::format("`{}`: lane {}", printable(act.op), listed(pairs)) +
         values_of(act);
}

std::string StepText::of_no_warp(const Step& step, const Act& act) const {
  if (act.kind == ActKind::kHost) {
    return fmt::format(
        "The host writes {} bytes of `{}`, from byte {} on.", act.bytes,
        printable(run_.arrays[static_cast<size_t>(act.array)].name),
        act.at.front());
  }
  std::vector<std::string> warps;
  for (const int warp : act.from) warps.push_back(std::to_string(warp));
  return fmt::format("Barrier {} of {} opens: {} {} {} on.", printable(act.op),
                     block_text(run_, step),
                     warps.size() == 1 ? "warp" : "warps",
                     warps.empty() ? "none" : listed(warps),
                     warps.size() == 1 ? "goes" : "go");
}

std::string StepText::sentence(const Step& step, const Act& act) const {
  const bool one = std::popcount(act.lanes) == 1;
  const std::string lanes = capital(lanes_text(act.lanes));
  const std::string op = printable(act.op);
  switch (act.kind) {
    case ActKind::kLoad:
    case ActKind::kStore:
    case ActKind::kAtomic:
      return access(act);
    case ActKind::kBranch:
      return branch(step, act);
    case ActKind::kShuffle:
      return shuffle(act);
    case ActKind::kVote:
      return fmt::format("`{}`: yes from {}; the result is {:#x}.", op,
                         lanes_text(act.yes), act.result);
    case ActKind::kBarrier:
      return fmt::format("{} {} at a block barrier (`{}`).", lanes,
                         one ? "arrives" : "arrive", op);
    case ActKind::kWarpSync:
      return fmt::format("{} {} at __syncwarp.", lanes, one ? "meets" : "meet");
    case ActKind::kFence:
      return fmt::format("{} {} a fence (`{}`).", lanes,
                         one ? "passes" : "pass", op);
    case ActKind::kExit:
      return fmt::format("{} {}.", lanes, one ? "ends" : "end");
    case ActKind::kFault:
      return fmt::format("{} cannot run `{}`: the launch ends here.", lanes,
                         op);
    case ActKind::kOpens:
    case ActKind::kHost:
      return of_no_warp(step, act);
    case ActKind::kObject:
    case ActKind::kIssue:
    case ActKind::kCommit:
    case ActKind::kAwait:
    case ActKind::kRead:
    case ActKind::kDone:
      return asynchronous(act);
    case ActKind::kOther:
      break;
  }
  return fmt::format("{} {} `{}`.", lanes, one ? "runs" : "run", op);
}

std::string StepText::fires_at(size_t index) const {
  std::string text;
  for (const auto& one : run_.fires) {
    if (one.step != static_cast<int>(index)) continue;
    text +=
        fmt::format("Here {}[{}] fires: {}.", one.error ? "error" : "warning",
                    printable(one.name), printable(one.message));
    if (one.earlier >= 0)
      text += fmt::format(" The other access is step {}.", one.earlier);
    text += "\n";
  }
  return text;
}

std::string StepText::variables(size_t index) {
  std::string text;
  for (const HeldNow& held : held_.after(index)) {
    const auto& local = run_.locals[static_cast<size_t>(held.local)];
    if (text.empty())
      text = fmt::format("Variables of `{}`:\n", printable(local.function));
    std::vector<std::string> values;
    for (const auto& value : held.values)
      values.push_back(held_text(run_, local, value));
    text += fmt::format("  `{}`: {}{}\n", printable(local.name),
                        printable(listed(values)),
                        held.changed != 0 ? ", changed" : "");
  }
  return text;
}

std::string StepText::poison(uint32_t lanes) {
  if (lanes == 0) return "";
  return fmt::format(" {} {} poison: no step wrote it before.",
                     capital(lanes_text(lanes)),
                     plural(lanes, "reads", "read"));
}

std::string StepText::paragraph(size_t index) {
  const Step& step = run_.steps[index];
  std::string text = fmt::format("Step {}", index);
  if (step.warp < 0) {
    text += ".";
    for (const Act& act : step.acts) text += " " + sentence(step, act);
    return text + "\n" + fires_at(index);
  }
  text += fmt::format(", {}\n", place(step));
  const auto line =
      step.file < 0 ? std::string()
                    : sources_.line(run_.files[static_cast<size_t>(step.file)],
                                    step.line);
  if (!line.empty()) text += "    " + line + "\n";
  text += who(step) + "\n";
  for (size_t a = 0; a < step.acts.size(); ++a)
    text += sentence(step, step.acts[a]) + poison(poison_[index][a]) + "\n";
  return text + variables(index) + fires_at(index);
}

std::string StepText::heading(int launch) const {
  const auto& one = run_.launches[static_cast<size_t>(launch)];
  return fmt::format(
      "Launch {}: {}, grid ({},{},{}), blocks of ({},{},{}) threads", one.index,
      printable(one.kernel), one.grid[0], one.grid[1], one.grid[2],
      one.block[0], one.block[1], one.block[2]);
}

std::string StepText::nowhere(const simt::steps::Fires& fires) {
  return fmt::format("{}[{}] fires at none of the steps: {}.",
                     fires.error ? "error" : "warning", printable(fires.name),
                     printable(fires.message));
}

std::string StepText::chosen_steps(const StepChoice& choice) {
  std::string text;
  int launch = -1;
  size_t shown = 0;
  for (size_t i = 0; i < run_.steps.size(); ++i) {
    if (!chosen(choice, run_, i)) continue;
    const Step& step = run_.steps[i];
    if (step.launch != launch) text += heading(step.launch) + "\n\n";
    launch = step.launch;
    text += paragraph(i) + "\n";
    ++shown;
  }
  for (const auto& one : run_.fires) {
    if (one.step < 0) text += nowhere(one) + "\n";
  }
  if (choice.until_diagnostic && !first_fire(run_))
    text += "No diagnostic fires.\n";
  if (run_.steps.empty()) return text + "No kernel was launched.\n";
  return text + fmt::format("{} of {} steps, schedule {}.{}\n", shown,
                            run_.steps.size(), run_.schedule,
                            run_.cut ? " The run goes on." : "");
}

}  // namespace learn
