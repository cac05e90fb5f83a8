// SPDX-License-Identifier: MIT
// A launch runs to its end inside the call that issues it: streams only
// promise an order, and issue order keeps every such promise.
#include "simt/launch/kernel_run.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <utility>

#include "simt/context/device_heap.h"
#include "simt/context/kernel_limits.h"
#include "simt/context/loader.h"
#include "simt/launch/interrupt.h"
#include "simt/launch/rates.h"
#include "simt/machine/machine.h"

namespace simt::cudart {
namespace {

constexpr uint32_t kLeastLocalBytes = 16 * 1024;  // stack and arrays, a thread
constexpr uint64_t kGridWorkspaceBytes = 8;

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

/// Cores that this process may use, at most 8.
int host_cores() {
  static const int kCores =
      static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1u, 8u));
  return kCores;
}

Settings machine_settings(State& s, const program::Kernel& kernel) {
  uint64_t local = s.device().limits.stack;
  for (const auto& function : kernel.functions) local += function.local_bytes;
  Settings settings;
  settings.profile = s.device().profile;
  settings.sms = s.device().sms;
  settings.schedule = s.options.schedule;
  settings.workers = s.options.workers > 0 ? s.options.workers : host_cores();
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

cudaError_t run_now(State& s, const KernelWork& r, Concurrency ordered) {
  if (ordered.forgot && s.options.checks.on("race")) {
    s.session.add_unseen(
        "more than 256 kernels were in flight at once, so that races between "
        "some of them may be missing");
  }
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
  const auto go = [&] { return run(settings, s.memory.device(), launch); };
  if (s.options.rates.empty()) return error_of(go());
  return error_of(run_timed(s.options.rates, kernel.code->name, go, [&] {
    return s.session.report().launches.back().counters.thread_instructions;
  }));
}

}  // namespace

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

}  // namespace simt::cudart
