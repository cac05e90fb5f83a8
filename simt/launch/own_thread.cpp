// SPDX-License-Identifier: MIT
// A thread takes over the signals that are blocked where it is started.
#include "simt/launch/own_thread.h"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <system_error>
#include <thread>
#include <utility>

namespace simt::cudart {
namespace {

std::array<std::atomic<pid_t>, 2> numbers{};

}  // namespace

bool start_own_thread(OwnThread which, std::function<void()> body) {
  std::atomic<pid_t>& number = numbers[static_cast<size_t>(which)];
  sigset_t all, before;
  sigfillset(&all);
  for (const int own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP}) {
    sigdelset(&all, own);
  }
  pthread_sigmask(SIG_SETMASK, &all, &before);
  bool started = true;
  number = 0;
  try {
    std::thread([&number, run = std::move(body)] {
      number = gettid();
      number.notify_one();
      run();
    }).detach();
    number.wait(0);  // who counts threads must know it
  } catch (const std::system_error&) {
    started = false;
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return started;
}

pid_t number_of(OwnThread which) { return numbers[static_cast<size_t>(which)]; }

bool is_own_thread(const std::string& number) {
  return std::any_of(numbers.begin(), numbers.end(), [&](const auto& own) {
    return number == std::to_string(own);
  });
}

}  // namespace simt::cudart
