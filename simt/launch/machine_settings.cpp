// SPDX-License-Identifier: MIT
// Device, limits and options of the process, and what the machine asks of it.
#include "simt/launch/machine_settings.h"

#include <algorithm>
#include <string>
#include <thread>

#include "simt/context/device_heap.h"
#include "simt/launch/interrupt.h"
#include "simt/launch/may_wait.h"
#include "simt/launch/print_out.h"
#include "simt/launch/work_scope.h"

namespace simt::cudart {
namespace {

constexpr uint32_t kLeastLocalBytes = 16 * 1024;  // stack and arrays, a thread

/// Cores that this process may use, at most 8.
int host_cores() {
  static const int kCores =
      static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1u, 8u));
  return kCores;
}

}  // namespace

Settings machine_settings(State& s, const program::Kernel& kernel,
                          const Ticket& ticket) {
  uint64_t local = s.device().limits.stack;
  for (const auto& function : kernel.functions) local += function.local_bytes;
  Settings settings;
  settings.profile = s.device().profile;
  settings.sms = s.device().sms;
  settings.schedule = s.options.schedule;
  settings.any_block_first = s.options.any_block_first;
  settings.workers = s.options.workers > 0 ? s.options.workers : host_cores();
  settings.local_bytes = static_cast<uint32_t>(
      std::max<uint64_t>(kLeastLocalBytes, (local + 255) / 256 * 256));
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
  settings.beside = [&s, chain = ticket.chain] {
    return s.under_way.any() || others_may_begin(s, chain);
  };
  settings.interrupted = &interrupted();
  return settings;
}

}  // namespace simt::cudart
