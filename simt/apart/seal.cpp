// SPDX-License-Identifier: MIT
// A list of what is allowed; every other system call fails. Arguments are
// looked at where a call could reach another process or file. See seccomp(2).
#include "simt/apart/seal.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <linux/sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>

#include "simt/apart/filter.h"

namespace simt::apart {
namespace {

constexpr const char* kAllowed[] = {
    // What is open already
    "read", "write", "readv", "writev", "pwrite64", "lseek", "close", "dup",
    "ftruncate", "fstat", "sendto", "recvfrom", "recvmsg", "getdents64",
    "ppoll", "poll",
    // A pipe to itself tells whether memory is there (simt/fatbin/mapped.h)
    "pipe2",
    // Names of files; openat is below
    "newfstatat", "statx", "readlinkat", "faccessat", "getcwd", "stat", "lstat",
    "readlink", "access",
    // Memory
    "brk", "munmap", "mremap", "madvise",
    // Threads of its own; clone is below
    "futex", "set_robust_list", "rseq", "sched_yield", "sched_getaffinity",
    "gettid", "set_tid_address", "exit", "exit_group",
    // Signals to itself; tgkill and kill are below
    "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack",
    "restart_syscall", "setitimer", "alarm",
    // Time and chance
    "clock_gettime", "clock_nanosleep", "nanosleep", "gettimeofday",
    "getrandom",
    // What it is
    "getpid", "getppid", "getuid", "geteuid", "getgid", "getegid", "uname",
    "sysinfo"};

/// Root without these is a user like any other.
bool drop_privileges() {
  __user_cap_header_struct head{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3]{};
  return syscall(SYS_capset, &head, none) == 0;
}

}  // namespace

bool seal() {
  if (!drop_privileges()) return false;
  Filter filter(SCMP_ACT_ERRNO(EPERM));
  for (const char* call : kAllowed) filter.add(SCMP_ACT_ALLOW, call);
  const auto own = static_cast<scmp_datum_t>(getpid());
  for (int number = 0; number < SIGRTMIN; ++number) {
    // SIGKILL is the kernel's or a person's: nobody is graded for it.
    if (number == SIGKILL || number == SIGSTOP) continue;
    const auto one = static_cast<uint32_t>(number);
    filter.add(SCMP_ACT_ALLOW, "kill", {{0, SCMP_CMP_EQ, own, 0}, is(1, one)});
    filter.add(SCMP_ACT_ALLOW, "tgkill",
               {{0, SCMP_CMP_EQ, own, 0}, is(2, one)});
  }
  // Only to ask
  filter.add(SCMP_ACT_ALLOW, "prlimit64", {{2, SCMP_CMP_EQ, 0, 0}});
  // Who gets an error for clone3, whose flags lie in memory, uses clone.
  filter.add(SCMP_ACT_ERRNO(ENOSYS), "clone3");
  filter.add(SCMP_ACT_ALLOW, "clone", {of_bits(0, CLONE_THREAD, CLONE_THREAD)});
  constexpr uint32_t kWrites = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND;
  filter.add(SCMP_ACT_ALLOW, "openat", {of_bits(2, kWrites, 0)});
  filter.add(SCMP_ACT_ALLOW, "open", {of_bits(1, kWrites, 0)});
  // No memory that is both written and run.
  filter.add(SCMP_ACT_ALLOW, "mmap", {of_bits(2, PROT_EXEC, 0)});
  filter.add(SCMP_ACT_ALLOW, "mprotect", {of_bits(2, PROT_EXEC, 0)});
  return filter.apply();
}

}  // namespace simt::apart
