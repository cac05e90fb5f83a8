// SPDX-License-Identifier: MIT
// Paths and versions of tools, which are definitions that CMake gives.
#include "runner/base/tools.h"

namespace learn {

const Tools& tools() {
  static const Tools kTools{LOCKSTEP_CMAKE,    LOCKSTEP_CTEST,
                            LOCKSTEP_NVCC,     LOCKSTEP_NVCC_VERSION,
                            LOCKSTEP_CXX,      LOCKSTEP_CXX_PATH,
                            LOCKSTEP_BY_CLANG, LOCKSTEP_CUDA_ROOT};
  return kTools;
}

}  // namespace learn
