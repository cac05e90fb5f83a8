// SPDX-License-Identifier: MIT
// Memory, checks and the machine are made anew for each run, so that no run
// knows of another.
#include "simt/explore/rig.h"

#include <stdexcept>

#include "simt/machine/device_memory.h"
#include "simt/program/program.h"

namespace simt::explore {
namespace {

/// Puts `bytes` of `value` behind the arguments, where its type has to lie.
void append(std::vector<std::byte>& params, const void* value, size_t bytes) {
  params.resize((params.size() + bytes - 1) / bytes * bytes + bytes);
  std::memcpy(params.data() + params.size() - bytes, value, bytes);
}

}  // namespace

Rig::Rig(const std::string& ptx) {
  ptx::ParseError error;
  auto parsed = ptx::parse(ptx, error);
  if (!parsed) {
    throw std::runtime_error("line " + std::to_string(error.ptx_line) + ": " +
                             error.message);
  }
  module_ = std::move(*parsed);
}

const program::Kernel& Rig::kernel(const std::string& name) {
  auto& kept = kernels_[name];
  if (kept != nullptr) return *kept;
  const ptx::Function* function = module_.find_function(name);
  if (function == nullptr) throw std::runtime_error("no kernel " + name);
  std::string problem;
  kept = program::decode(module_, *function, {}, problem);
  if (kept == nullptr) throw std::runtime_error(name + ": " + problem);
  return *kept;
}

Ran Rig::run(const Run& run) {
  DeviceMemory memory;
  checks::Session session(run.checks ? checks::ChosenChecks()
                                     : checks::ChosenChecks::only({}));
  Ran ran;
  session.write_steps(ran.steps);
  Launch launch;
  launch.kernel = &kernel(run.kernel);
  launch.grid = {run.grid, 1, 1};
  launch.block = {run.block, 1, 1};
  launch.dynamic_shared = run.dynamic_shared;
  launch.alone = true;
  Allocation* last = nullptr;
  for (size_t i = 0; i < run.buffers.size(); ++i) {
    last = memory.allocate(run.buffers[i], "buffer " + std::to_string(i),
                           static_cast<int>(i), false);
    auto* bytes = DeviceMemory::host(*last, last->begin);
    std::memset(bytes, 0, run.buffers[i]);
    if (i == 0 && !run.filled.empty()) {
      std::memcpy(bytes, run.filled.data(),
                  run.filled.size() * sizeof(run.filled[0]));
    }
    session.on_allocate(*last);
    session.on_host_write(last->begin, run.buffers[i]);
    append(launch.params, &last->begin, sizeof(last->begin));
  }
  for (const int32_t number : run.numbers)
    append(launch.params, &number, sizeof(number));
  if (launch.params.size() != launch.kernel->param_bytes)
    throw std::runtime_error(run.kernel + " takes other arguments");
  Settings settings;
  settings.profile = find_profile("h200");
  settings.sms = run.sms;
  settings.schedule = run.schedule;
  settings.observer = &session;
  ran.outcome = simt::run(settings, memory, launch);
  if (ran.outcome != Outcome::kDone && !run.checks)
    throw std::runtime_error(run.kernel + " did not end well");
  ran.counters = session.report().launches.at(0).counters;
  ran.diagnostics = session.report().diagnostics;
  if (last != nullptr) {
    const std::byte* bytes = DeviceMemory::host(*last, last->begin);
    ran.last.assign(bytes, bytes + run.buffers.back());
  }
  return ran;
}

const steps::Act& access_of(const Ran& ran, steps::ActKind kind,
                            const std::string& space) {
  const steps::Act* found = nullptr;
  int count = 0;
  for (const steps::Step& step : ran.steps.steps) {
    for (const steps::Act& act : step.acts) {
      if (act.kind != kind || act.array < 0) continue;
      if (ran.steps.arrays[static_cast<size_t>(act.array)].space != space)
        continue;
      found = &act;
      ++count;
    }
  }
  if (count != 1) {
    throw std::runtime_error("the kernel makes " + std::to_string(count) +
                             " such accesses");
  }
  return *found;
}

}  // namespace simt::explore
