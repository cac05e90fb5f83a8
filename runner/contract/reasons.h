// SPDX-License-Identifier: MIT
// What must catch a mistake, as its head says. Inside the room only.
#pragma once

#include <string>
#include <vector>

#include "runner/base/place.h"

namespace learn {

/// One line "// caught by: TEXT" of a mistake.
struct Reason {
  size_t line;       // from 1
  std::string text;  // such as: case "adds three values"
};

/// All of `file`, in its order.
std::vector<Reason> reasons_of(const fs::path& file);

}  // namespace learn
