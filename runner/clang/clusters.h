// SPDX-License-Identifier: MIT
// `__cluster_dims__` in LLVM's text: as_nvcc.h makes an annotation of it.
#pragma once

#include <string>

namespace learn::clang {

/// `ir` in which each kernel annotated with `lockstep.cluster_dims` has the
/// attribute that LLVM makes `.reqnctapercluster` of.
std::string with_clusters(const std::string& ir);

}  // namespace learn::clang
