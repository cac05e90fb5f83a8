// SPDX-License-Identifier: MIT
// Files in memory, and the archives made of them. The same files give the same
// bytes: sorted names, one fixed time, no owner. Knows no course.
#pragma once

#include <map>
#include <string>

#include "runner/base/place.h"

namespace learn {

struct PackedFile {
  std::string text;
  bool program = false;  // may be executed
};

/// Relative path, with / between its parts -> file.
using PackedFiles = std::map<std::string, PackedFile>;

/// `file` as it lies on disk, with its permission to execute.
PackedFile packed(const fs::path& file);

/// A .tar.gz whose names all begin with `folder`/. Throws Stop when it cannot
/// be made.
std::string tar_gz(const PackedFiles& files, const std::string& folder);

/// A .zip whose files are stored as they are, not compressed. Throws Stop when
/// it cannot be made.
std::string zip(const PackedFiles& files);

}  // namespace learn
