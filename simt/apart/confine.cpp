// SPDX-License-Identifier: MIT
// The filter is a program of the kernel's packet filter (BPF) over the number
// of a system call and its arguments; see seccomp(2). It forbids what reaches
// beyond this process. Files are the walls' business, see runner/grade.
#include "simt/apart/confine.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
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

// memfd_secret, which is newer than some headers and has one number everywhere.
constexpr uint32_t kMemfdSecret = 447;

// Flags of open that make a file. Without O_DIRECTORY, which is a part of it,
// O_TMPFILE is a bit of its own.
constexpr uint32_t kMakesFile = O_CREAT | (O_TMPFILE & ~O_DIRECTORY);

// Open files of the student's: buffers of pipes and sockets are memory, too.
constexpr rlim_t kMostFiles = 64;

/// Calls that have no use here that is not an attack.
constexpr uint32_t kForbidden[] = {
#ifdef SYS_fork
    SYS_fork,
#endif
#ifdef SYS_vfork
    SYS_vfork,
#endif
    SYS_execve,
    SYS_execveat,
    SYS_unshare,
    SYS_setns,
    SYS_tkill,
    SYS_pidfd_open,
    SYS_pidfd_getfd,
    SYS_pidfd_send_signal,
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_process_madvise,
    SYS_kcmp,
    SYS_migrate_pages,
    SYS_move_pages,
    SYS_perf_event_open,
    SYS_io_uring_setup,
    // Memory that belongs to no mapping, so that who looks at those misses it.
    SYS_memfd_create,
    SYS_shmget,
    SYS_msgget,
    SYS_semget,
    SYS_mq_open,
    SYS_userfaultfd,
    SYS_bpf,
    SYS_add_key,
    SYS_request_key,
    SYS_keyctl,
    kMemfdSecret,
// New files: some folders lie in memory, and any disk can be filled.
#ifdef SYS_creat
    SYS_creat,
    SYS_mkdir,
    SYS_mknod,
    SYS_link,
    SYS_symlink,
#endif
    SYS_mkdirat,
    SYS_mknodat,
    SYS_linkat,
    SYS_symlinkat,
// Files that are there keep what they are: names, attributes and rights would
// be a memory from one call to the next.
#ifdef SYS_rename
    SYS_rename,
    SYS_unlink,
    SYS_rmdir,
    SYS_chmod,
#endif
    SYS_renameat2,
    SYS_unlinkat,
    SYS_fchmod,
    SYS_fchmodat,
    SYS_utimensat,
    SYS_setxattr,
    SYS_lsetxattr,
    SYS_fsetxattr,
    SYS_removexattr,
    SYS_lremovexattr,
    SYS_fremovexattr,
#ifdef SYS_renameat
    SYS_renameat,
#endif
    // Buffers of sockets are memory, too; its own one is open already.
    SYS_socket,
    SYS_socketpair,
    SYS_setsockopt,
    // How others run
    SYS_sched_setscheduler,
    SYS_sched_setparam,
    SYS_sched_setattr,
    SYS_sched_setaffinity,
    SYS_setpriority,
    SYS_ioprio_set,
};

/// Calls whose first argument is a process, which may be this one.
constexpr uint32_t kOfProcesses[] = {SYS_kill, SYS_tgkill, SYS_rt_sigqueueinfo,
                                     SYS_rt_tgsigqueueinfo};

// Who gets a signal when a descriptor is ready (F_SETOWN and its kin): any
// process of the user's, and any signal.
constexpr uint32_t kOwnerCommands[] = {F_SETOWN, F_SETSIG, F_SETOWN_EX};
constexpr uint32_t kOwnerRequests[] = {0x8901, 0x8902};  // FIOSETOWN, SIOCSPGRP

