// SPDX-License-Identifier: MIT
// A kernel's source lines and the PTX that each became, as text.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "runner/ptx/ptx_text.h"

namespace learn {

struct Sheet {
  int columns = 80;     // from 120 on, source and PTX stand side by side
  bool colour = false;  // marks in bold
  /// The lines of a source file, and its name as the reader knows it.
  std::function<std::vector<std::string>(const std::string&)> lines_of;
  std::function<std::string(const std::string&)> name_of;
};

/// The source in its order, from the first line that has PTX to the last; long
/// stretches without any are left out and counted. PTX that belongs to no line
/// of ours stands at the end.
std::string side_by_side(const PtxKernel& kernel, const Sheet& sheet);

}  // namespace learn
