// SPDX-License-Identifier: MIT
// `ask`: the question of a lesson, for after the pass.
#pragma once

#include "runner/lesson/lesson.h"

namespace learn {

/// Without a choice (0) shows the question; on a terminal it then reads the
/// number of a choice. With one, says whether it is right, and why. 0 when it
/// was shown or is right, 1 when it is not. Throws Stop with exit code 1 before
/// the lesson is passed, and with 2 when it has no question or no such choice.
int ask(const Place& place, const Lesson& lesson, int choice);

}  // namespace learn
