// SPDX-License-Identifier: MIT
// What grading one lesson needs of the teacher's own files, made once: the
// check's objects, the teacher's exercise compiled, the flags.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "runner/base/place.h"
#include "runner/base/tools.h"
#include "runner/grade/as_read.h"
#include "runner/grade/isolation.h"
#include "runner/grade/stand_in.h"
#include "runner/lesson/lesson.h"

namespace learn {

struct Kit {
  Lesson lesson;
  std::string exercise;              // text of the teacher's exercise.cu
  std::vector<std::string> options;  // of nvcc, without files
  std::vector<fs::path> objects;     // the check, and doctest's main()
  fs::path host_object;              // the teacher's exercise.cu, compiled
  // What the compiler read for that, by the name of its file.
  std::map<std::string, Reading> readings;
  RegionLines lines;    // of the teacher's own region
  fs::path parameters;  // sizes of its kernels' parameters (simt_parameters)
  // Where the region has host code:
  std::vector<ExerciseFunction> functions;  // that the check calls
  fs::path judge;  // the check, which runs them in processes of their own
  // Where these compile from; a CourseCopy has others.
  fs::path nvcc = tools().nvcc, toolkit = tools().cuda_root;
  fs::path course = Place::of_this_build().root;  // of common/, .toolchain/cuda
  std::string fingerprint;                        // of all of these

  /// What a compiler or the check may see, besides the system.
  std::vector<fs::path> visible(const Place& place) const;
};

/// The files that decide, besides the exercise itself, what `kit` compiles and
/// how it judges.
std::vector<fs::path> course_files(const Place& place, const Kit& kit);

/// The fingerprint of these, of the exercise, the compilers with their options
/// and the stand-ins for kit.functions. Throws Stop when a file is missing.
std::string fingerprint_of_kit(const Place& place, const Kit& kit);

/// Why nothing is graded with that nvcc, or "": the runtime whose calls a judge
/// passes on to another process is that of CUDA 13.
std::string why_not_graded(const std::string& nvcc_version);

/// Builds what all lessons share, and the checks of `lessons`. Throws Stop when
/// that fails.
void prepare_course(const Place& place, const std::vector<Lesson>& lessons);

/// Fills in the options and objects of kit.lesson, which prepare_course built.
void read_parts(const Place& place, Kit& kit);

/// Makes what grading `lesson` needs beyond prepare_course, unless it is there.
/// Throws Stop when the course's own exercise does not compile.
Kit prepare_kit(const Place& place, const Lesson& lesson);

/// Names of the preprocessed files (.ii) in `folder`, sorted.
std::vector<std::string> readings_in(const fs::path& folder);

/// Limits of a compiler or linker that works on a submission.
Limits compile_limits();

}  // namespace learn
