// SPDX-License-Identifier: MIT
// One column of the time line stands for one step, or for several that follow
// each other where there are more steps than columns.
#include "runner/steps/drawn.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <set>
#include <utility>
#include <vector>

#include "runner/steps/choice.h"
#include "runner/steps/text.h"
#include "simt/report/paths.h"

namespace learn {
namespace {

using simt::report::printable;

constexpr const char* kRunMark = "█";
constexpr const char* kWaitMark = "░";
constexpr const char* kReadyMark = "·";
constexpr int kMostWarps = 16;
constexpr int kLabel = 6;  // characters before a row

/// A step that splits its warp, and the branch; no act: there is none.
struct Split {
  size_t step = 0;
  const Act* act = nullptr;
};

Split first_split(const Steps& run) {
  for (size_t i = 0; i < run.steps.size(); ++i)
    for (const Act& act : run.steps[i].acts)
      if (act.kind == ActKind::kBranch && act.lanes != 0 &&
          act.lanes != run.steps[i].on)
        return {i, &act};
  return {};
}

/// The steps of one block, and what is marked below each.
struct Line {
  std::vector<size_t> steps;
  int launch = 0;
  uint32_t block = 0;
  int warps = 0;
};

Line line_of(const Steps& run) {
  Line line;
  const auto fire = first_fire(run);
  const auto has_warp = [](const Step& step) { return step.warp >= 0; };
  const auto first = std::find_if(run.steps.begin(), run.steps.end(), has_warp);
  const Step& at = fire && has_warp(run.steps[*fire]) ? run.steps[*fire]
                   : first != run.steps.end()         ? *first
                                                      : run.steps.front();
  line.launch = at.launch;
  line.block = at.block;
  for (size_t i = 0; i < run.steps.size(); ++i) {
    const Step& step = run.steps[i];
    const bool host = step.acts.front().kind == ActKind::kHost;
    if (step.launch != at.launch || step.block != at.block || host) continue;
    line.steps.push_back(i);
    line.warps = std::max(line.warps, step.warp + 1);
  }
  return line;
}

enum class State : uint8_t { kNone, kReady, kWaits };

/// What a warp is in after a step of its own.
State state_after(const Step& step) {
  for (const Act& act : step.acts) {
    const bool counts = act.op.find("arrive") != std::string::npos;
    if (act.kind == ActKind::kBarrier && !counts) return State::kWaits;
    if (act.kind == ActKind::kExit && (step.on | step.exited) == ~0u)
      return State::kNone;
  }
  return State::kReady;
}

/// The row of one warp: `each` steps make a column.
std::string row_of(const Steps& run, const Line& line, int warp, size_t each) {
  std::string row;
  State state = State::kNone;
  for (size_t i = 0; i < line.steps.size(); i += each) {
    const char* mark = state == State::kWaits   ? kWaitMark
                       : state == State::kReady ? kReadyMark
                                                : " ";
    for (size_t s = i; s < std::min(i + each, line.steps.size()); ++s) {
      const Step& step = run.steps[line.steps[s]];
      if (step.warp == warp) {
        mark = kRunMark;
        state = state_after(step);
      }
      const Act& act = step.acts.front();
      if (act.kind == ActKind::kOpens &&
          std::find(act.from.begin(), act.from.end(), warp) != act.from.end())
        state = State::kReady;
    }
    row += mark;
  }
  row.erase(row.find_last_not_of(' ') + 1);
  return row;
}

/// After each step of the run: copies and products that the block has issued
/// and that are not complete.
std::vector<size_t> in_flight(const Steps& run, const Line& line) {
  std::vector<size_t> all;
  std::set<std::pair<simt::steps::Work, uint64_t>> open;
  for (const Step& step : run.steps) {
    for (const Act& act : step.acts) {
      if (step.launch != line.launch || act.id == 0) continue;
      if (act.kind == ActKind::kIssue && step.block == line.block)
        open.insert({act.work, act.id});
      if (act.kind == ActKind::kDone) open.erase({act.work, act.id});
    }
    all.push_back(open.size());
  }
  return all;
}

/// The most that is in flight in each column; "" where nothing ever is.
std::string flight_of(const Steps& run, const Line& line, size_t each) {
  constexpr size_t kManyDigits = 9;
  const auto after = in_flight(run, line);
  std::string row;
  for (size_t i = 0; i < line.steps.size(); i += each) {
    size_t most = 0;
    for (size_t s = i; s < std::min(i + each, line.steps.size()); ++s)
      most = std::max(most, after[line.steps[s]]);
    row += most == 0            ? ' '
           : most > kManyDigits ? '+'
                                : static_cast<char>('0' + most);
  }
  row.erase(row.find_last_not_of(' ') + 1);
  return row;
}

/// Where barriers open and diagnostics fire; "" where none does.
std::string marks_of(const Steps& run, const Line& line, size_t each) {
  std::string row;
  for (size_t i = 0; i < line.steps.size(); i += each) {
    char mark = ' ';
    for (size_t s = i; s < std::min(i + each, line.steps.size()); ++s) {
      const size_t index = line.steps[s];
      const auto fires = [&](const auto& one) {
        return one.step == static_cast<int>(index);
      };
      if (std::any_of(run.fires.begin(), run.fires.end(), fires)) mark = '!';
      const bool opens = run.steps[index].acts.front().kind == ActKind::kOpens;
      if (opens && mark != '!') mark = '|';
    }
    row += mark;
  }
  row.erase(row.find_last_not_of(' ') + 1);
  return row;
}

}  // namespace

std::string divergence_drawn(const Steps& run, Sources& sources) {
  const auto [index, act] = first_split(run);
  if (act == nullptr) return "No branch splits a warp.\n";
  const Step& step = run.steps[index];
  std::string row;
  for (int lane = 0; lane < simt::steps::kLanes; ++lane) {
    const auto has = [lane](uint32_t mask) { return (mask >> lane & 1) != 0; };
    row += has(act->lanes) ? kRunMark : has(step.on) ? kWaitMark : kReadyMark;
  }
  std::string place;
  if (step.file >= 0) {
    const auto& file = run.files[static_cast<size_t>(step.file)];
    place = fmt::format(", {}:{}\n    {}", printable(file), step.line,
                        printable(sources.line(file, step.line)));
  }
  return fmt::format(
      "Warp {} diverges at step {}{}\n"
      "lane  0         10        20        30\n"
      "      {}\n"
      "{} jumps, {} goes on, {} takes no part\n",
      step.warp, index, place, row, kRunMark, kWaitMark, kReadyMark);
}

std::string warps_drawn(const Steps& run, int columns) {
  if (run.steps.empty()) return "";
  const Line line = line_of(run);
  const auto room = static_cast<size_t>(std::max(columns - kLabel, 1));
  const size_t each = (line.steps.size() + room - 1) / room;
  std::string text = fmt::format(
      "Warps of {} over {} steps, {}\n",
      block_text(run, run.steps[line.steps.front()]), line.steps.size(),
      each == 1 ? "one per column" : fmt::format("{} per column", each));
  for (int warp = 0; warp < std::min(line.warps, kMostWarps); ++warp)
    text += fmt::format("w{:<{}}{}\n", warp, kLabel - 1,
                        row_of(run, line, warp, each));
  const auto flight = flight_of(run, line, each);
  if (!flight.empty()) text += "async " + flight + "\n";
  const auto marks = marks_of(run, line, each);
  if (!marks.empty()) text += std::string(kLabel, ' ') + marks + "\n";
  if (line.warps > kMostWarps)
    text += fmt::format("Warps {} to {} are not drawn.\n", kMostWarps,
                        line.warps - 1);
  if (!flight.empty())
    text += "async: copies and products in flight (+: more than 9)\n";
  return text + fmt::format(
                    "{} runs, {} waits at a barrier, {} could run;\n"
                    "blank: not begun, or ended\n"
                    "| a barrier opens, ! a diagnostic fires\n",
                    kRunMark, kWaitMark, kReadyMark);
}

}  // namespace learn
