// SPDX-License-Identifier: MIT
// A launch runs to its end inside the call that issues it: streams only
// promise an order, and issue order keeps every such promise.
#include "simt/cudart/launch.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

#include "simt/cudart/kernel_limits.h"
#include "simt/cudart/loader.h"
#include "simt/cudart/signals.h"
#include "simt/machine/machine.h"

namespace simt::cudart {
namespace {

constexpr uint32_t kLeastLocalBytes = 16 * 1024;  // stack and arrays, a thread
constexpr uint64_t kGridWorkspaceBytes = 8;

uint64_t threads_of(const dim3& d) { return uint64_t{d.x} * d.y * d.z; }

bool within(const dim3& d, const std::array<int, 3>& most) {
  return d.x <= uint32_t(most[0]) && d.y <= uint32_t(most[1]) &&
         d.z <= uint32_t(most[2]);
}

cudaError_t check_shape(const Profile& profile, const LaunchRequest& r) {
  const bool some = threads_of(r.grid) > 0 && threads_of(r.block) > 0;
  const bool grid = within(r.grid, profile.max_grid);
  const bool block =
      within(r.block, profile.max_block) &&
      threads_of(r.block) <= uint64_t(profile.max_threads_per_block);
  // Not cudaErrorInvalidConfiguration: an H200 with CUDA 13.0 says this.
  return some && grid && block ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t check_arguments(const KernelEntry& kernel, const LaunchRequest& r) {
  const bool missing = !r.arguments && !kernel.code->parameters.empty();
  return missing ? cudaErrorInvalidValue : cudaSuccess;
}

/// Whether a block of this launch fits at all, and a cooperative grid whole.
cudaError_t check_resources(State& s, const KernelEntry& kernel,
                            const LaunchRequest& r) {
  const Profile& profile = *s.device().profile;
  if (r.cooperative && !profile.since(6, 0)) return cudaErrorNotSupported;
  const int threads = static_cast<int>(threads_of(r.block));
  if (r.shared > max_dynamic_shared(profile, kernel)) {
    return cudaErrorInvalidValue;
  }
  if (kernel.code->maxntid > 0 && threads > kernel.code->maxntid) {
    return cudaErrorInvalidValue;
  }
  const int fit = resident_blocks(s.device(), kernel, threads, r.shared);
  if (fit == 0) return cudaErrorLaunchOutOfResources;
  const uint64_t room = uint64_t(fit) * uint64_t(s.device().sms);
  if (r.cooperative && threads_of(r.grid) > room) {
    return cudaErrorCooperativeLaunchTooLarge;
  }
  return cudaSuccess;
}

std::vector<std::byte> pack_arguments(const program::Kernel& kernel,
                                      void** arguments) {
  std::vector<std::byte> packed(kernel.param_bytes);
  for (size_t i = 0; i < kernel.parameters.size(); ++i) {
    const auto& [offset, bytes] = kernel.parameters[i];
    std::memcpy(packed.data() + offset, arguments[i], bytes);
  }
  return packed;
}

/// Grid barriers count their arrivals in eight bytes that begin as zero.
uint64_t zeroed_grid_workspace(State& s) {
  if (!s.device().grid_workspace) {
    s.device().grid_workspace = s.memory.allocate(
        kGridWorkspaceBytes, MemoryKind::kInternal, "grid workspace");
  }
  if (!s.device().grid_workspace) return 0;
  const uint64_t address = s.device().grid_workspace->begin;
  std::memset(DeviceMemory::host(*s.device().grid_workspace, address), 0,
              kGridWorkspaceBytes);
  s.memory.wrote(address, kGridWorkspaceBytes);
  return address;
}

uint64_t device_malloc(State& s, uint64_t bytes) {
  uint64_t used = 0;
  for (const auto& [begin, a] : s.memory.device().all()) {
    const bool heap = s.memory.facts(*a).kind == MemoryKind::kHeap;
    if (heap && !a->freed) used += a->end - a->begin;
  }
  if (bytes > s.device().limits.heap -
                  std::min<uint64_t>(used, s.device().limits.heap)) {
    return 0;
  }
  Allocation* made = s.memory.allocate(bytes, MemoryKind::kHeap, "malloc");
  return made ? made->begin : 0;
}

bool device_free(State& s, uint64_t address) {
  Allocation* a = s.memory.starting_at(reinterpret_cast<void*>(address));
  if (!a || s.memory.facts(*a).kind != MemoryKind::kHeap) return false;
  s.memory.release(*a);
  return true;
}

/// Whether the process has threads that may store to memory meanwhile.
bool other_host_threads() {
  std::error_code error;
  size_t threads = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator("/proc/self/task", error)) {
    (void)entry;
    ++threads;
  }
  return threads != 1;
}

Settings machine_settings(State& s, const program::Kernel& kernel) {
  uint64_t local = s.device().limits.stack;
  for (const auto& function : kernel.functions) local += function.local_bytes;
  Settings settings;
  settings.profile = s.device().profile;
  settings.sms = s.device().sms;
  settings.schedule = s.options.schedule;
  settings.local_bytes = static_cast<uint32_t>(
      std::max<uint64_t>(kLeastLocalBytes, (local + 255) / 256 * 256));
  settings.observer = &s.session;
  settings.print = [](const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
  };
  settings.device_malloc = [&s](uint64_t n) { return device_malloc(s, n); };
  settings.device_free = [&s](uint64_t at) { return device_free(s, at); };
  settings.instruction_limit = s.options.limit;
  settings.host_threads = other_host_threads;
  settings.interrupted = &interrupted();
  return settings;
}

cudaError_t error_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::kDone:
      return cudaSuccess;
    case Outcome::kIllegalAddress:
      return cudaErrorIllegalAddress;
    case Outcome::kMisaligned:
      return cudaErrorMisalignedAddress;
    case Outcome::kTrap:
      return cudaErrorLaunchFailure;
    case Outcome::kAssert:
      return cudaErrorAssert;
    case Outcome::kBadCall:
      return cudaErrorInvalidPc;
    case Outcome::kUnsupported:
      return cudaErrorNotSupported;
    case Outcome::kStuck:
      return cudaErrorLaunchTimeout;
  }
  return cudaErrorUnknown;
}

