// SPDX-License-Identifier: MIT
// The learner's own picture: the request of a failed case of technique that
// costs most above what it would have to.
#pragma once

#include <string>

#include "runner/check/judge.h"
#include "runner/lesson/lesson.h"

namespace learn {

/// Where the picture of the lesson is kept, and its form in letters beside it.
fs::path own_picture(const Place& place, const Lesson& lesson);
fs::path own_picture_text(const Place& place, const Lesson& lesson);
/// Where the page of its steps is kept (draw_steps).
fs::path own_steps(const Place& place, const Lesson& lesson);

/// Where a case of technique failed and a finding names a request to shared or
/// global memory: draws that request from the kept report, and answers with a
/// line that says where. Otherwise removes an older picture: "".
std::string draw_own_picture(const Place& place, const Lesson& lesson,
                             const Verdict& verdict);

/// In letters, and where it is drawn: the picture that `line` names, or the
/// newest when it names none. Throws Stop when it is not there.
std::string explain_picture(const Place& place, const std::string& line);

}  // namespace learn
