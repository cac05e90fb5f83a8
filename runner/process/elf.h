// SPDX-License-Identifier: MIT
// Looks into a program without running it: will it take our libcudart?
#pragma once

#include <string>
#include <vector>

#include "runner/base/place.h"

namespace learn {

struct Program {
  std::vector<std::string> needed;  // DT_NEEDED
  std::string rpath;                // DT_RPATH; wins over LD_LIBRARY_PATH
  std::string runpath;              // DT_RUNPATH; does not, but hides rpath
  bool has_kernels = false;         // a section .nv_fatbin
};

/// Throws Stop when `path` is missing, not executable or not a program for
/// this machine.
Program read_program(const fs::path& path);

/// Throws Stop with what to change when `path` cannot run on the emulator.
void require_emulable(const fs::path& path);

}  // namespace learn
