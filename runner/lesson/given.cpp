// SPDX-License-Identifier: MIT
// The mark is a fingerprint of the text without carriage returns. A copy lies
// beside the state, and counts once the exercise was edited; git has others.
#include "runner/lesson/given.h"

#include <fmt/format.h>

#include <string>
#include <system_error>
#include <vector>

#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "runner/lesson/state.h"
#include "runner/process/process.h"

namespace learn {
namespace {

fs::path exercise_of(const Place& place, const Lesson& lesson) {
  return lesson.folder(place) / "exercise.cu";
}

fs::path copy_of(const Place& place, const Lesson& lesson) {
  return state_folder(place) / "given" / (lesson.name + ".cu");
}

/// The text of `file` when it has the lesson's mark.
std::optional<std::string> as_given(const fs::path& file,
                                    const Lesson& lesson) {
  if (!fs::exists(file)) return {};
  auto text = read_text(file);
  if (given_mark(text) != lesson.given) return {};
  return text;
}

Outcome git(const Place& place, std::vector<std::string> words) {
  words.insert(words.begin(), "git");
  return run_limited({words, {{"LC_ALL", "C"}}, place.root}, {});
}

/// What to type so that git reads a clone that another user owns; "" when it
/// does read this one.
std::string to_trust_owner(const Place& place) {
  const auto said = git(place, {"rev-parse"}).err.text();
  // The second is what the first versions said that look at the owner (2.35.2).
  if (said.find("dubious ownership") == std::string::npos &&
      said.find("unsafe repository") == std::string::npos)
    return {};
  for (const auto& line : split_lines(said)) {
    if (trim(line).starts_with("git config ")) return trim(line);
  }
  return "git config --global --add safe.directory " + place.root.string();
}

/// The exercise in the commit that is nearest to today and has the mark.
std::optional<std::string> given_in_git(const Place& place,
                                        const Lesson& lesson) {
  const auto file = "./lessons/" + lesson.name + "/exercise.cu";
  const auto commits = git(place, {"log", "--format=%H", "--", file});
  if (!commits.ok()) return {};
  for (const auto& commit : split_lines(commits.out.text())) {
    const auto text = git(place, {"show", commit + ":" + file}).out.text();
    if (given_mark(text) == lesson.given) return text;
  }
  return {};
}

void keep(const Place& place, const Lesson& lesson, const std::string& text) {
  const auto copy = copy_of(place, lesson);
  if (as_given(copy, lesson)) return;
  std::error_code ignored;
  fs::create_directories(copy.parent_path(), ignored);
  try {
    write_text(copy, text);
  } catch (const Stop&) {
    // A course that cannot be written is not edited there either.
  }
}

}  // namespace

std::string given_mark(std::string_view text) {
  std::string plain(text);
  std::erase(plain, '\r');
  return fingerprint_of(plain);
}

bool is_as_given(const Place& place, const Lesson& lesson) {
  return as_given(exercise_of(place, lesson), lesson).has_value();
}

std::optional<std::string> given_exercise(const Place& place,
                                          const Lesson& lesson) {
  if (lesson.given.empty()) return {};
  if (auto text = as_given(exercise_of(place, lesson), lesson)) return text;
  if (auto text = as_given(copy_of(place, lesson), lesson)) return text;
  auto text = given_in_git(place, lesson);
  if (text) keep(place, lesson, *text);
  return text;
}

void keep_given(const Place& place, const Lesson& lesson) {
  if (const auto text = given_exercise(place, lesson)) {
    keep(place, lesson, *text);
  }
}

std::string given_is_lost(const Place& place, const Lesson& lesson) {
  if (!to_trust_owner(place).empty()) {
    return fmt::format(
        "no copy of {} as it was given is in .learn/given, and git does not "
        "read this clone, since another user owns it",
        place.shown(exercise_of(place, lesson)));
  }
  return fmt::format(
      "no copy of {} as it was given is left: not in .learn/given, and not in "
      "git",
      place.shown(exercise_of(place, lesson)));
}

std::string how_to_find_given(const Place& place, const Lesson& lesson) {
  const auto trust = to_trust_owner(place);
  if (!trust.empty()) return "Type " + trust;
  const auto shallow = git(place, {"rev-parse", "--is-shallow-repository"});
  if (trim(shallow.out.text()) == "true") {
    return "This clone has no history. Type git fetch --unshallow";
  }
  return fmt::format("Take {} from where you got the course",
                     place.shown(exercise_of(place, lesson)));
}

}  // namespace learn
