// SPDX-License-Identifier: MIT
// One launch from its begin to its end, or in parts.
#include "simt/launch/kernel_run.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <utility>

#include "simt/context/device_heap.h"
#include "simt/context/kernel_limits.h"
#include "simt/context/loader.h"
#include "simt/launch/device_launch.h"
#include "simt/launch/interrupt.h"
#include "simt/launch/print_out.h"
#include "simt/launch/rates.h"
#include "simt/launch/work_scope.h"
#include "simt/machine/machine.h"

namespace simt::cudart {
namespace {

constexpr uint32_t kLeastLocalBytes = 16 * 1024;  // stack and arrays, a thread
constexpr uint64_t kGridWorkspaceBytes = 8;

/// Grid barriers count their arrivals in eight bytes that begin as zero.
uint64_t zeroed_grid_workspace(State& s) {
  if (!s.device().grid_workspace) {
    s.device().grid_workspace = s.memory.allocate_named(
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

Settings machine_settings(State& s, const program::Kernel& kernel,
                          const Ticket& ticket) {
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
  settings.print = [&s, ticket](const std::string& text) {
    print(s, ticket, text);
  };
  settings.device_malloc = [&s](uint64_t n) { return device_malloc(s, n); };
  settings.device_free = [&s](uint64_t at) { return device_free(s, at); };
  settings.set_condition = [&s](uint64_t handle, uint32_t value) {
    const auto found = s.conditions.find(handle);
    if (found == s.conditions.end()) return false;
    found->second.value = value;
    return true;
  };
  settings.instruction_limit = s.options.limit;
  settings.host_threads = other_host_threads;
  settings.host_goes_on = s.options.rates.empty();
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
    case Outcome::kWaits:
      break;  // it has not ended
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

Launch launch_of(State& s, const KernelWork& r, Concurrency ordered) {
  if (ordered.forgot && s.options.checks.on("race")) {
    s.session.add_unseen(
        "more than 256 kernels were in flight at once, so that races between "
        "some of them may be missing");
  }
  const KernelEntry& kernel = *r.kernel;
  Launch launch;
  launch.index = s.launches++;
  launch.device = s.current;
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
  return launch;
}

/// Chooses the device for as long as it lives.
class OnDevice {
 public:
  OnDevice(State& s, int device) : s_(s), before_(s.current) { use(device); }
  ~OnDevice() { use(before_); }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

 private:
  void use(int device) {
    s_.current = device;
    s_.memory.use(device);
  }

  State& s_;
  const int before_;
};

/// Runs `part` of a launch, which is under way again when it has not ended.
/// True: it has ended.
template <class Part>
bool run_part(State& s, UnderWay under_way, Part part) {
  const OnDevice device(s, under_way.device);
  const Outcome outcome = part(*under_way.launch);
  if (outcome == Outcome::kWaits) {
    s.under_way = std::move(under_way);
    return false;
  }
  s.pending = error_of(outcome);
  return true;
}

/// Of a kernel that is prepared; true when it has ended.
bool begin(State& s, const KernelWork& work, const Ticket& ticket,
           const std::shared_ptr<DeviceLaunches>& launched) {
  const program::Kernel& code = *work.kernel->code;
  const bool late = !s.queue.empty();
  const Concurrency ordered = s.order.begin(s.launches, ticket, late);
  const WorkScope scope(s, "", &code, s.launches, work.graph_run, ticket);
  Settings settings = machine_settings(s, code, ticket);
  launched->listen(settings);
  auto launch = std::make_unique<Running>(settings, s.memory.device(),
                                          launch_of(s, work, ordered));
  UnderWay under_way{std::move(launch), ticket, work.device, launched};
  const auto part = [&](Running& running) {
    const auto go = [&] { return running.go_on(); };
    if (s.options.rates.empty()) return go();
    return run_timed(s.options.rates, code.name, go, [&] {
      return s.session.report().launches.back().counters.thread_instructions;
    });
  };
  const bool ended = run_part(s, std::move(under_way), part);
  if (!ended && s.watch.works.running()) s.watch.works.hand_over();
  return ended;
}

/// Runs what a kernel that has ended launched, and what that launches, each
/// with all of its own before the next. Comes back when one must wait.
void run_launched(State& s, std::shared_ptr<DeviceLaunches> of) {
  while (of) {
    const auto work = of->take();
    if (!work) {
      of = of->parent();
      continue;
    }
    const OnDevice device(s, work->device);
    const auto own = std::make_shared<DeviceLaunches>(s, *work->kernel->code,
                                                      of->ticket(), of);
    if (!begin(s, *work, of->ticket(), own)) return;
    of = own;
  }
}

/// Runs more of the launch that is under way, and then what it launched.
template <class Part>
void run_more(State& s, Part part) {
  UnderWay under_way = *std::exchange(s.under_way, std::nullopt);
  const std::shared_ptr<DeviceLaunches> launched = under_way.launched;
  if (run_part(s, std::move(under_way), part)) run_launched(s, launched);
}

}  // namespace

cudaError_t run_kernel(State& s, const KernelWork& work, const Ticket& ticket) {
  const OnDevice device(s, work.device);
  const cudaError_t error = prepare(s, *work.kernel);
  if (error != cudaSuccess) return error;
  const auto launched =
      std::make_shared<DeviceLaunches>(s, *work.kernel->code, ticket, nullptr);
  if (begin(s, work, ticket, launched)) run_launched(s, launched);
  return cudaSuccess;
}

void go_on(State& s) {
  run_more(s, [](Running& running) { return running.go_on(); });
}

void go_on_alone(State& s, const std::string& host_waits) {
  run_more(s,
           [&](Running& running) { return running.go_on_alone(host_waits); });
}

}  // namespace simt::cudart
