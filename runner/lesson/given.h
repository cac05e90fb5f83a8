// SPDX-License-Identifier: MIT
// The exercise of a lesson as it was given, whatever a student made of it. Its
// mark stands in lesson.toml. Does not know who asks.
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
/// exercise.cu while it is as it was given, else the copy in .learn/given, else
/// what git has. Nothing when there is none of these.
std::optional<std::string> given_exercise(const Place& place,
                                          const Lesson& lesson);
/// Keeps the exercise as it was given in .learn/given, where that is known.
/// What cannot be written is left out.
void keep_given(const Place& place, const Lesson& lesson);
/// That given_exercise() has nothing, as a sentence without its full stop; and
/// what to do about it, as another one.
std::string given_is_lost(const Place& place, const Lesson& lesson);
std::string how_to_find_given(const Place& place, const Lesson& lesson);

}  // namespace learn
