// SPDX-License-Identifier: MIT
// How a process ends, as far as its report depends on it.
#pragma once

#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>

namespace simt::cudart {

/// How the process ends.
enum class Ending : uint8_t {
  kDone,     // status 0
  kNoticed,  // another status, or abort: the program saw that it failed
  kCut,      // a signal
};

/// Ends this process as the signal does that nobody handles. For handlers, too:
/// in one its own signal is blocked.
[[noreturn]] inline void die(int number) {
  signal(number, SIG_DFL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
  raise(number);
  _exit(128 + number);  // only when the signal could not kill
}

}  // namespace simt::cudart
