// SPDX-License-Identifier: MIT
// The filter is a program of the kernel's packet filter (BPF) over the number
// of a system call and its arguments; see seccomp(2). It names what is allowed.
#include "simt/apart/seal.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace simt::apart {
namespace {

#if defined(__x86_64__)
constexpr uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
constexpr uint32_t kArchitecture = 0;
#endif

// Numbers from here are calls of the x32 interface of x86-64.
constexpr uint32_t kOtherInterface = 0x40000000;

constexpr uint32_t kAllowed[] = {
    // What is open already
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pwrite64, SYS_lseek,
    SYS_close, SYS_dup, SYS_ftruncate, SYS_fallocate, SYS_fstat, SYS_sendto,
    SYS_recvfrom, SYS_recvmsg, SYS_getdents64, SYS_ppoll,
#ifdef SYS_poll
    SYS_poll,
#endif
    // A pipe to itself tells whether memory is there (simt/fatbin/mapped.h)
    SYS_pipe2,
    // Names of files; openat is below
    SYS_newfstatat, SYS_statx, SYS_readlinkat, SYS_faccessat, SYS_getcwd,
#ifdef SYS_stat
    SYS_stat, SYS_lstat, SYS_readlink, SYS_access,
#endif
    // Memory
    SYS_brk, SYS_munmap, SYS_mremap, SYS_madvise,
    // Threads of its own; clone is below
    SYS_futex, SYS_set_robust_list, SYS_rseq, SYS_sched_yield,
    SYS_sched_getaffinity, SYS_gettid, SYS_set_tid_address, SYS_exit,
    SYS_exit_group,
    // Signals to itself; tgkill and kill are below
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack,
    SYS_restart_syscall, SYS_setitimer,
#ifdef SYS_alarm
    SYS_alarm,
#endif
    // Time and chance
    SYS_clock_gettime, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday,
    SYS_getrandom,
    // What it is
    SYS_getpid, SYS_getppid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid,
    SYS_uname, SYS_sysinfo};

/// Instructions of the filter.
class Program {
 public:
  void load(size_t offset) {
    code_.push_back({BPF_LD | BPF_W | BPF_ABS, 0, 0, uint32_t(offset)});
  }
  void load_argument(size_t argument) {
    load(offsetof(seccomp_data, args) + argument * sizeof(uint64_t));
  }
  /// Goes on after so many instructions where the test is true, or false.
  void skip(int test, uint32_t value, uint8_t yes, uint8_t no) {
    code_.push_back({uint16_t(BPF_JMP | test | BPF_K), yes, no, value});
  }
  void give(uint32_t answer) { code_.push_back({BPF_RET, 0, 0, answer}); }
  void refuse(int error) { give(SECCOMP_RET_ERRNO | uint32_t(error)); }

  void allow(uint32_t call) {
    skip(BPF_JEQ, call, 0, 1);
    give(SECCOMP_RET_ALLOW);
  }
  /// Where all, or none, of these bits of the argument are set. The kernel
  /// takes them as 32 bits, so their upper half decides nothing.
  void allow_with(uint32_t call, size_t argument, uint32_t bits) {
    skip(BPF_JEQ, call, 0, 4);
    load_argument(argument);
    skip(BPF_JSET, bits, 0, 1);
    give(SECCOMP_RET_ALLOW);
    refuse(EPERM);
  }
  void allow_without(uint32_t call, size_t argument, uint32_t bits) {
    skip(BPF_JEQ, call, 0, 4);
    load_argument(argument);
    skip(BPF_JSET, bits, 1, 0);
    give(SECCOMP_RET_ALLOW);
    refuse(EPERM);
  }
  void allow_equal(uint32_t call, size_t argument, uint32_t value) {
    skip(BPF_JEQ, call, 0, 4);
    load_argument(argument);
    skip(BPF_JEQ, value, 0, 1);
    give(SECCOMP_RET_ALLOW);
    refuse(EPERM);
  }

  bool apply() const {
    auto code = code_;
    const sock_fprog program{static_cast<unsigned short>(code.size()),
                             code.data()};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
  }

 private:
  std::vector<sock_filter> code_;
};

/// Root without these is a user like any other.
bool drop_privileges() {
  __user_cap_header_struct head{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3]{};
  return syscall(SYS_capset, &head, none) == 0;
}

}  // namespace

bool seal() {
  if (kArchitecture == 0 || !drop_privileges()) return false;
  Program filter;
  filter.load(offsetof(seccomp_data, arch));
  filter.skip(BPF_JEQ, kArchitecture, 1, 0);
  filter.give(SECCOMP_RET_KILL_PROCESS);
  filter.load(offsetof(seccomp_data, nr));
  filter.skip(BPF_JGE, kOtherInterface, 0, 1);
  filter.give(SECCOMP_RET_KILL_PROCESS);
  for (const uint32_t call : kAllowed) filter.allow(call);
  const auto own = static_cast<uint32_t>(getpid());
  filter.allow_equal(SYS_kill, 0, own);
  filter.allow_equal(SYS_tgkill, 0, own);
  filter.allow_equal(SYS_prlimit64, 2, 0);  // only to ask
  // Who gets an error for clone3, whose flags lie in memory, uses clone.
  filter.skip(BPF_JEQ, SYS_clone3, 0, 1);
  filter.refuse(ENOSYS);
  filter.allow_with(SYS_clone, 0, CLONE_THREAD);
  filter.allow_without(SYS_openat, 2,
                       O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND);
#ifdef SYS_open
  filter.allow_without(SYS_open, 1,
                       O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND);
#endif
  // No memory that is both written and run.
  filter.allow_without(SYS_mmap, 2, PROT_EXEC);
  filter.allow_without(SYS_mprotect, 2, PROT_EXEC);
  filter.refuse(EPERM);
  return filter.apply();
}

}  // namespace simt::apart
