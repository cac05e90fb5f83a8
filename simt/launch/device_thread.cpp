// SPDX-License-Identifier: MIT
// Looks now and then whether the host has stored what the launch waits for.
// It comes in like any call of the program.
#include "simt/launch/device_thread.h"

#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <system_error>
#include <thread>

#include "simt/context/entry.h"
#include "simt/launch/interrupt.h"

namespace simt::cudart {
namespace {

constexpr auto kPause = std::chrono::milliseconds(2);
bool runs = false;  // guarded by State::mutex
std::atomic<pid_t> thread_id{0};

void run(void (*go_on)(State&)) {
  thread_id = gettid();
  thread_id.notify_one();
  while (true) {
    std::this_thread::sleep_for(kPause);
    Entry entry;
    if (!interrupted()) go_on(entry.state());
    if (!interrupted() && entry.state().under_way) continue;
    runs = false;
    return;
  }
}

}  // namespace

void start_device_thread(void (*go_on)(State&)) {
  if (runs) return;
  runs = true;
  // Signals are for the program's own threads, but for what this one does.
  sigset_t all, before;
  sigfillset(&all);
  for (const int own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP}) {
    sigdelset(&all, own);
  }
  pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    thread_id = 0;
    std::thread(run, go_on).detach();
    thread_id.wait(0);  // who counts threads must know it
  } catch (const std::system_error&) {
    runs = false;
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

pid_t device_thread() { return thread_id; }

}  // namespace simt::cudart
