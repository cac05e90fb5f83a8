// SPDX-License-Identifier: MIT
// A launch has two steps: memory for the arguments, which the kernel fills, and
// the launch of what lies there.
#include "simt/launch/device_launch.h"

#include <algorithm>
#include <cstring>

#include "simt/context/loader.h"
#include "simt/context/not_supported.h"
#include "simt/launch/kernel_run.h"
#include "simt/launch/launch_check.h"

namespace simt::cudart {
namespace {

constexpr int kMostDepth = 24;       // programming guide, "Nesting depth"
constexpr uint64_t kTailLaunch = 3;  // cudaStreamTailLaunch of device code

dim3 sizes(const std::array<uint32_t, 3>& n) { return {n[0], n[1], n[2]}; }

KernelEntry* kernel_at(State& s, uint64_t address) {
  for (auto& [stub, kernel] : s.device().modules.kernels()) {
    if (program::function_address(kernel.symbol) == address) return &kernel;
  }
  return nullptr;
}

}  // namespace

DeviceLaunches::~DeviceLaunches() {
  for (auto& [address, prepared] : prepared_) {
    state_.memory.release(*prepared.arguments);
  }
}

void DeviceLaunches::listen(Settings& settings) {
  settings.launch_memory = [this](const DeviceLaunch& wish) {
    return prepare(wish);
  };
  settings.launch = [this](uint64_t arguments, uint64_t stream) {
    return launch(arguments, stream);
  };
}

uint64_t DeviceLaunches::prepare(const DeviceLaunch& wish) {
  KernelEntry* kernel = kernel_at(state_, wish.function);
  if (!kernel || cudart::prepare(state_, *kernel) != cudaSuccess) return 0;
  KernelWork work;
  work.kernel = kernel;
  work.device = state_.current;
  work.grid = sizes(wish.grid);
  work.block = sizes(wish.block);
  work.shared = wish.shared;
  const uint64_t bytes = std::max<uint64_t>(kernel->code->param_bytes, 8);
  Allocation* arguments = state_.memory.allocate_named(
      bytes, MemoryKind::kInternal, "arguments of a launch");
  if (!arguments) return 0;
  prepared_[arguments->begin] = {std::move(work), arguments};
  return arguments->begin;
}

uint32_t DeviceLaunches::launch(uint64_t arguments, uint64_t stream) {
  const auto found = prepared_.find(arguments);
  if (found == prepared_.end()) return cudaErrorInvalidValue;
  if (state_.depth >= kMostDepth) return cudaErrorLaunchMaxDepthExceeded;
  KernelWork work = found->second.work;
  const program::Kernel& code = *work.kernel->code;
  work.arguments.resize(code.param_bytes);
  std::memcpy(work.arguments.data(),
              DeviceMemory::host(*found->second.arguments, arguments),
              work.arguments.size());
  std::vector<void*> pointers;
  for (const auto& parameter : code.parameters) {
    pointers.push_back(work.arguments.data() + parameter.offset);
  }
  LaunchRequest request;
  request.grid = work.grid;
  request.block = work.block;
  request.arguments = pointers.data();
  request.shared = work.shared;
  const uint64_t number = count_launch(*work.kernel);
  const Refusal refusal = refuse(state_, *work.kernel, request);
  if (refusal.error != cudaSuccess) {
    return diagnose_launch(state_, work.kernel, request, refusal, number);
  }
  const bool tail = stream == kTailLaunch;
  (tail ? tail_ : first_).push_back(std::move(work));
  return cudaSuccess;
}

void DeviceLaunches::run(const Ticket& ticket) {
  Ticket child = ticket;  // whoever waits for the parent waits for it, too
  child.clock.reach(ticket.chain, ticket.number);
  ++state_.depth;
  for (const std::vector<KernelWork>* launches : {&first_, &tail_}) {
    for (const KernelWork& work : *launches) {
      if (state_.pending != cudaSuccess) continue;
      if (state_.under_way) {  // the one before, and there is room for one
        state_.pending = not_supported(
            state_, "launches by a kernel beside one that waits for the host");
        continue;
      }
      run_kernel(state_, work, child);
    }
  }
  --state_.depth;
}

}  // namespace simt::cudart
