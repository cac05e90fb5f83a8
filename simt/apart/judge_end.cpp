// SPDX-License-Identifier: MIT
// The handlers do what simt/process/signals.cpp says of its own.
#include "simt/apart/judge_end.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "simt/apart/blame.h"
#include "simt/apart/client.h"
#include "simt/apart/device_process.h"
#include "simt/apart/serve.h"
#include "simt/apart/side.h"
#include "simt/machine/device_range.h"
#include "simt/process/ending.h"
#include "simt/process/fault.h"

namespace simt::apart {
namespace {

using cudart::die;
using cudart::Ending;

constexpr int kPatienceMs = 2500;  // below a runner's
constexpr int kCrashes[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL};
constexpr int kRequests[] = {SIGTERM, SIGALRM, SIGHUP};

std::atomic<bool> ended{false};
int exit_status = 0;
bool forked = false;    // in a process that this one has forked
bool function = false;  // which runs a submission's function

/// Waits for the other process; its status, or -1 when it is still there.
int wait_for_device() {
  const pid_t process = device_process().process;
  int status = -1;
  for (int i = 0; i < kPatienceMs; ++i) {
    const pid_t found = waitpid(process, &status, WNOHANG);
    if (found == process) return status;
    if (found < 0) return -1;
    usleep(1000);
  }
  return -1;
}

/// Has the report written, once. The other process prints it, too.
void tell_end(Ending ending) {
  if (forked || ended.exchange(true)) return;
  std::fflush(stdout);
  Request request{.ask = kEnd};
  request.words[0] = static_cast<uint64_t>(ending);
  ask(request);
}

/// The same where a call may be under way, in a signal's handler.
void tell_end_by_signal(int number) {
  if (forked || ended) return;
  if (!in_the_middle()) {
    tell_end(number == SIGABRT ? Ending::kNoticed : Ending::kCut);
    return;
  }
  ended = true;
  kill(device_process().process, SIGTERM);
  wait_for_device();
}

/// Passes a touch of device memory on.
void tell_touch(uint64_t address, uint64_t instruction) {
  Request request{.ask = kTouch};
  const Side side = our_side();
  const bool inside =
      instruction >= side.image_begin && instruction < side.image_end;
  request.words = {address, inside ? instruction - side.image_begin : 0};
  if (!forked) {
    if (!in_the_middle() && !ended) ask(request);
    return;
  }
  if (!function) return;
  // The function's own file is what its socket's other side knows.
  request.words[1] = instruction;
  Reply reply;
  if (send_all(kSocket, &request, sizeof request)) {
    receive_all(kSocket, &reply, sizeof reply);
  }
}

void on_crash(int number, siginfo_t* info, void* context) {
  if (number == SIGSEGV || number == SIGBUS) {
    const uint64_t address = cudart::fault_address(info, context);
    const bool device = address - kDeviceBase < device_bytes_here();
    if (device) tell_touch(address, cudart::instruction_address(context));
  }
  tell_end_by_signal(number);
  die(number);
}

void on_request(int number) {
  tell_end_by_signal(number);
  die(number);
}

void install(int number, const struct sigaction& action) {
  struct sigaction before {};
  if (sigaction(number, nullptr, &before) != 0) return;
  const bool taken =
      (before.sa_flags & SA_SIGINFO) != 0 || before.sa_handler != SIG_DFL;
  if (!taken) sigaction(number, &action, nullptr);
}

__attribute__((destructor)) void finish() {
  tell_end(exit_status == 0 ? Ending::kDone : Ending::kNoticed);
}

}  // namespace

void watch_ends() {
  struct sigaction crash {};
  crash.sa_sigaction = on_crash;
  crash.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (const int number : kCrashes) install(number, crash);
  struct sigaction request {};
  request.sa_handler = on_request;
  request.sa_flags = SA_ONSTACK;
  for (const int number : kRequests) install(number, request);
  std::at_quick_exit([] { tell_end(Ending::kNoticed); });
  pthread_atfork(nullptr, nullptr, [] { forked = true; });
}

void end_as_device(bool lied) {
  if (forked) _exit(1);
  ended = true;
  const int status = lied ? -1 : wait_for_device();
  if (status < 0) kill(device_process().process, SIGKILL);
  const bool signalled = status >= 0 && WIFSIGNALED(status);
  const bool told = status >= 0 && WIFEXITED(status);
  if (told && WEXITSTATUS(status) == kNoMemory) note_no_memory();
  if (!signalled) {
    std::fprintf(stderr, "simt: the process that runs device code has ended\n");
  }
  const int number = signalled ? WTERMSIG(status) : SIGABRT;
  raise(number);  // a test framework may want to know first
  die(number);
}

// What is registered before the C library starts the program would only be
// called after finish(): the first call of the API comes later.
void call_comes() {
  static const int kRegistered =
      on_exit([](int status, void*) { exit_status = status; }, nullptr);
  (void)kRegistered;
}

}  // namespace simt::apart

extern "C" {

void simt_enter_apart() { simt::apart::function = true; }

}  // extern "C"
