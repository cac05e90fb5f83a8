// SPDX-License-Identifier: MIT
// Asks, and answers by what lesson.toml says. Runs nothing.
#include "runner/command/ask.h"

#include <fmt/format.h>
#include <unistd.h>

#include <iostream>
#include <optional>
#include <string>

#include "runner/base/pattern.h"
#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "runner/lesson/state.h"

namespace learn {
namespace {

void show(const Lesson& lesson) {
  const Ask& ask = *lesson.ask;
  fmt::print("{}\n\n{}\n\n", lesson.heading(), ask.question);
  for (size_t i = 0; i < ask.choices.size(); ++i) {
    fmt::print("  {}  {}\n", i + 1, ask.choices[i]);
  }
  fmt::print("\n");
}

int judge_choice(const Lesson& lesson, int choice) {
  const Ask& ask = *lesson.ask;
  const auto most = static_cast<int>(ask.choices.size());
  if (choice < 1 || choice > most) {
    throw Stop{fmt::format(
        "there is no choice {}; type ./learn ask {} and a number from 1 to {}",
        choice, lesson.number, most)};
  }
  if (choice != static_cast<int>(ask.answer)) {
    fmt::print(
        "{} is not it. Try it: change your exercise so, and type "
        "./learn check {}\n",
        choice, lesson.number);
    return 1;
  }
  fmt::print("{} is right. {}\n", choice, ask.because);
  return 0;
}

/// A number that was typed; nothing at the end of the input.
std::optional<int> typed_choice(const Lesson& lesson) {
  fmt::print("Your choice: ");
  std::fflush(stdout);
  std::string line;
  if (!std::getline(std::cin, line)) return {};
  const auto word = match(trim(line), "[0-9]{1,2}");
  if (!word) {
    throw Stop{fmt::format("`{}` is no number of a choice; type ./learn ask {}",
                           trim(line), lesson.number)};
  }
  return std::stoi((*word)[0]);
}

}  // namespace

int ask(const Place& place, const Lesson& lesson, int choice) {
  if (!lesson.ask) {
    throw Stop{fmt::format("lesson {} has no question", lesson.number)};
  }
  if (!State(place).solved(lesson.name)) {
    throw Stop{fmt::format("lesson {0} is not passed yet, and its question is "
                           "for afterwards. Type ./learn check {0}",
                           lesson.number),
               1};
  }
  if (choice != 0) return judge_choice(lesson, choice);
  show(lesson);
  if (isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0) {
    fmt::print("Answer with ./learn ask {} NUMBER\n", lesson.number);
    return 0;
  }
  const auto typed = typed_choice(lesson);
  return typed ? judge_choice(lesson, *typed) : 0;
}

}  // namespace learn
