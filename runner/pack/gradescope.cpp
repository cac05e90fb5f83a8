// SPDX-License-Identifier: MIT
// Puts the lesson's number into the scripts of labs/gradescope. The course
// beside them is the students' copy with that lesson alone.
#include "runner/pack/gradescope.h"

#include <string>

#include "runner/base/stop.h"
#include "runner/pack/student.h"

namespace learn {
namespace {

constexpr const char* kCourseFolder = "lockstep";

std::string for_lesson(std::string script, const Lesson& lesson) {
  static const std::string kMark = "@LESSON@";
  const auto at = script.find(kMark);
  if (at == std::string::npos) {
    throw Stop{"labs/gradescope: a script has no " + kMark +
               "; put it back: git checkout labs/gradescope"};
  }
  return script.replace(at, kMark.size(), lesson.number);
}

}  // namespace

PackedFiles gradescope_files(const Place& place, const Lesson& lesson) {
  PackedFiles files;
  for (const auto* name : {"setup.sh", "run_autograder"}) {
    auto file = packed(place.root / "labs/gradescope" / name);
    files[name] = {for_lesson(file.text, lesson), true};
  }
  files["course.tar.gz"] = {
      tar_gz(student_files(place, {lesson}), kCourseFolder), false};
  return files;
}

}  // namespace learn
