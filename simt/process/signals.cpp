// SPDX-License-Identifier: MIT
// The handlers do more than POSIX allows in one (they allocate and write
// files): the program is about to die, and a report is worth the try. An
// alarm ends the process with the first signal should the try hang.
#include "simt/process/signals.h"

#include <signal.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <iterator>

#include "simt/launch/interrupt.h"
#include "simt/process/closed_pages.h"
#include "simt/process/ending.h"
#include "simt/process/fault.h"
#include "simt/process/host_touch.h"
#include "simt/process/last_heap.h"

namespace simt::cudart {
namespace {

constexpr int kCrashes[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL};
constexpr int kRequests[] = {SIGTERM, SIGINT, SIGALRM, SIGHUP};
constexpr unsigned kReportSeconds = 2;  // below a runner's patience
constexpr int64_t kMeantMs = 1000;      // then a second request is meant

std::atomic<bool> asked_to_end{false};
std::atomic<int> asked_signal{0};
std::atomic<int64_t> asked_at_ms{0};
std::atomic<int> threads_inside{0};
thread_local int stays = 0;  // of this thread
std::atomic<bool> ending{false};
int dying_of = 0;
void (*report_writer)(Ending) = nullptr;

bool is_request(int signal_number) {
  return std::find(std::begin(kRequests), std::end(kRequests), signal_number) !=
         std::end(kRequests);
}

/// The alarm of end_with, which the kernel sends; one that a process sends is a
/// request like the first, as timeout(1) makes it twice.
void report_hung(int, siginfo_t* info, void*) {
  if (info->si_code > 0) die(dying_of);
}

void set_report_alarm() {
  struct sigaction action {};
  action.sa_sigaction = report_hung;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGALRM, &action, nullptr);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, SIGALRM);
  pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
  alarm(kReportSeconds);
}

/// Writes the report, then ends as the signal would have.
[[noreturn]] void end_with(int signal_number) {
  if (!ending.exchange(true)) {
    dying_of = signal_number;
    set_report_alarm();
    if (!is_request(signal_number)) use_last_heap();
    report_writer(signal_number == SIGABRT ? Ending::kNoticed : Ending::kCut);
    alarm(0);
  }
  die(signal_number);
}

void on_crash(int signal_number, siginfo_t* info, void* context) {
  if (signal_number == SIGSEGV &&
      take_fault(fault_address(info, context), context)) {
    return;
  }
  if (pass_on(signal_number, info, context)) return;
  if (signal_number == SIGSEGV || signal_number == SIGBUS) {
    explain_host_touch(fault_address(info, context),
                       instruction_address(context));
  }
  end_with(signal_number);
}

int64_t now_ms() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1000000;
}

// timeout(1) sends its signal twice, to the program and to its group: only a
// later second request ends at once.
void on_request(int signal_number) {
  const bool again = asked_to_end.exchange(true);
  interrupt_launches();
  asked_signal = signal_number;
  if (!again) asked_at_ms = now_ms();
  const bool meant = again && now_ms() - asked_at_ms >= kMeantMs;
  if (threads_inside == 0 || meant) end_with(signal_number);
}

/// A stack for handlers: an overflow leaves no room on the thread's own. Each
/// thread has one from its first call on.
class HandlerStack {
 public:
  HandlerStack() {
    stack_t before{};
    sigaltstack(nullptr, &before);
    if ((before.ss_flags & SS_DISABLE) == 0) return;  // somebody else's
    memory_ = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory_ == MAP_FAILED) return;
    stack_t own{};
    own.ss_sp = memory_;
    own.ss_size = kBytes;
    sigaltstack(&own, nullptr);
  }
  ~HandlerStack() {
    if (memory_ == MAP_FAILED) return;
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
    munmap(memory_, kBytes);
  }
  HandlerStack(const HandlerStack&) = delete;
  HandlerStack& operator=(const HandlerStack&) = delete;

 private:
  static constexpr size_t kBytes = 256 * 1024;
  void* memory_ = MAP_FAILED;
};

void use_own_stack() { thread_local const HandlerStack kStack; }

void install(int signal_number, struct sigaction action) {
  struct sigaction before;
  if (sigaction(signal_number, nullptr, &before) != 0) return;
  const bool taken =
      (before.sa_flags & SA_SIGINFO) != 0 || before.sa_handler != SIG_DFL;
  if (!taken) sigaction(signal_number, &action, nullptr);
}

}  // namespace

void install_signal_handlers(void (*write)(Ending)) {
  report_writer = write;
  use_own_stack();
  struct sigaction crash {};
  crash.sa_sigaction = on_crash;
  sigfillset(&crash.sa_mask);  // their handlers could touch closed pages
  crash.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (int number : kCrashes) install(number, crash);
  watch_faults(on_crash);
  struct sigaction request {};
  request.sa_handler = on_request;
  request.sa_flags = SA_ONSTACK | SA_RESTART;
  for (int number : kRequests) install(number, request);
}

void enter_library() {
  use_own_stack();
  ++stays;
  ++threads_inside;
}

void leave_library() {
  --stays;
  if (--threads_inside == 0 && asked_to_end && !ending) {
    end_with(asked_signal);
  }
}

void forget_other_threads() { threads_inside = stays; }

}  // namespace simt::cudart
