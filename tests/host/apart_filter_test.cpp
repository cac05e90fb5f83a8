// SPDX-License-Identifier: MIT
// What the filters of system calls let pass, call by call: of a function's
// process, and of the one that runs device code.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "simt/apart/confine.h"
#include "simt/apart/seal.h"

namespace {

constexpr long kUpper = 1l << 32;  // of a register; no kernel looks there
constexpr int kFine = 0;
constexpr int kNoFilter = 200;

struct Try {
  const char* what;
  std::function<long()> call;
  int error;  // kFine: it succeeds
};

long raw(long call, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0,
         long f = 0) {
  return syscall(call, a, b, c, d, e, f);
}

long map(long protection, long flags) {
  return raw(SYS_mmap, 0, 4096, protection, flags | MAP_PRIVATE | MAP_ANONYMOUS,
             -1, 0);
}

long open_it(const char* path, long flags) {
  return raw(SYS_openat, AT_FDCWD, reinterpret_cast<long>(path), flags, 0600);
}

long handle(int number) {
  struct sigaction action {};
  action.sa_handler = SIG_IGN;
  return sigaction(number, &action, nullptr);
}

long run_thread() {
  int seen = 0;
  std::thread([&] { seen = 1; }).join();
  return seen - 1;
}

/// The error of `one` in a process that has the filter; -1: it was killed.
int error_of(bool (*close)(), const Try& one) {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    if (!close()) _exit(kNoFilter);
    _exit(one.call() >= 0 ? kFine : errno);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void check_all(bool (*close)(), const std::vector<Try>& tries) {
  for (const Try& one : tries) {
    CHECK_MESSAGE(error_of(close, one) == one.error, std::string(one.what));
  }
}

}  // namespace

TEST_CASE("a function's process reaches no other, and makes no file or code") {
  check_all(
      simt::apart::confine,
      {{"fork", [] { return raw(SYS_clone, SIGCHLD); }, EPERM},
       {"clone3", [] { return raw(SYS_clone3, 0, 0); }, ENOSYS},
       {"a thread", run_thread, kFine},
       {"execve", [] { return raw(SYS_execve); }, EPERM},
       {"kill another", [] { return raw(SYS_kill, getppid(), 0); }, EPERM},
       {"kill all", [] { return raw(SYS_kill, -1, 0); }, EPERM},
       {"kill itself", [] { return raw(SYS_kill, getpid(), 0); }, kFine},
       {"tkill", [] { return raw(SYS_tkill, gettid(), 0); }, EPERM},
       {"limits of another",
        [] { return raw(SYS_prlimit64, getppid(), RLIMIT_CPU); }, EPERM},
       {"limits of its own", [] { return raw(SYS_prlimit64, 0, RLIMIT_CPU); },
        kFine},
       {"outlive", [] { return raw(SYS_prctl, PR_SET_PDEATHSIG); }, EPERM},
       {"outlive, upper half",
        [] { return raw(SYS_prctl, kUpper | PR_SET_PDEATHSIG); }, EPERM},
       {"owner", [] { return raw(SYS_fcntl, 0, F_SETOWN, 1); }, EPERM},
       {"owner, upper half",
        [] { return raw(SYS_fcntl, 0, kUpper | F_SETOWN, 1); }, EPERM},
       {"owner by ioctl", [] { return raw(SYS_ioctl, 0, 0x8901); }, EPERM},
       {"pipe", [] { return raw(SYS_fcntl, 0, F_SETPIPE_SZ, 1); }, EPERM},
       {"memfd", [] { return raw(SYS_memfd_create); }, EPERM},
       {"memfd_secret", [] { return raw(447); }, EPERM},
       {"read", [] { return open_it("/dev/null", O_RDONLY); }, kFine},
       {"folder", [] { return open_it("/", O_DIRECTORY); }, kFine},
       {"make", [] { return open_it("/tmp/x", O_WRONLY | O_CREAT); }, EPERM},
       {"make, upper half",
        [] { return open_it("/tmp/x", kUpper | O_WRONLY | O_CREAT); }, EPERM},
       {"make nameless", [] { return open_it("/tmp", O_RDWR | O_TMPFILE); },
        EPERM},
       {"openat2", [] { return raw(SYS_openat2); }, ENOSYS},
       {"memory", [] { return map(PROT_READ | PROT_WRITE, 0); }, kFine},
       {"code", [] { return map(PROT_READ | PROT_EXEC, 0); }, kFine},
       {"code to write", [] { return map(PROT_WRITE | PROT_EXEC, 0); }, EPERM},
       {"huge pages", [] { return map(PROT_READ, MAP_HUGETLB); }, EPERM},
       {"personality", [] { return raw(SYS_personality, 0x0400000); }, EPERM},
       {"moves code",
        [] { return raw(SYS_mremap, 0, 0, 0, MREMAP_FIXED | MREMAP_MAYMOVE); },
        EPERM},
       {"moves code, keeps the old",
        [] { return raw(SYS_mremap, 0, 0, 0, 4 | MREMAP_MAYMOVE); }, EPERM},
       {"flags of a file", [] { return raw(SYS_ioctl, 0, 0x40086602); }, EPERM},
       {"attributes by ioctl", [] { return raw(SYS_ioctl, 0, 0x401c5820); },
        EPERM},
       {"times at", [] { return raw(SYS_utimensat); }, EPERM},
       {"owner at", [] { return raw(SYS_fchownat); }, EPERM},
       {"rights, newer", [] { return raw(452); }, EPERM},
       {"attributes, newer", [] { return raw(463); }, ENOSYS},
       {"the last number", [] { return raw(511); }, ENOSYS},
       {"becomes code", [] { return raw(SYS_mprotect, 0, 0, PROT_EXEC); },
        EPERM},
       {"handler of SIGSEGV", [] { return handle(SIGSEGV); }, EPERM},
       {"handler of SIGBUS", [] { return handle(SIGBUS); }, EPERM},
       {"another handler", [] { return handle(SIGUSR1); }, kFine}});
}

TEST_CASE("the process of device code has what an interpreter needs") {
  check_all(
      simt::apart::seal,
      {{"fork", [] { return raw(SYS_clone, SIGCHLD); }, EPERM},
       {"clone3", [] { return raw(SYS_clone3, 0, 0); }, ENOSYS},
       {"a thread", run_thread, kFine},
       {"execve", [] { return raw(SYS_execve); }, EPERM},
       {"socket", [] { return raw(SYS_socket); }, EPERM},
       {"kill another", [] { return raw(SYS_kill, getppid(), 0); }, EPERM},
       {"kill itself", [] { return raw(SYS_kill, getpid(), 0); }, kFine},
       {"SIGKILL", [] { return raw(SYS_kill, getpid(), SIGKILL); }, EPERM},
       {"SIGKILL, upper half",
        [] { return raw(SYS_kill, getpid(), kUpper | SIGKILL); }, EPERM},
       {"SIGKILL to a thread",
        [] { return raw(SYS_tgkill, getpid(), gettid(), SIGKILL); }, EPERM},
       {"ask for a limit",
        [] { return raw(SYS_prlimit64, getppid(), RLIMIT_CPU); }, kFine},
       {"set a limit", [] { return raw(SYS_prlimit64, 0, RLIMIT_CPU, kUpper); },
        EPERM},
       {"read", [] { return open_it("/dev/null", O_RDONLY); }, kFine},
       {"write", [] { return open_it("/dev/null", O_WRONLY); }, EPERM},
       {"make", [] { return open_it("/tmp/x", O_CREAT); }, EPERM},
       {"memory", [] { return map(PROT_READ | PROT_WRITE, 0); }, kFine},
       {"code", [] { return map(PROT_READ | PROT_EXEC, 0); }, EPERM},
       {"becomes code", [] { return raw(SYS_mprotect, 0, 0, PROT_EXEC); },
        EPERM}});
}

#ifdef __x86_64__
TEST_CASE("a function's process has no call that newer machines lack") {
  check_all(simt::apart::confine,
            {{"times", [] { return raw(SYS_utime); }, EPERM},
             {"times of two", [] { return raw(SYS_utimes); }, EPERM},
             {"times at", [] { return raw(SYS_futimesat); }, EPERM},
             {"owner of a file", [] { return raw(SYS_chown); }, EPERM},
             {"owner of a link", [] { return raw(SYS_lchown); }, EPERM}});
}

TEST_CASE("a call of another interface ends the process") {
  constexpr long kOther = 0x40000000;
  const Try one{"x32", [] { return raw(kOther + SYS_getpid); }, -1};
  CHECK(error_of(simt::apart::confine, one) == -1);
  CHECK(error_of(simt::apart::seal, one) == -1);
}
#endif
