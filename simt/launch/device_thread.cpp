// SPDX-License-Identifier: MIT
// Looks now and then whether the host has stored what the launch waits for, or
// whether it seems to wait for work that has not begun.
// It comes in like any call of the program.
#include "simt/launch/device_thread.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <thread>

#include "simt/context/entry.h"
#include "simt/launch/interrupt.h"
#include "simt/launch/late_load.h"
#include "simt/launch/own_thread.h"

namespace simt::cudart {
namespace {

constexpr auto kPause = std::chrono::milliseconds(2);
constexpr int kLongQuiet = 500;  // pauses
bool runs = false;               // guarded by State::mutex
std::atomic<bool> is_urgent{false};

/// Counts the pauses in which nobody called.
class Quiet {
 public:
  /// Whether the program has called nothing for long.
  bool is_long() {
    const auto now = quiet_entries();
    pauses_ = now && now == before_ ? pauses_ + 1 : 0;
    before_ = now;
    return pauses_ >= kLongQuiet;
  }

 private:
  std::optional<uint64_t> before_;
  int pauses_ = 0;
};

void run(void (*go_on)(State&)) {
  mark_own_thread();
  Quiet quiet;
  while (true) {
    std::this_thread::sleep_for(kPause);
    const bool is_long = quiet.is_long();
    if (!is_long && !is_urgent) continue;
    Entry entry;
    State& s = entry.state();
    if (!interrupted()) {
      if (is_long) load_late(s);
      go_on(s);
    }
    is_urgent = s.under_way.any();
    if (!interrupted() && (s.under_way.any() || !s.queue.empty())) continue;
    runs = false;
    return;
  }
}

}  // namespace

void start_device_thread(void (*go_on)(State&), bool soon) {
  if (soon) is_urgent = true;
  const auto body = [go_on] { run(go_on); };
  if (!runs) runs = start_own_thread(OwnThread::kDevice, body);
}

}  // namespace simt::cudart
