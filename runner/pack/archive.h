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

/// A .tar.gz whose names all begin with `folder`/, by the programs tar and
/// gzip; throws Stop when they fail.
std::string tar_gz(const PackedFiles& files, const std::string& folder);

/// A .zip whose files are stored as they are, not compressed. At most 65,535
/// files, 4 GiB together (PKWARE, APPNOTE.TXT 6.3, without ZIP64).
std::string zip(const PackedFiles& files);

}  // namespace learn
