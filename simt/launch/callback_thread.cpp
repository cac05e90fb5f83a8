// SPDX-License-Identifier: MIT
// A function that returns soon has returned before the call that began it, so
// that a program does the same each time. How soon is counted in the time that
// the thread computes or sleeps: on a busy machine it may have to wait for its
// turn.
#include "simt/launch/callback_thread.h"

#include <pthread.h>

#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <ctime>
#include <deque>
#include <fstream>
#include <mutex>
#include <string>
#include <utility>

#include "simt/context/entry.h"
#include "simt/launch/interrupt.h"
#include "simt/launch/own_thread.h"

namespace simt::cudart {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;

constexpr milliseconds kSoon{20}, kNextLook{2};
constexpr milliseconds kExit{1000};  // a function that ends the program

/// What was handed over. It has a lock of its own: a function returns while the
/// state's is held.
struct Line {
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::shared_ptr<HostFunction>> open;  // the first one runs
  uint64_t returned = 0;
  bool busy = false;        // with the first one
  bool has_thread = false;  // false: who waits runs them
  /// The thread runs a function, or work behind one. Else it sleeps at most
  /// until it gets this lock.
  std::atomic<bool> is_away{false};
  clockid_t cpu_clock = 0;  // of the thread
  void (*go_on)(State&) = nullptr;
};

/// Never destroyed: the thread stays until the process is gone.
Line& line() {
  static auto* const kLine = new Line;
  return *kLine;
}

std::atomic<bool> exit_begun{false};
thread_local bool is_callback_thread = false;

void run_first(Line& l, std::unique_lock<std::mutex>& lock) {
  const std::shared_ptr<HostFunction> function = l.open.front();
  l.busy = true;
  l.is_away = true;
  lock.unlock();
  {
    const HostFunctionScope scope;
    function->body();
  }
  l.is_away = false;
  lock.lock();
  l.busy = false;
  l.open.pop_front();
  ++l.returned;
  function->returned = true;
  l.changed.notify_all();
  if (!function->left_alone) return;
  l.is_away = true;
  lock.unlock();
  {
    Entry entry;
    if (!interrupted()) l.go_on(entry.state());
  }
  l.is_away = false;
  lock.lock();
}

void run_all() {
  is_callback_thread = true;
  mark_own_thread();
  Line& l = line();
  std::unique_lock lock(l.mutex);
  pthread_getcpuclockid(pthread_self(), &l.cpu_clock);
  l.has_thread = true;
  l.changed.notify_all();
  lock.unlock();
  { const Entry entry; }  // a stack for handlers of signals
  lock.lock();
  while (true) {
    l.changed.wait(lock, [&] { return !l.open.empty() && !l.busy; });
    run_first(l, lock);
  }
}

nanoseconds computed(const Line& l) {
  timespec time{};
  if (l.has_thread) clock_gettime(l.cpu_clock, &time);
  return std::chrono::seconds(time.tv_sec) + nanoseconds(time.tv_nsec);
}

/// Whether the thread would compute if it had a core, or waits for a disk.
bool wants_to_run() {
  const pid_t number = number_of(OwnThread::kHostFunctions);
  std::ifstream file("/proc/self/task/" + std::to_string(number) + "/stat");
  std::string text;
  std::getline(file, text);
  const size_t name_ends = text.rfind(") ");
  if (name_ends == text.npos) return false;
  const char how = text[name_ends + 2];
  return how == 'R' || how == 'D';
}

void leave_alone(Line& l) {
  for (const auto& function : l.open) function->left_alone = true;
}

}  // namespace

void run_on_callback_thread(std::shared_ptr<HostFunction> function,
                            void (*go_on)(State&)) {
  static const bool kStarted = [] {
    std::atexit([] { exit_begun = true; });
    return start_own_thread(OwnThread::kHostFunctions, run_all);
  }();
  Line& l = line();
  std::unique_lock lock(l.mutex);
  if (kStarted) l.changed.wait(lock, [&] { return l.has_thread; });
  l.go_on = go_on;
  l.open.push_back(std::move(function));
  l.changed.notify_all();
}

void wait_a_while(State& s) {
  if (on_callback_thread() || interrupted()) return;
  const Pause pause(s);
  Line& l = line();
  std::unique_lock lock(l.mutex);
  while (!l.has_thread && !l.open.empty() && !l.busy) run_first(l, lock);
  const nanoseconds before = computed(l);
  const HostTime begin = steady_clock::now();
  HostTime end = begin + kSoon;
  while (!l.open.empty() && !l.open.front()->left_alone) {
    if (l.changed.wait_until(lock, end, [&] { return l.open.empty(); })) return;
    const HostTime now = steady_clock::now();
    const bool program_ends = exit_begun || interrupted();
    const bool waits_for_core =
        computed(l) - before < kSoon && (!l.is_away || wants_to_run());
    if (program_ends ? now - begin > kExit : !waits_for_core) break;
    end = now + kNextLook;
  }
  leave_alone(l);
}

void leave_host_functions_alone() {
  const std::lock_guard lock(line().mutex);
  leave_alone(line());
}

uint64_t returned_host_functions() {
  const std::lock_guard lock(line().mutex);
  return line().returned;
}

void wait_for_host_function(State& s, uint64_t seen, HostTime end) {
  const Pause pause(s);
  Line& l = line();
  std::unique_lock lock(l.mutex);
  const auto more = [&] { return l.returned > seen; };
  if (end == HostTime::max()) {
    l.changed.wait(lock, more);
  } else {
    l.changed.wait_until(lock, end, more);
  }
}

bool on_callback_thread() { return is_callback_thread; }

}  // namespace simt::cudart
