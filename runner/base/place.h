// SPDX-License-Identifier: MIT
// Where things lie: sources, build folder, emulator. Knows no lesson.
#pragma once

#include <filesystem>
#include <string>

namespace learn {

namespace fs = std::filesystem;

/// Whether `path` is `folder` or lies in it, by their names alone: links are
/// not followed, and `..` is taken away.
bool lies_in(const fs::path& path, const fs::path& folder);

/// The folders of this checkout; all absolute.
struct Place {
  fs::path root;   // holds lessons/ and solutions/
  fs::path build;  // the CMake build folder

  /// The checkout and build folder that this program was built from.
  static Place of_this_build();

  fs::path emulator() const { return build / "simt/lib"; }
  /// The runtime of a check that grades: it has no emulator in it, and starts
  /// the one in emulator().
  fs::path remote_emulator() const { return emulator() / "remote"; }
  fs::path program(const std::string& target) const {
    return build / "lessons" / target;
  }
  /// `path` as the reader should see it: relative to root when inside it.
  std::string shown(const fs::path& path) const;
  /// Every mention of root in `text` removed, so that paths are relative.
  std::string relative(std::string text) const;
};

}  // namespace learn
