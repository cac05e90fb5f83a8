// SPDX-License-Identifier: MIT
// What the host asks for with a launch.
#pragma once

#include <cstddef>
#include <vector>

#include "simt/stream/cuda.h"
#include "simt/stream/work.h"

namespace simt::program {
class Kernel;
}

namespace simt::cudart {

struct LaunchRequest {
  const void* function = nullptr;  // the host's stub
  dim3 grid, block;
  void** arguments = nullptr;  // one pointer per parameter
  size_t shared = 0;           // dynamic, bytes
  cudaStream_t stream = nullptr;
  bool cooperative = false;
  bool programmatic = false;             // see KernelWork
  std::vector<LaunchEvent> events = {};  // likewise
  dim3 cluster{0, 0, 0};  // blocks of each; all 0: nothing is said
  bool returned = true;   // the error, by a call; <<<...>>> returns nothing
  const program::Kernel* by = nullptr;  // that launches; null: the host
};

}  // namespace simt::cudart
