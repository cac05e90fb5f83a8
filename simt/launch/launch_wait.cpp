// SPDX-License-Identifier: MIT
// Who may help is asked in this order: other launches, host functions, a kernel
// that is not loaded, time, other threads of the host. Nobody: the launch is
// looked at alone, and told.
#include "simt/launch/launch_wait.h"

#include <chrono>
#include <string>

#include "simt/context/caller.h"
#include "simt/launch/interrupt.h"
#include "simt/launch/kernel_run.h"
#include "simt/launch/late_load.h"
#include "simt/launch/work_run.h"

namespace simt::cudart {
namespace {

constexpr std::chrono::milliseconds kLook{2};
constexpr int kMostQuiet = 500;  // looks

/// "it waits for the launch in cudaDeviceSynchronize".
std::string waits_here() {
  return "it waits for the launch in " + call_name(call_place());
}

}  // namespace

void wait_in_call(State& s, uint64_t seen, HostTime end) {
  const HostFunctions::Wait wait(s.functions, call_place());
  wait_for_host_function(s, seen, end);
}

/// Others get time here.
void LaunchWait::look() {
  wait_in_call(s_, seen_, std::chrono::steady_clock::now() + kLook);
}

/// Whether others than launches may help still: a host function that has not
/// returned, or only just, or another thread of the host.
bool LaunchWait::helped() {
  const bool patient = other_host_threads() && ++quiet_ < kMostQuiet;
  if (!s_.functions.any() && !patient) return returned_host_functions() > seen_;
  look();
  return true;
}

/// Whether a launch that looks at a clock got on because time passed.
bool LaunchWait::time_helps() {
  if (times_ >= kMostTimes || !pass_time(s_)) return false;
  ++times_;
  return true;
}

/// Another thread of the host may store to what a launch looks at, however long
/// that takes; its calls must come in meanwhile.
bool LaunchWait::others_may_store() const {
  return !interrupted() && other_host_threads() &&
         s_.under_way.any_of(
             [](const UnderWay& u) { return u.launch->looks_at_host(); });
}

void LaunchWait::step(const Clock* needed) {
  const bool alone = s_.under_way.count() == 1 && s_.queue.empty();
  seen_ = returned_host_functions();
  if (!alone || s_.functions.any() || other_host_threads()) {
    finish_all(s_);
    if (s_.under_way.first(needed) < 0) return;
    if (s_.under_way.any_sees_change()) {
      quiet_ = 0;
      return;
    }
    if (helped() || load_late(s_) || time_helps()) return;
    if (others_may_store()) return look();
  }
  go_on_alone(s_, s_.under_way.first(needed), waits_here());
}

}  // namespace simt::cudart
