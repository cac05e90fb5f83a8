// SPDX-License-Identifier: MIT
// Makes the files of a new lesson from runner/pack/template/. Knows the
// contract's names, not what a lesson teaches.
#pragma once

#include <string>
#include <vector>

#include "runner/base/place.h"

namespace learn {

/// Writes lessons/`name` and solutions/`name`, or nothing at all: throws Stop
/// when `name` is no lesson's name (NN_noun_phrase or exam_P_noun_phrase), or
/// when its number or one of its folders is taken. What the author must write
/// is marked `FILL:`, and the contract refuses a lesson with such marks.
/// Returns what was written, relative to the root, sorted.
std::vector<std::string> make_lesson(const Place& place,
                                     const std::string& name);

}  // namespace learn
