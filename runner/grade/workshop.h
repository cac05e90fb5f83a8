// SPDX-License-Identifier: MIT
// Builds one lesson of one submission, within its limits and walls.
#pragma once

#include <string>
#include <vector>

#include "runner/base/scratch.h"
#include "runner/grade/grade.h"

namespace learn {

/// One submission's folders: compilers write to `made`, checks work in `work`.
/// What we make ourselves stands in `ours`.
struct Workshop {
  const Place& place;
  const Kit& kit;
  const Grading& grading;
  const Isolation& isolation;
  int slot;
  ScratchFolder scratch;

  fs::path made() const { return scratch.path() / "made"; }
  fs::path ours() const { return scratch.path() / "ours"; }
  /// What nvcc read.
  fs::path kept() const { return made() / "kept"; }
  fs::path work() const { return scratch.path() / "work"; }
  fs::path source() const {
    return made() / "lessons" / kit.lesson.name / "exercise.cu";
  }

  /// Makes the folders, and the file to compile.
  void furnish(const std::string& text) const;
  Outcome run(std::vector<std::string> argv) const;
};

/// The end of a build: a program, or what stands in its way.
struct Made {
  fs::path program;
  fs::path functions;  // the student's, which the program loads; or empty
  std::string state, reason, text;  // of the mark, when there is no program
};

/// Why what nvcc read for this submission is not the teacher's file with
/// another region, or ""; `lines`: of the region in the submission's file.
/// After a build; one that failed has read less.
std::string misread(const Workshop& shop, RegionLines lines, bool built);

/// Takes of the student's file the kernels alone, and the teacher's host code.
Made build_device(const Workshop& shop, RegionLines lines);

/// Takes the whole file: the teacher's program runs its functions in processes
/// of their own.
Made build_apart(const Workshop& shop, RegionLines lines);

/// What build_apart compiled, as one program with the check.
Made build_together(const Workshop& shop);

}  // namespace learn
