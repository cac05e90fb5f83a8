// SPDX-License-Identifier: MIT
// The mark is a fingerprint of the text without carriage returns. keep_given()
// puts a copy beside the state, which counts once the exercise was edited.
#include "runner/lesson/given.h"

#include <string>
#include <system_error>

#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "runner/lesson/state.h"

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
  if (auto text = as_given(exercise_of(place, lesson), lesson)) return text;
  return as_given(copy_of(place, lesson), lesson);
}

void keep_given(const Place& place, const Lesson& lesson,
                const std::string& text) {
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

}  // namespace learn
