// SPDX-License-Identifier: MIT
#include "runner/lesson/place.h"

#include <cstdlib>
#include <string>
#include <system_error>

namespace learn {

Place Place::of_this_build() {
  return {LOCKSTEP_SOURCE_DIR, LOCKSTEP_BINARY_DIR};
}

std::string Place::shown(const fs::path& path) const {
  const auto relative = path.lexically_relative(root);
  const bool inside = !relative.empty() && *relative.begin() != "..";
  return inside ? relative.string() : path.string();
}

std::string Place::relative(std::string text) const {
  const auto prefix = root.string() + "/";
  for (auto at = text.find(prefix); at != std::string::npos;
       at = text.find(prefix, at)) {
    text.erase(at, prefix.size());
  }
  return text;
}

const Tools& tools() {
  static const Tools kTools{LOCKSTEP_CMAKE,    LOCKSTEP_CTEST,
                            LOCKSTEP_NVCC,     LOCKSTEP_NVCC_VERSION,
                            LOCKSTEP_CXX,      LOCKSTEP_CXX_PATH,
                            LOCKSTEP_CUDA_ROOT};
  return kTools;
}

ScratchFolder::ScratchFolder() {
  auto pattern = (fs::temp_directory_path() / "learn-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) {
    throw Stop{"cannot make a folder in " + fs::temp_directory_path().string() +
               "; is the disk full or read-only?"};
  }
  path_ = pattern;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace learn
