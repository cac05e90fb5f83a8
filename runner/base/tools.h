// SPDX-License-Identifier: MIT
// The compilers and tools of this build.
#pragma once

#include <filesystem>
#include <string>

namespace learn {

/// What this build was made with; empty strings where there was none.
struct Tools {
  std::string cmake, ctest, nvcc, nvcc_version, cxx;
  std::string cxx_path;  // the host compiler's program
  bool clang;            // stands in for nvcc
  // The toolkit; lib64/ below it holds the real runtime.
  std::filesystem::path cuda_root;
};
const Tools& tools();

}  // namespace learn
