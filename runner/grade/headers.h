// SPDX-License-Identifier: MIT
// The headers that a submission may include: those of the toolkit and of C++,
// and the course's own, by their plain names.
#pragma once

#include "runner/base/place.h"
#include "runner/grade/region_scan.h"
#include "runner/lesson/lesson.h"

namespace learn {

/// Takes a header of C++17, one that is a file in the toolkit's include
/// folders, `common/NAME`, and the lesson's own. All of them are files that
/// the teacher has and students cannot change.
HeaderTest headers_for(const Place& place, const Lesson& lesson);

}  // namespace learn
