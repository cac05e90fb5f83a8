// SPDX-License-Identifier: MIT
// Whether a launch is possible at all: what the host asked for against what
// the device and the kernel allow. Runs nothing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "simt/context/state.h"
#include "simt/launch/request.h"

namespace simt::cudart {

/// Why a launch cannot start; cudaSuccess: it can.
struct Refusal {
  cudaError_t error = cudaSuccess;
  std::string what;  // "a block has 2048 threads; h200 allows 1024"
  std::string why;
  std::vector<report::Note> notes{};
};

/// The size of the launch's clusters, as the launch, the kernel or the program
/// gives it; nothing where none does.
std::optional<dim3> cluster_of(const KernelEntry& kernel,
                               const LaunchRequest& r);

/// Checks a launch of a kernel that is prepared.
Refusal refuse(State& s, const KernelEntry& kernel, const LaunchRequest& r);

/// One more launch of the kernel is tried; its number, from 1.
uint64_t count_launch(const KernelEntry& kernel);

/// Adds the diagnostic invalid-launch; `kernel` may be null. `number` is that
/// of count_launch(), 0 for a node of a graph. Returns the error.
cudaError_t diagnose_launch(State& s, const KernelEntry* kernel,
                            const LaunchRequest& r, const Refusal& refusal,
                            uint64_t number = 0);

}  // namespace simt::cudart
