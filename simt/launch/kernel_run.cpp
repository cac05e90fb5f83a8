// SPDX-License-Identifier: MIT
// One launch from its begin to its end, or in parts.
#include "simt/launch/kernel_run.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "simt/context/device_heap.h"
#include "simt/context/kernel_limits.h"
#include "simt/context/loader.h"
#include "simt/launch/dependents.h"
#include "simt/launch/device_launch.h"
#include "simt/launch/interrupt.h"
#include "simt/launch/machine_settings.h"
#include "simt/launch/may_wait.h"
#include "simt/launch/print_out.h"
#include "simt/launch/progress.h"
#include "simt/launch/rates.h"
#include "simt/launch/work_scope.h"
#include "simt/machine/machine.h"

namespace simt::cudart {
namespace {

constexpr uint64_t kGridWorkspaceBytes = 8;
// In which launches answer each other before the host goes on.
constexpr int kMostAnswers = 16;

/// One that no launch uses; null: there is no memory.
Allocation* free_grid_workspace(State& s) {
  for (Allocation* workspace : s.device().grid_workspaces) {
    const auto used = [&](const UnderWay& launch) {
      return launch.grid_workspace == workspace->begin;
    };
    if (!s.under_way.any_of(used)) return workspace;
  }
  Allocation* const made = s.memory.allocate_named(
      kGridWorkspaceBytes, MemoryKind::kInternal, "grid workspace");
  if (made) s.device().grid_workspaces.push_back(made);
  return made;
}

/// Grid barriers count their arrivals in eight bytes that begin as zero.
uint64_t zeroed_grid_workspace(State& s) {
  const Allocation* const workspace = free_grid_workspace(s);
  if (!workspace) return 0;
  const uint64_t address = workspace->begin;
  std::memset(DeviceMemory::host(*workspace, address), 0, kGridWorkspaceBytes);
  s.memory.wrote(address, kGridWorkspaceBytes);
  return address;
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
    case Outcome::kIllegal:
      return cudaErrorIllegalInstruction;
    case Outcome::kBadCall:
      return cudaErrorInvalidPc;
    case Outcome::kUnsupported:
      return cudaErrorNotSupported;
    case Outcome::kStuck:
      return cudaErrorLaunchTimeout;
    case Outcome::kWaits:
    case Outcome::kPaused:
      break;  // it has not ended
  }
  return cudaErrorUnknown;
}

/// Which PTX runs; says so when the device is older than it.
std::string counted_on(const Profile& profile, const program::Kernel& kernel) {
  std::string text = "ptx " + kernel.target;
  const int sm = profile.major * 10 + profile.minor;
  if (kernel.target_number() > sm) {
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
  launch.prerequisites = std::move(ordered.prerequisites);
  launch.oldest_open = ordered.oldest_open;
  const int first = s.under_way.first(nullptr);
  if (first >= 0) launch.oldest_open = std::min(first, launch.oldest_open);
  launch.first_slot = s.under_way.end_of_slots();
  launch.graph_run = r.graph_run;
  launch.graph_node = r.graph_run > 0 ? r.graph_node : "";
  launch.kernel = kernel.code.get();
  launch.grid = {r.grid.x, r.grid.y, r.grid.z};
  launch.block = {r.block.x, r.block.y, r.block.z};
  launch.cluster = {r.cluster.x, r.cluster.y, r.cluster.z};
  launch.explicit_cluster = r.explicit_cluster;
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

/// Who hears of a launch that begins; null: the process's session.
std::unique_ptr<checks::Session> session_beside(State& s) {
  const auto has_ours = [](const UnderWay& u) { return !u.session; };
  if (!s.under_way.any_of(has_ours)) return nullptr;
  if (s.spare_sessions.empty()) return s.session.beside();
  auto spare = std::move(s.spare_sessions.back());
  s.spare_sessions.pop_back();
  return spare;
}

checks::Session& session_of(State& s, const UnderWay& launch) {
  return launch.session ? *launch.session : s.session;
}

/// It has ended.
void give_back(State& s, UnderWay& launch) {
  launch.launch.reset();
  if (launch.session) s.spare_sessions.push_back(std::move(launch.session));
}

/// Runs `part` of a launch, which the ledger of works hears of until the launch
/// waits.
template <class Part>
Outcome run_watched(State& s, UnderWay& under_way, Part part) {
  if (!under_way.is_watched) return part(*under_way.launch);
  const WorkScope scope(s, session_of(s, under_way), *under_way.kernel,
                        under_way.index, under_way.graph_run, under_way.ticket);
  const Outcome outcome = part(*under_way.launch);
  Works& works = s.watch.works;
  if (outcome == Outcome::kWaits && works.running()) works.hand_over();
  const bool told = works.running() && works.handed_over();
  under_way.is_watched = outcome == Outcome::kPaused && !told;
  return outcome;
}

/// Runs `part` of a launch, which is under way again when it has not ended.
/// True: it has ended.
template <class Part>
bool run_part(State& s, UnderWay under_way, Part part) {
  const OnDevice device(s, under_way.device);
  s.last_run = under_way.index;
  const Outcome outcome = run_watched(s, under_way, part);
  under_way.is_paused = outcome == Outcome::kPaused;
  s.primaries.ran(under_way.index, under_way.launch->waited_first(),
                  under_way.launch->in_parts());
  if (outcome == Outcome::kWaits || outcome == Outcome::kPaused) {
    under_way.has_fresh_blocks = under_way.launch->has_fresh_blocks();
    s.under_way.put(std::move(under_way));
    return false;
  }
  const cudaError_t error = error_of(outcome);
  if (s.pending == cudaSuccess) s.pending = error;
  // A kernel that is stuck leaves the others as they are, which a fault ends.
  if (error != cudaSuccess && outcome != Outcome::kStuck) {
    for (UnderWay& lost : s.under_way.take_all()) {
      lost.launch->end();
      give_back(s, lost);
    }
  }
  if (error == cudaSuccess) {
    for (auto& d : under_way.told_at_end) s.session.add(std::move(d));
  }
  give_back(s, under_way);
  return true;
}

/// As Settings::others_ready, of the launch that comes next. Empty under seed
/// 0, and where the host could watch what the kernel does.
std::function<bool(bool)> others_ready(State& s, const KernelWork& work,
                                       const UnderWay& launch) {
  if (s.options.schedule == 0 || !may_wait(s, work)) return nullptr;
  return [&s, ticket = launch.ticket, device = launch.device](bool full) {
    if (interrupted()) return false;
    return s.under_way.any_paused() ||
           s.queue.any_beside({ticket, device, full}, s.under_way, s.functions);
  };
}

/// Of a kernel that is prepared; true when it has ended.
bool begin(State& s, const KernelWork& work, const Ticket& ticket,
           const std::shared_ptr<DeviceLaunches>& launched) {
  const program::Kernel& code = *work.kernel->code;
  const bool late = !s.queue.empty();
  Concurrency ordered = s.order.begin(s.launches, ticket, late);
  const std::vector<int> before = prerequisites_of(s, work, ticket);
  ordered.add_prerequisites(before);
  ordered.add_concurrent(s.primaries.beside_begun(ticket));
  s.primaries.begin({ticket, s.launches, before});
  UnderWay under_way{s.launches, ticket, work.device, launched,
                     session_beside(s)};
  under_way.beside = ordered.concurrent;
  under_way.prerequisites = before;
  under_way.kernel = &code;
  under_way.place = call_place();
  under_way.graph_run = work.graph_run;
  checks::Session& session = session_of(s, under_way);
  Settings settings = machine_settings(s, code, ticket);
  settings.observer = &session;
  launched->listen(settings);
  settings.others_ready = others_ready(s, work, under_way);
  listen_for_dependents(s, work, ticket, before, settings);
  const dim3& grid = work.grid;
  settings.progress = progress_of(code.name, uint64_t{grid.x} * grid.y * grid.z,
                                  s.options.progress);
  Launch launch = launch_of(s, work, ordered);
  launch.alone = !s.overlaps && launch.oldest_open == launch.index &&
                 s.queue.empty() && s.devices.size() == 1 &&
                 s.streams.alone(ticket.chain);
  under_way.grid_workspace = launch.grid_workspace;
  under_way.launch =
      std::make_unique<Running>(settings, s.memory.device(), std::move(launch));
  const auto part = [&](Running& running) {
    const auto go = [&] { return running.go_on(); };
    if (s.options.rates.empty()) return go();
    return run_timed(s.options.rates, code.name, go, [&] {
      return s.session.report().launches.back().counters.thread_instructions;
    });
  };
  return run_part(s, std::move(under_way), part);
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

/// Launch `index`, which has `primary`, has run: if it gave way, what may begin
/// beside it does.
void run_dependent(State& s, int index, const Ticket& primary) {
  if (!s.under_way.gave_way(index) || s.pending != cudaSuccess) return;
  const auto queued = take_dependent(s, index, primary);
  if (!queued) return;
  const ServedCall issued(queued->place, {});
  const cudaError_t error =
      run_kernel(s, std::get<KernelWork>(queued->work), queued->ticket);
  if (s.pending == cudaSuccess) s.pending = error;
}

/// Runs more of launch `index`, if it is under way, and then what it launched.
template <class Part>
void run_more(State& s, int index, Part part) {
  std::optional<UnderWay> under_way = s.under_way.take(index);
  if (!under_way) return;
  std::vector<int> beside = s.order.beside(index, under_way->ticket);
  // The host did not let it go on, so it knows no more of what was beside.
  if (under_way->is_paused) merge(under_way->beside, beside);
  merge(under_way->prerequisites, beside);
  if (s.last_run != index || beside != under_way->beside) {
    session_of(s, *under_way).on_go_on(beside);
    under_way->beside = std::move(beside);
  }
  const std::shared_ptr<DeviceLaunches> launched = under_way->launched;
  const Ticket ticket = under_way->ticket;
  if (run_part(s, std::move(*under_way), part)) run_launched(s, launched);
  run_dependent(s, index, ticket);
}

}  // namespace

cudaError_t run_kernel(State& s, const KernelWork& work, const Ticket& ticket) {
  const OnDevice device(s, work.device);
  const cudaError_t error = prepare(s, *work.kernel);
  if (error != cudaSuccess) return error;
  const auto launched =
      std::make_shared<DeviceLaunches>(s, *work.kernel->code, ticket, nullptr);
  const int index = s.launches;
  if (begin(s, work, ticket, launched)) run_launched(s, launched);
  run_dependent(s, index, ticket);
  return cudaSuccess;
}

void go_on(State& s) {
  for (int round = 0; round < kMostAnswers && s.under_way.any(); ++round) {
    for (const int index : s.under_way.turns(interrupted())) {
      run_more(s, index, [](Running& running) { return running.go_on(); });
    }
    if (!s.under_way.any_sees_change()) return;
  }
}

void go_on_paused(State& s) {
  const UnderWay& next = s.under_way.choose_paused();
  const ServedCall issued(next.place, {});
  run_more(s, next.index, [](Running& running) { return running.go_on(); });
}

bool pass_time(State& s) {
  bool helped = false;
  for (const int index : s.under_way.blind()) {
    run_more(s, index, [&](Running& running) {
      const Outcome outcome = running.pass_time();
      helped = helped || outcome != Outcome::kWaits || running.time_helped();
      return outcome;
    });
  }
  return helped;
}

void go_on_alone(State& s, int index, const std::string& host_waits) {
  run_more(s, index,
           [&](Running& running) { return running.go_on_alone(host_waits); });
}

}  // namespace simt::cudart
