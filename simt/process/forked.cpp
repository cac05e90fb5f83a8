// SPDX-License-Identifier: MIT
// While nobody uses the device, its lock is held for moments only, so fork
// waits for it. Later a kernel may hold it for ever: fork does not wait then,
// and the child may use nothing that the lock guards. It always waits for the
// locks that are held for moments at any time.
#include "simt/process/forked.h"

#include <pthread.h>

#include <atomic>
#include <mutex>
#include <new>
#include <thread>

#include "simt/context/entry.h"
#include "simt/context/host_calls.h"
#include "simt/context/host_thread.h"
#include "simt/process/signals.h"

namespace simt::cudart {
namespace {

State* forked_state = nullptr;
std::atomic<int> forks{0};
thread_local int fork_number = 0;
thread_local bool locked = false;

std::string& suffix() {
  static auto* const kSuffix = new std::string;
  return *kSuffix;
}

void before_fork() {
  locked = false;
  while (!device_in_use() && !(locked = forked_state->mutex.try_lock())) {
    std::this_thread::yield();
  }
  fork_number = ++forks;
  host_calls_lock().lock();
  ended_threads_lock().lock();
}

void give_locks_back() {
  ended_threads_lock().unlock();
  host_calls_lock().unlock();
}

void in_parent() {
  give_locks_back();
  if (locked) forked_state->mutex.unlock();
}

void in_child() {
  give_locks_back();
  // Who held it is not here, nor is this thread the one that did.
  new (&forked_state->mutex) std::recursive_mutex;
  forget_other_threads();
  forks = 0;
  const bool shared = forked_state->options.memory_file >= 0;
  if (device_in_use() || shared || !forked_state->memory.device().renew()) {
    mark_forked_child();
    return;
  }
  suffix() += ".fork" + std::to_string(fork_number);
}

}  // namespace

void watch_forks(State& state) {
  forked_state = &state;
  pthread_atfork(before_fork, in_parent, in_child);
}

const std::string& fork_suffix() { return suffix(); }

}  // namespace simt::cudart
