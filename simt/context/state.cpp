// SPDX-License-Identifier: MIT
// Makes devices, session and memory from the options. The process has one
// state, which whoever makes it gives here.
#include "simt/context/state.h"

#include <string>
#include <utility>
#include <vector>

#include "simt/context/host_calls.h"

namespace simt::cudart {
namespace {

State* of_process = nullptr;

std::vector<uint64_t> memory_sizes(const Options& options) {
  std::vector<uint64_t> sizes;
  for (const Profile* profile : options.devices)
    sizes.push_back(profile->global_bytes);
  return sizes;
}

}  // namespace

State::State(Options wanted)
    : options(std::move(wanted)),
      session(options.checks),
      memory(memory_sizes(options), session, options.memory_file),
      watch(order, memory.device(), options.memory_file < 0),
      queue(options.schedule),
      under_way(options.schedule) {
  if (options.checks.on("race")) {
    session.listen(watch, checks::callbacks_of<HostWatch>());
  }
  for (const Profile* profile : options.devices) {
    Device& device = devices.emplace_back();
    device.profile = profile;
    device.sms = options.sms > 0 ? options.sms : profile->sms;
  }
  if (options.fail != 0) {
    faults = {options.fail, 0, "SIMT_FAIL=" + std::to_string(options.fail)};
  }
  session.choose(options.chosen);
  if (!options.trace.empty()) session.trace(options.trace);
  if (options.summary) session.summarise();
  if (options.most_steps > 0)
    steps.most = static_cast<size_t>(options.most_steps);
  if (!options.steps.empty()) session.write_steps(steps);
}

State& state() { return *of_process; }

void give_state(State& made) { of_process = &made; }

void diagnose(State& s, report::Diagnostic diagnostic) {
  call_is_told();
  s.session.add(std::move(diagnostic));
}

}  // namespace simt::cudart
