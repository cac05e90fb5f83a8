// SPDX-License-Identifier: MIT
// The verb ptx: a lesson's source beside the PTX that nvcc makes of it.
#pragma once

#include <string>

#include "runner/lesson/lesson.h"

namespace learn {

struct PtxOptions {
  bool solution = false;
  std::string kernel;  // a part of the kernel's name; "": one of each template
  int width = 0;       // columns; 0: the terminal's, or 80
};

/// 0; 1 when the exercise does not compile. Throws Stop when no kernel has
/// that name.
int show_ptx(const Place& place, const Lesson& lesson,
             const PtxOptions& options);

}  // namespace learn
