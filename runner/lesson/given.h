// SPDX-License-Identifier: MIT
// The exercise of a lesson as it was given, whatever a student made of it. Its
// mark stands in lesson.toml. Knows neither git nor who asks.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "runner/lesson/lesson.h"

namespace learn {

/// The mark of an exercise's text; line ends of Windows do not change it.
std::string given_mark(std::string_view text);
/// Whether exercise.cu is as it was given.
bool is_as_given(const Place& place, const Lesson& lesson);
/// exercise.cu while it is as it was given, else the copy that keep_given()
/// made. Nothing when there is neither.
std::optional<std::string> given_exercise(const Place& place,
                                          const Lesson& lesson);
/// Keeps `text`, the exercise as it was given, in .learn/given. What cannot be
/// written is left out.
void keep_given(const Place& place, const Lesson& lesson,
                const std::string& text);

}  // namespace learn
