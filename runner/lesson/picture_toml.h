// SPDX-License-Identifier: MIT
// Reads the table [picture] of a lesson.toml.
#pragma once

#include <string>

#include "runner/lesson/toml_reader.h"
#include "runner/picture/picture.h"

namespace learn {

/// Reads `table`; throws Stop with file and line.
Picture read_picture(const std::string& file, const toml::table& table);

}  // namespace learn
