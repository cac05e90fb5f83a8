// SPDX-License-Identifier: MIT
// A page is opened for one instruction of the thread (one_step.h), and for good
// where that cannot be.
#include "simt/process/closed_pages.h"

#include <ucontext.h>

#include <array>
#include <cstddef>
#include <ctime>

#include "simt/context/entry.h"
#include "simt/process/ending.h"
#include "simt/process/fault.h"
#include "simt/process/one_step.h"

namespace simt::cudart {
namespace {

void (*fault_handler)(int, siginfo_t*, void*) = nullptr;
struct sigaction programs_own {};  // the program's own handler
bool has_others = false;

/// The pages that are open for the thread's next instruction, which may touch
/// more than one.
struct OpenForNow {
  std::array<uint64_t, 4> pages{};
  size_t count = 0;
  OneStep step;
};
thread_local OpenForNow open_for_now;

void on_step(int number, siginfo_t*, void* context) {
  if (open_for_now.count == 0) die(number);
  // Whoever holds the lock may have opened the page for himself.
  HostGuard& guard = state().watch.guard;
  const bool alone = state().mutex.try_lock();
  for (size_t i = 0; i < open_for_now.count; ++i) {
    const uint64_t page = open_for_now.pages[i];
    alone ? guard.close_again(page) : guard.leave_open(page);
  }
  if (alone) state().mutex.unlock();
  open_for_now.count = 0;
  open_for_now.step.end(context);
}

/// Another thread may have opened the page after the fault, or be about to:
/// the instruction may run again. False when that was of no use.
bool try_again(uint64_t address) {
  constexpr int kMost = 1000;
  constexpr timespec kShort{0, 100'000};
  thread_local uint64_t last = 0;
  thread_local int times = 0;
  times = address == last ? times + 1 : 0;
  last = address;
  if (times > 0) nanosleep(&kShort, nullptr);
  return times < kMost;
}

bool is_handler(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) != 0 ||
         (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN);
}

/// Called before pages are closed: whether a fault there comes to us.
bool catch_faults() {
  struct sigaction now {};
  if (sigaction(SIGSEGV, nullptr, &now) != 0) return false;
  if (now.sa_sigaction == fault_handler) return true;
  struct sigaction own {};
  own.sa_sigaction = fault_handler;
  own.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigfillset(&own.sa_mask);
  has_others = is_handler(now);
  programs_own = now;
  return sigaction(SIGSEGV, &own, nullptr) == 0;
}

void catch_steps() {
  struct sigaction before {};
  if (sigaction(SIGTRAP, nullptr, &before) != 0 || is_handler(before)) return;
  struct sigaction step {};
  step.sa_sigaction = on_step;
  step.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigfillset(&step.sa_mask);
  sigaction(SIGTRAP, &step, nullptr);
}

bool steps_come_here() {
  struct sigaction now {};
  return OneStep::possible() && sigaction(SIGTRAP, nullptr, &now) == 0 &&
         now.sa_sigaction == on_step;
}

}  // namespace

bool take_fault(uint64_t address, void* context) {
  HostWatch& watch = state().watch;
  if (!watch.guard.closed(address)) {
    return watch.guard.was_closed(address) && try_again(address);
  }
  // Another thread may hold the lock for as long as a kernel runs.
  if (forked_child() || !state().mutex.try_lock()) {
    return watch.guard.open_page(address);
  }
  OpenForNow& open = open_for_now;
  const uint64_t instruction = open.step.instruction(context);
  const bool writes = fault_writes(context, instruction);
  // A thread that waits for a lock gives its address to the system, which finds
  // no closed page.
  const bool steps = open.count < open.pages.size() && steps_come_here() &&
                     !is_atomic(instruction);
  uint64_t again = 0;
  watch.fault(address, writes, reinterpret_cast<const void*>(instruction),
              steps ? &again : nullptr);
  if (again != 0 && open.step.begin(context)) {
    open.pages[open.count++] = again;
  } else if (again != 0) {
    watch.guard.open_page(again);
  }
  state().mutex.unlock();
  return true;
}

void watch_faults(void (*on_fault)(int, siginfo_t*, void*)) {
  fault_handler = on_fault;
  catch_steps();
  state().watch.watch_faults(catch_faults);
}

bool pass_on(int number, siginfo_t* info, void* context) {
  // If it raises the signal again, that is ours.
  if (number != SIGSEGV || !has_others || info->si_code <= 0) return false;
  // As if it had been called alone.
  sigset_t mask = static_cast<ucontext_t*>(context)->uc_sigmask;
  sigaddset(&mask, SIGSEGV);
  sigprocmask(SIG_SETMASK, &mask, nullptr);
  if ((programs_own.sa_flags & SA_SIGINFO) != 0) {
    programs_own.sa_sigaction(number, info, context);
  } else {
    programs_own.sa_handler(number);
  }
  return true;
}

}  // namespace simt::cudart
