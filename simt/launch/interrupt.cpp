// SPDX-License-Identifier: MIT
// One flag, which every running launch looks at.
#include "simt/launch/interrupt.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "simt/launch/own_thread.h"

namespace simt::cudart {
namespace {

std::atomic<bool> launches_end{false};

}  // namespace

const std::atomic<bool>& interrupted() { return launches_end; }

void interrupt_launches() { launches_end = true; }

bool other_host_threads() {
  std::error_code error;
  size_t threads = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator("/proc/self/task", error)) {
    if (!is_own_thread(entry.path().filename())) ++threads;
  }
  return threads != 1;
}

void stop_launches_at_exit() {
  static const int kRegistered = std::atexit([] {
    if (other_host_threads()) interrupt_launches();
  });
  (void)kRegistered;
}

}  // namespace simt::cudart
