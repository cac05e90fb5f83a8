// SPDX-License-Identifier: MIT
// The verb bench: an exercise timed on a GPU beside a library.
#pragma once

#include <string>

#include "runner/lesson/lesson.h"

namespace learn {

/// The program in bench/ that times this lesson's exercise. Throws Stop with
/// the lessons that have one when this one has none.
fs::path bench_source(const Place& place, const Lesson& lesson);

/// Compiles it with the exercise, for this machine's GPU, and runs it: its
/// table has a row each for the limit, the library, the solution and the
/// exercise. 0; 1 when a result was wrong, the exercise does not compile or
/// the program did not end. Throws Stop without a GPU.
int bench(const Place& place, const Lesson& lesson);

}  // namespace learn
