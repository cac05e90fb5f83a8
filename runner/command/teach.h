// SPDX-License-Identifier: MIT
// The verbs that look over all lessons: the bare form and the list.
#pragma once

#include <string>

#include "runner/base/place.h"

namespace learn {

/// The first unsolved lesson: goal, example, check, and what to type next.
/// 0 when it could teach.
int teach(const Place& place);

/// Every lesson with its state and points.
std::string list_text(const Place& place);
/// Prints that; 0.
int list(const Place& place);

}  // namespace learn
