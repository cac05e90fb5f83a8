// SPDX-License-Identifier: MIT
// A launch has two steps: memory for the arguments, which the kernel fills, and
// the launch of what lies there.
#include "simt/launch/device_launch.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "simt/context/loader.h"

namespace simt::cudart {
namespace {

// Streams of device code: the block's own under three names, and
// cudaStreamTailLaunch and cudaStreamFireAndForget.
constexpr uint64_t kTailLaunch = 3, kMostStream = 4;

dim3 sizes(const std::array<uint32_t, 3>& n) { return {n[0], n[1], n[2]}; }

KernelEntry* kernel_at(State& s, uint64_t address) {
  for (auto& [stub, kernel] : s.device().modules.kernels()) {
    if (program::function_address(kernel.symbol) == address) return &kernel;
  }
  return nullptr;
}

}  // namespace

DeviceLaunches::DeviceLaunches(State& s, const program::Kernel& kernel,
                               const Ticket& ticket,
                               std::shared_ptr<DeviceLaunches> parent)
    : state_(s),
      kernel_(kernel),
      ticket_(ticket),
      parent_(std::move(parent)),
      depth_(parent_ ? parent_->depth_ + 1 : 0) {
  ticket_.clock.reach(ticket.chain, ticket.number);
}

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

/// Launches by kernels that have not ended for certain: a kernel ends after all
/// that it launched, a tail launch begins when its kernel has ended. Others may
/// have ended on a GPU.
size_t DeviceLaunches::outstanding() const {
  size_t count = depth_;
  for (const auto* at = this; at; at = at->parent_.get()) {
    count += at->tail_.size();
  }
  return count;
}

/// Where and when a kernel cannot launch another. An H200 with CUDA 13.0 gives
/// these errors, and sets no limit but this to how deep kernels may launch.
Refusal DeviceLaunches::refuse_here(uint64_t stream) const {
  if (stream > kMostStream) {
    return {cudaErrorInvalidValue,
            "the launch names a stream that kernels do not have",
            "a stream of the host means nothing in a kernel, which launches "
            "into the stream of its block, into cudaStreamTailLaunch or into "
            "cudaStreamFireAndForget"};
  }
  const size_t most = state_.device().limits.pending_launches;
  if (outstanding() < most) return {};
  return {
      cudaErrorLaunchPendingCountExceeded,
      std::to_string(most) + " kernels that kernels launched have not ended",
      "a kernel ends after all that it launched, and a tail launch begins "
      "only then; cudaLimitDevRuntimePendingLaunchCount says how many "
      "such launches there can be",
      {{"type",
        "cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, n) on "
        "the host, before its launch"}}};
}

uint32_t DeviceLaunches::launch(uint64_t arguments, uint64_t stream) {
  const auto found = prepared_.find(arguments);
  if (found == prepared_.end()) return cudaErrorInvalidValue;
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
  request.by = &kernel_;
  const uint64_t number = count_launch(*work.kernel);
  Refusal refusal = refuse_here(stream);
  if (refusal.error == cudaSuccess) {
    refusal = refuse(state_, *work.kernel, request);
  }
  if (refusal.error != cudaSuccess) {
    return diagnose_launch(state_, work.kernel, request, refusal, number);
  }
  const std::optional<dim3> cluster = cluster_of(*work.kernel, request);
  work.cluster = cluster.value_or(dim3{1, 1, 1});
  work.explicit_cluster = cluster.has_value();
  const bool tail = stream == kTailLaunch;
  (tail ? tail_ : first_).push_back(std::move(work));
  return cudaSuccess;
}

std::optional<KernelWork> DeviceLaunches::take() {
  std::deque<KernelWork>& launches = first_.empty() ? tail_ : first_;
  if (launches.empty() || state_.pending != cudaSuccess) return std::nullopt;
  KernelWork work = std::move(launches.front());
  launches.pop_front();
  return work;
}

}  // namespace simt::cudart
