// SPDX-License-Identifier: MIT
// The autograder of one lesson for Gradescope.
#pragma once

#include "runner/lesson/lesson.h"
#include "runner/pack/archive.h"

namespace learn {

/// setup.sh and run_autograder at the root, beside them course.tar.gz: the
/// student's course of this one lesson, so that no solution lies where a
/// submission runs. (Gradescope's autograder specification: the root of the
/// zip holds these two scripts.)
PackedFiles gradescope_files(const Place& place, const Lesson& lesson);

}  // namespace learn
