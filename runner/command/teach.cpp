// SPDX-License-Identifier: MIT
// The bare form runs the example and the check of the next lesson. Which one is
// next, and what is solved, only runner/lesson/state.h knows.
#include "runner/command/teach.h"

#include <fmt/format.h>

#include <cstdio>
#include <string>

#include "runner/base/stop.h"
#include "runner/command/check.h"
#include "runner/lesson/lesson.h"
#include "runner/lesson/state.h"

namespace learn {
namespace {

void require_some(const std::vector<Lesson>& lessons) {
  if (lessons.empty()) throw Stop{"there are no lessons in lessons/"};
}

/// Our own prints and a child's must come in order.
void say(const std::string& text) {
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
}

}  // namespace

int teach(const Place& place) {
  const auto lessons = read_lessons(place);
  require_some(lessons);
  State state(place);
  const auto* next = state.current(lessons);
  if (next == nullptr) {
    say("All lessons are solved. ./learn list shows the points.\n");
    return 0;
  }
  state.note_shown(next->name);
  const auto folder = "lessons/" + next->name;
  say(fmt::format(
      "Lesson {}, about {} minutes\n{}\n\n"
      "To read: {}/README.md\n\n"
      "Its example, ./learn run {}:\n\n",
      next->heading(), next->minutes, next->goal, folder, next->number));
  run_example(place, *next, false);
  say(fmt::format("\nYour exercise as it stands, ./learn check {}:\n\n",
                  next->number));
  if (check(place, *next, {}) == 0) {
    say("\nSolved. Type ./learn for the next lesson.\n");
  }
  return 0;
}

std::string list_text(const Place& place) {
  const auto lessons = read_lessons(place);
  require_some(lessons);
  const State state(place);
  std::string text;
  int part = 0;
  int points = 0;
  int all = 0;
  for (const auto& lesson : lessons) {
    if (lesson.part != part) {
      part = lesson.part;
      text += fmt::format("{}{} {}\n", all == 0 ? "" : "\n", part,
                          part_title(part));
    }
    const bool solved = state.solved(lesson.name);
    text +=
        fmt::format("  {:<28}  {:<8}  {:>2} of {:>2} points  {}\n", lesson.name,
                    solved ? "solved" : "open", state.points(lesson.name),
                    lesson.points(), lesson.title);
    points += state.points(lesson.name);
    all += lesson.points();
  }
  return text + fmt::format(
                    "\n{} of {} points. ./learn goes on with the first open "
                    "lesson; ./learn check NN checks one.\n",
                    points, all);
}

int list(const Place& place) {
  say(list_text(place));
  return 0;
}

}  // namespace learn