class Filter {
 public:
  Filter() {
    load(offsetof(seccomp_data, arch));
    skip(BPF_JEQ, kArchitecture, 1, 0);
    give(SECCOMP_RET_KILL_PROCESS);
    load(offsetof(seccomp_data, nr));
    skip(BPF_JGE, kOtherInterface, 0, 1);
    give(SECCOMP_RET_KILL_PROCESS);
  }
  /// The call fails with `error`.
  void refuse(uint32_t call, int error) {
    load(offsetof(seccomp_data, nr));
    skip(BPF_JEQ, call, 0, 1);
    fail(error);
  }
  /// It fails where the argument is `value`.
  void refuse_if(uint32_t call, size_t argument, uint32_t value) {
    look_at(call, argument, 2);
    skip(BPF_JEQ, value, 0, 1);
    fail(EPERM);
  }
  /// It fails where the argument is none of two.
  void refuse_unless(uint32_t call, size_t argument, uint32_t value,
                     uint32_t other) {
    look_at(call, argument, 3);
    skip(BPF_JEQ, value, 2, 0);
    skip(BPF_JEQ, other, 1, 0);
    fail(EPERM);
  }
  /// It fails where the argument has one of these bits.
  void refuse_with(uint32_t call, size_t argument, uint32_t bits) {
    look_at(call, argument, 2);
    skip(BPF_JSET, bits, 0, 1);
    fail(EPERM);
  }
  /// It fails where the argument has all of these bits.
  void refuse_with_all(uint32_t call, size_t argument, uint32_t bits) {
    look_at(call, argument, 3);
    code_.push_back({BPF_ALU | BPF_AND | BPF_K, 0, 0, bits});
    skip(BPF_JEQ, bits, 0, 1);
    fail(EPERM);
  }
  /// It fails where the argument has none of these bits.
  void refuse_without(uint32_t call, size_t argument, uint32_t bits) {
    look_at(call, argument, 2);
    skip(BPF_JSET, bits, 1, 0);
    fail(EPERM);
  }
  /// False when the kernel does not take it.
  bool apply() {
    give(SECCOMP_RET_ALLOW);
    const sock_fprog program{static_cast<unsigned short>(code_.size()),
                             code_.data()};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
  }

 private:
  void load(size_t offset) {
    code_.push_back({BPF_LD | BPF_W | BPF_ABS, 0, 0, uint32_t(offset)});
  }
  /// Goes on after so many instructions where the test is true, or false.
  void skip(int test, uint32_t value, uint8_t yes, uint8_t no) {
    code_.push_back({uint16_t(BPF_JMP | test | BPF_K), yes, no, value});
  }
  /// Loads the argument if it is this call, its lower half, which is first:
  /// the kernel takes these as 32 bits. Else skips that and a test of `length`
  /// instructions.
  void look_at(uint32_t call, size_t argument, uint8_t length) {
    load(offsetof(seccomp_data, nr));
    skip(BPF_JEQ, call, 0, uint8_t(1 + length));
    load(offsetof(seccomp_data, args) + argument * sizeof(uint64_t));
  }
  void give(uint32_t answer) { code_.push_back({BPF_RET, 0, 0, answer}); }
  void fail(int error) { give(SECCOMP_RET_ERRNO | uint32_t(error)); }

  std::vector<sock_filter> code_;
};

}  // namespace

bool confine() {
  if (kArchitecture == 0) return false;
  const rlimit files{kMostFiles, kMostFiles};
  if (setrlimit(RLIMIT_NOFILE, &files) != 0) return false;
  const auto own = static_cast<uint32_t>(getpid());
  Filter filter;
  for (const uint32_t call : kForbidden) filter.refuse(call, EPERM);
  // Its flags lie in memory: who gets this error uses clone instead.
  filter.refuse(SYS_clone3, ENOSYS);
  filter.refuse_without(SYS_clone, 0, CLONE_THREAD);
  // Its flags lie in memory, too: who gets this error uses openat instead.
  filter.refuse(SYS_openat2, ENOSYS);
#ifdef SYS_open
  filter.refuse_with(SYS_open, 1, kMakesFile);
#endif
  filter.refuse_with(SYS_openat, 2, kMakesFile);
  filter.refuse_with(SYS_mmap, 3, MAP_HUGETLB);
  // Code stays what the compiler made: the course's own functions lie beside
  // the student's.
  filter.refuse_with_all(SYS_mmap, 2, PROT_WRITE | PROT_EXEC);
  filter.refuse_with(SYS_mprotect, 2, PROT_EXEC);
  filter.refuse_with(SYS_pkey_mprotect, 2, PROT_EXEC);
  filter.refuse_if(SYS_fcntl, 1, F_SETPIPE_SZ);
  for (const uint32_t call : kOfProcesses) {
    filter.refuse_unless(call, 0, own, own);
  }
  filter.refuse_unless(SYS_prlimit64, 0, 0, own);
  filter.refuse_if(SYS_prctl, 0, PR_SET_PDEATHSIG);
  // A touch of device memory is told by the handler that is there.
  filter.refuse_if(SYS_rt_sigaction, 0, SIGSEGV);
  filter.refuse_if(SYS_rt_sigaction, 0, SIGBUS);
  for (const uint32_t one : kOwnerCommands) {
    filter.refuse_if(SYS_fcntl, 1, one);
  }
  for (const uint32_t one : kOwnerRequests) {
    filter.refuse_if(SYS_ioctl, 1, one);
  }
  return filter.apply();
}

}  // namespace simt::apart
