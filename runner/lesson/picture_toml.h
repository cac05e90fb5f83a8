// SPDX-License-Identifier: MIT
// Reads the table [picture] of a lesson.toml.
#pragma once

#include <string>

#include "runner/lesson/picture.h"
#include "runner/lesson/toml_reader.h"

namespace learn {

/// Reads `table`; throws Stop with file and line.
Picture read_picture(const std::string& file, const toml::table& table);

}  // namespace learn
