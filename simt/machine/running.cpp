// SPDX-License-Identifier: MIT
// A launch from its begin to its end, or in parts: each part is the grid's,
// which stays where it was.
#include <utility>

#include "simt/machine/grid.h"
#include "simt/machine/machine.h"
#include "simt/machine/threads.h"

namespace simt {

Running::Running(Settings settings, DeviceMemory& memory, Launch launch)
    : settings_(std::move(settings)),
      memory_(memory),
      launch_(std::move(launch)) {}

Running::~Running() = default;

Outcome Running::go_on() {
  if (!grid_) {
    grid_ = std::make_unique<Grid>(settings_, memory_, launch_);
    grid_->announce();
    in_parts_ = run_on_threads(settings_, memory_, launch_, *grid_);
  }
  const Outcome outcome = in_parts_ ? Outcome::kDone : grid_->run();
  if (outcome == Outcome::kWaits) {
    grid_->remember_polls(memory_);
  } else if (outcome != Outcome::kPaused) {
    grid_->finish();
  }
  return outcome;
}

Outcome Running::go_on_alone(std::string host_waits) {
  settings_.host_goes_on = false;
  settings_.others_ready = nullptr;
  settings_.host_waits = std::move(host_waits);
  return go_on();
}

Outcome Running::pass_time() {
  grid_->pass_time();
  return go_on();
}

bool Running::time_helped() const { return grid_->time_helped(); }

void Running::end() { grid_->finish(); }

const Stuck::Poll* Running::poll() const { return grid_->poll(); }

bool Running::looks_at_host() const { return grid_->looks_at_host(); }

bool Running::gave_way() const { return grid_->control().paused(); }

bool Running::waited_first() const { return grid_->control().waited_first(); }

bool Running::has_begun() const { return grid_->has_begun(); }

bool Running::has_let() const { return grid_->control().has_let(); }

bool Running::sees_change() const {
  return grid_->control().ready() || grid_->sees_change(memory_);
}

bool Running::waits_blindly() const { return grid_->waits_blindly(); }

bool Running::has_fresh_blocks() const { return grid_->has_fresh_blocks(); }

uint32_t Running::end_of_slots() const { return grid_->end_of_slots(); }

Outcome run(const Settings& settings, DeviceMemory& memory,
            const Launch& launch) {
  return Running(settings, memory, launch).go_on();
}

}  // namespace simt