/// Which PTX runs; says so when the device is older than it.
std::string counted_on(const Profile& profile, const program::Kernel& kernel) {
  std::string text = "ptx " + kernel.target;
  const int sm = profile.major * 10 + profile.minor;
  if (std::atoi(kernel.target.c_str() + kernel.target.find('_') + 1) > sm) {
    text += ", the oldest here, for sm_" + std::to_string(sm);
  }
  return text;
}

cudaError_t run_now(State& s, const KernelWork& r, Ordered ordered) {
  const KernelEntry& kernel = *r.kernel;
  Launch launch;
  launch.index = s.launches++;
  launch.concurrent = std::move(ordered.concurrent);
  launch.oldest_open = ordered.oldest_open;
  launch.graph_run = r.graph_run;
  launch.graph_node = r.graph_run > 0 ? r.graph_node : "";
  launch.kernel = kernel.code.get();
  launch.grid = {r.grid.x, r.grid.y, r.grid.z};
  launch.block = {r.block.x, r.block.y, r.block.z};
  launch.dynamic_shared = static_cast<uint32_t>(r.shared);
  launch.params = r.arguments;
  launch.cooperative = r.cooperative;
  if (r.cooperative) launch.grid_workspace = zeroed_grid_workspace(s);
  launch.registers = kernel.registers;
  launch.registers_from = kernel.registers_from;
  launch.banks = bank_rule(s.device(), kernel);
  launch.shared_preference = shared_preference(s.device(), kernel);
  launch.counted_on = counted_on(*s.device().profile, *kernel.code);
  if (s.counted_on.empty()) s.counted_on = launch.counted_on;
  const Settings settings = machine_settings(s, *kernel.code);
  return error_of(run(settings, s.memory.device(), launch));
}

}  // namespace

cudaError_t prepare_launch(State& s, const LaunchRequest& request,
                           KernelWork& work) {
  KernelEntry* kernel = s.device().modules.kernel(request.function);
  if (!kernel) return cudaErrorInvalidResourceHandle;
  cudaError_t error = prepare(s, *kernel);
  if (error == cudaSuccess) error = check_arguments(*kernel, request);
  if (error == cudaSuccess) error = check_shape(*s.device().profile, request);
  if (error == cudaSuccess) error = check_resources(s, *kernel, request);
  if (error != cudaSuccess) return error;
  work.function = request.function;
  work.kernel = kernel;
  work.device = s.current;
  work.grid = request.grid;
  work.block = request.block;
  work.shared = request.shared;
  work.cooperative = request.cooperative;
  work.arguments = pack_arguments(*kernel->code, request.arguments);
  return cudaSuccess;
}

cudaError_t run_kernel(State& s, const KernelWork& work, Clock& clock,
                       Chain chain) {
  // After a failed launch a GPU drops what is queued behind it.
  if (s.pending != cudaSuccess) return cudaSuccess;
  const int current = std::exchange(s.current, work.device);
  s.memory.use(s.current);
  cudaError_t error = prepare(s, *work.kernel);
  if (error == cudaSuccess) {
    s.pending = run_now(s, work, s.order.begin(s.launches, chain, clock));
  }
  s.current = current;
  s.memory.use(current);
  return error;
}

cudaError_t launch(State& s, const LaunchRequest& request) {
  KernelWork work;
  const cudaError_t error = prepare_launch(s, request, work);
  if (error != cudaSuccess) return error;
  if (!s.streams.accepts(request.stream, s.current)) {
    return cudaErrorInvalidResourceHandle;
  }
  return submit(s, request.stream, std::move(work));
}

}  // namespace simt::cudart
