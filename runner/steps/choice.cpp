// SPDX-License-Identifier: MIT
// Reads the words once, so that a bad one is told before a program runs.
#include "runner/steps/choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "runner/base/stop.h"

namespace learn {
namespace {

constexpr size_t kMostNumber = 1'000'000'000;

size_t number(const char* option, const std::string& text, size_t without) {
  if (text.empty()) return without;
  size_t value = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  if (read.ec != std::errc{} || read.ptr != end || value > kMostNumber) {
    throw Stop{fmt::format("{} takes a whole number such as 3, not `{}`",
                           option, text)};
  }
  return value;
}

}  // namespace

StepChoice read_choice(const StepWords& words) {
  StepChoice choice;
  if (!words.warp.empty())
    choice.warp = static_cast<int>(number("--warp", words.warp, 0));
  choice.from = number("--from", words.from, 0);
  choice.to = number("--to", words.to, kMostNumber);
  if (choice.from > choice.to) {
    throw Stop{fmt::format("--from {} is after --to {}: no step is left",
                           choice.from, choice.to)};
  }
  number("--beside", words.beside, 0);
  choice.until_diagnostic = words.until == "diagnostic";
  if (!words.until.empty() && !choice.until_diagnostic) {
    throw Stop{fmt::format("--until takes the word diagnostic, not `{}`",
                           words.until)};
  }
  choice.cell = words.cell;
  if (!words.beside.empty() && words != StepWords{.beside = words.beside}) {
    throw Stop{
        "--beside shows the first difference of two runs: leave out the other "
        "options that choose steps"};
  }
  return choice;
}

std::optional<size_t> first_fire(const Steps& run) {
  std::optional<size_t> first;
  for (const auto& one : run.fires) {
    if (one.step < 0) continue;
    const auto step = static_cast<size_t>(one.step);
    first = std::min(first.value_or(step), step);
  }
  return first;
}

bool chosen(const StepChoice& choice, const Steps& run, size_t index) {
  if (index < choice.from || index > choice.to) return false;
  const auto fire = choice.until_diagnostic ? first_fire(run) : std::nullopt;
  if (fire && index > *fire) return false;
  const Step& step = run.steps[index];
  if (choice.warp < 0 || step.warp == choice.warp) return true;
  const auto& act = step.acts.front();
  return step.warp < 0 && std::find(act.from.begin(), act.from.end(),
                                    choice.warp) != act.from.end();
}

}  // namespace learn
