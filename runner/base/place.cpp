// SPDX-License-Identifier: MIT
// The folders are definitions that CMake gives. Comparisons work on the text of
// a path and never ask the disk.
#include "runner/base/place.h"

#include <string>

namespace learn {

Place Place::of_this_build() {
  return {LOCKSTEP_SOURCE_DIR, LOCKSTEP_BINARY_DIR};
}

bool lies_in(const fs::path& path, const fs::path& folder) {
  const auto relative =
      path.lexically_normal().lexically_relative(folder.lexically_normal());
  return !relative.empty() && *relative.begin() != "..";
}

std::string Place::shown(const fs::path& path) const {
  return lies_in(path, root) ? path.lexically_relative(root).string()
                             : path.string();
}

std::string Place::relative(std::string text) const {
  const auto prefix = root.string() + "/";
  for (auto at = text.find(prefix); at != std::string::npos;
       at = text.find(prefix, at)) {
    text.erase(at, prefix.size());
  }
  return text;
}

}  // namespace learn
