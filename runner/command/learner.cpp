// SPDX-License-Identifier: MIT
// Makes each text from the lesson's files, the state and git's history; reset
// keeps a copy of what it replaces. Compiles no exercise and runs none.
#include "runner/command/learner.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "runner/base/diff.h"
#include "runner/base/pattern.h"
#include "runner/base/stop.h"
#include "runner/base/suggest.h"
#include "runner/base/text_file.h"
#include "runner/command/own_picture.h"
#include "runner/lesson/given.h"
#include "runner/lesson/page.h"
#include "runner/lesson/region.h"
#include "runner/process/process.h"

namespace learn {
namespace {

fs::path exercise_of(const Place& place, const Lesson& lesson) {
  return lesson.folder(place) / "exercise.cu";
}

/// Keeps `text` under the first free number; answers with the file.
fs::path keep_backup(const State& state, const Lesson& lesson,
                     const std::string& text) {
  std::error_code ignored;
  fs::create_directories(state.backups(), ignored);
  for (int number = 1;; ++number) {
    auto file = state.backups() / fmt::format("{}.{}.cu", lesson.name, number);
    if (fs::exists(file)) continue;
    write_text(file, text);
    if (read_text(file) != text) throw Stop{"cannot keep " + file.string()};
    return file;
  }
}

DiffSide side_of(const Place& place, const fs::path& path) {
  const auto region = find_region(read_text(path));
  if (!region) {
    throw Stop{place.shown(path) +
               " has no region from // task-begin to // task-end"};
  }
  return {place.shown(path), region->inside(), region->begin + 1};
}

/// The rows of the table in docs/diagnostics/README.md: name, severity, what
/// was seen.
std::vector<std::vector<std::string>> diagnostic_rows(const Place& place) {
  constexpr const char* kRow =
      R"(\| \[([a-z-]+)\]\([^)]*\) \| ([^|]+) \| [^|]* \| (.+) \|)";
  std::vector<std::vector<std::string>> rows;
  const auto page = read_text(place.root / "docs/diagnostics/README.md");
  for (const auto& line : split_lines(page)) {
    if (const auto row = match(line, kRow)) {
      rows.push_back({(*row)[1], trim((*row)[2]), (*row)[3]});
    }
  }
  return rows;
}

std::string list_of_diagnostics(const Place& place) {
  std::string text;
  for (const auto& row : diagnostic_rows(place)) {
    text += fmt::format("  {}, {}\n      {}\n", row[0], row[1], row[2]);
  }
  return text + "\n./learn explain NAME shows one.\n";
}

}  // namespace

bool stdout_in_colour() {
  const char* none = std::getenv("NO_COLOR");
  return isatty(STDOUT_FILENO) != 0 && (none == nullptr || *none == '\0');
}

Lesson lesson_or_current(const Place& place, const std::string& word) {
  if (!word.empty()) return find_lesson(place, word);
  const auto lessons = read_lessons(place);
  const auto* lesson = State(place).current(lessons);
  if (lesson == nullptr) {
    throw Stop{"all lessons are solved; name one, such as 13"};
  }
  return *lesson;
}

std::string hint_text(const Place& place, const Lesson& lesson, bool all) {
  if (lesson.kind == "exam") {
    throw Stop{"lesson " + lesson.number + " is an exam: it has no hints"};
  }
  const auto hints = read_hints(place, lesson);
  const auto count = static_cast<int>(hints.size());
  if (count == 0) throw Stop{"lesson " + lesson.number + " has no hints"};
  State state(place);
  const int before = state.hints(lesson.name);
  const int first = all ? 0 : before % count;
  const int last = all ? count : first + 1;
  std::string text;
  for (int i = first; i < last; ++i) {
    const auto& hint = hints[static_cast<size_t>(i)];
    text += fmt::format("{}Hint {} of {}: {}\n\n{}", i == first ? "" : "\n",
                        i + 1, count, hint.question, hint.text);
    if (i + 2 == count)
      text +=
          "\nThe next hint is the last: a sketch of the "
          "answer. It costs a point.\n";
  }
  // A round is never taken back, since the last hint costs a point; after the
  // pass it costs none.
  const bool free = state.solved(lesson.name) && before < count;
  const int now = all ? std::max(before, count) : before - first + last;
  state.note_hints(lesson.name, free ? now % count : now);
  return text;
}

int cost_of_hints(const Place& place, const Lesson& lesson) {
  const int shown = State(place).hints(lesson.name);
  if (shown == 0) return 0;
  const auto count = static_cast<int>(read_hints(place, lesson).size());
  return shown >= count ? 1 : 0;
}

std::string next_text(const Place& place, const std::string& word) {
  const auto lessons = read_lessons(place);
  State state(place);
  const Lesson* next = nullptr;
  if (word.empty()) {
    next = state.next(lessons);
    if (next == nullptr) {
      throw Stop{
          "no other lesson is open; ./learn next NN chooses a solved "
          "one"};
    }
  } else {
    const auto found = find_lesson(place, word).name;
    next = &*std::find_if(lessons.begin(), lessons.end(),
                          [&](const Lesson& one) { return one.name == found; });
  }
  state.choose(next->name);
  return fmt::format(
      "Lesson {}, about {} minutes\n{}\n\nTo read: {}/README.md\n"
      "Next: edit {}/exercise.cu, then type ./learn check {}\n",
      next->heading(), next->minutes, next->goal,
      place.shown(next->folder(place)), place.shown(next->folder(place)),
      next->number);
}

void keep_exercises(const Place& place) {
  for (const auto& lesson : read_lessons(place)) keep_given(place, lesson);
}

std::string reset_text(const Place& place, const Lesson& lesson) {
  const auto file = exercise_of(place, lesson);
  const auto given = given_exercise(place, lesson);
  if (!given) {
    throw Stop{given_is_lost(place, lesson) + ". " +
               how_to_find_given(place, lesson)};
  }
  const auto old = fs::exists(file) ? read_text(file) : std::string();
  if (old == *given) {
    return place.shown(file) + " is as it was given; nothing changed.\n";
  }
  std::string where;
  if (!old.empty()) {
    const auto backup = keep_backup(State(place), lesson, old);
    where = "Your text is kept in " + place.shown(backup) + "\n";
  }
  write_text(file, *given);
  return place.shown(file) + " is as it was given.\n" + where;
}

std::string diff_text(const Place& place, const Lesson& lesson) {
  if (!State(place).solved(lesson.name)) {
    throw Stop{fmt::format("lesson {0} is not passed yet, and the solution is "
                           "for afterwards. Type ./learn check {0}",
                           lesson.number),
               1};
  }
  const auto answer = lesson.answers(place) / "solution.cu";
  if (!fs::exists(answer)) {
    throw Stop{"this course came without solutions: there is no " +
               place.shown(answer)};
  }
  const auto text = unified_diff(side_of(place, exercise_of(place, lesson)),
                                 side_of(place, answer));
  return text.empty() ? "Your region is the solution's, letter by letter.\n"
                      : text;
}

std::vector<std::string> diagnostic_names(const Place& place) {
  std::vector<std::string> names;
  for (const auto& row : diagnostic_rows(place)) names.push_back(row[0]);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::string diagnostic_text(const Place& place, const std::string& name,
                            bool colour) {
  if (name.empty()) return list_of_diagnostics(place);
  if (name.starts_with("Picture:")) return explain_picture(place, name);
  constexpr const char* kCopied =
      R"((?:(?:error|warning)\[|docs/diagnostics/)?([^\]:.]*)(?:\](?::.*)?|\.md)?)";
  const auto parts = match(name, kCopied);
  const auto word = parts ? (*parts)[1] : name;
  const auto names = diagnostic_names(place);
  if (std::find(names.begin(), names.end(), word) == names.end()) {
    const auto close = nearest(word, names);
    throw Stop{fmt::format(
        "there is no diagnostic `{}`{} ./learn explain lists them", word,
        close.empty() ? "." : fmt::format("; did you mean `{}`?", close))};
  }
  const auto page = place.root / "docs/diagnostics" / (word + ".md");
  return for_terminal(read_text(page), colour);
}

}  // namespace learn
