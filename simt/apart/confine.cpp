// SPDX-License-Identifier: MIT
// It forbids what reaches beyond this process; see seccomp(2). Files are the
// walls' business, see runner/grade.
#include "simt/apart/confine.h"

#include <fcntl.h>
#include <linux/sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>

#include "simt/apart/filter.h"

namespace simt::apart {
namespace {

// Flags of open that make a file. Without O_DIRECTORY, which is a part of it,
// O_TMPFILE is a bit of its own.
constexpr uint32_t kMakesFile = O_CREAT | (O_TMPFILE & ~O_DIRECTORY);

// Open files of the student's: buffers of pipes and sockets are memory, too.
constexpr rlim_t kMostFiles = 64;

constexpr uint32_t kRefuse = SCMP_ACT_ERRNO(EPERM);
constexpr uint32_t kNotThere = SCMP_ACT_ERRNO(ENOSYS);

/// Calls that have no use here that is not an attack.
constexpr const char* kForbidden[] = {
    "fork",
    "vfork",
    "execve",
    "execveat",
    "unshare",
    "setns",
    "tkill",
    "pidfd_open",
    "pidfd_getfd",
    "pidfd_send_signal",
    "ptrace",
    "process_vm_readv",
    "process_vm_writev",
    "process_madvise",
    "kcmp",
    "migrate_pages",
    "move_pages",
    "perf_event_open",
    "io_uring_setup",
    // Memory that belongs to no mapping, so that who looks at those misses it.
    "memfd_create",
    "shmget",
    "msgget",
    "semget",
    "mq_open",
    "userfaultfd",
    "bpf",
    "add_key",
    "request_key",
    "keyctl",
    "memfd_secret",
    // New files: some folders lie in memory, and any disk can be filled.
    "creat",
    "mkdir",
    "mknod",
    "link",
    "symlink",
    "mkdirat",
    "mknodat",
    "linkat",
    "symlinkat",
    // Files that are there keep what they are: names, attributes and rights
    // would be a memory from one call to the next.
    "rename",
    "unlink",
    "rmdir",
    "chmod",
    "renameat2",
    "unlinkat",
    "fchmod",
    "fchmodat",
    "chown",
    "fchown",
    "lchown",
    "fchownat",
    "utime",
    "utimes",
    "futimesat",
    "utimensat",
    "setxattr",
    "lsetxattr",
    "fsetxattr",
    "removexattr",
    "lremovexattr",
    "fremovexattr",
    "renameat",
    // Buffers of sockets are memory, too; its own one is open already.
    "socket",
    "socketpair",
    "setsockopt",
    // With READ_IMPLIES_EXEC, memory to write would be code, too.
    "personality",
    // How others run
    "sched_setscheduler",
    "sched_setparam",
    "sched_setattr",
    "sched_setaffinity",
    "setpriority",
    "ioprio_set",
};

/// Calls whose first argument is a process, which may be this one.
constexpr const char* kOfProcesses[] = {"kill", "tgkill", "rt_sigqueueinfo",
                                        "rt_tgsigqueueinfo"};

// Who gets a signal when a descriptor is ready (F_SETOWN and its kin): any
// process of the user's, and any signal.
constexpr uint32_t kOwnerCommands[] = {F_SETOWN, F_SETSIG, F_SETOWN_EX};
constexpr uint32_t kRequests[] = {
    0x8901, 0x8902,          // FIOSETOWN, SIOCSPGRP
    0x40086602, 0x401c5820,  // FS_IOC_SETFLAGS, FS_IOC_FSSETXATTR: attributes
};

constexpr uint32_t kKeepOld = 4;  // MREMAP_DONTUNMAP: takes a wished address

/// Calls that are newer than these lists: the oldest libseccomp has no names
/// for them. Numbers are the same for all architectures here.
constexpr int kRightsAt = 452;  // fchmodat2
constexpr int kFirstUnknown = 463, kLastUnknown = 511;

void forbid_processes(Filter& filter) {
  // Its flags lie in memory: who gets this error uses clone instead.
  filter.add(kNotThere, "clone3");
  filter.add(kRefuse, "clone", {of_bits(0, CLONE_THREAD, 0)});
  const auto own = static_cast<scmp_datum_t>(getpid());
  for (const char* call : kOfProcesses) {
    filter.add(kRefuse, call, {{0, SCMP_CMP_NE, own, 0}});
  }
  filter.add(kRefuse, "prlimit64", {{0, SCMP_CMP_NE, 0, 0}});  // 0: itself
  filter.add(kRefuse, "prctl", {is(0, PR_SET_PDEATHSIG)});
  for (const uint32_t one : kOwnerCommands) {
    filter.add(kRefuse, "fcntl", {is(1, one)});
  }
  for (const uint32_t one : kRequests) {
    filter.add(kRefuse, "ioctl", {is(1, one)});
  }
  // A touch of device memory is told by the handler that is there.
  filter.add(kRefuse, "rt_sigaction", {is(0, SIGSEGV)});
  filter.add(kRefuse, "rt_sigaction", {is(0, SIGBUS)});
}

void forbid_files_and_code(Filter& filter) {
  // Its flags lie in memory, too: who gets this error uses openat instead.
  filter.add(kNotThere, "openat2");
  filter.add_for_bits(kRefuse, "open", 1, kMakesFile);
  filter.add_for_bits(kRefuse, "openat", 2, kMakesFile);
  filter.add(kRefuse, "fcntl", {is(1, F_SETPIPE_SZ)});
  filter.add_for_bits(kRefuse, "mmap", 3, MAP_HUGETLB);
  // Code stays what the compiler made: the course's own functions lie beside
  // the student's.
  constexpr uint32_t kBoth = PROT_WRITE | PROT_EXEC;
  filter.add(kRefuse, "mmap", {of_bits(2, kBoth, kBoth)});
  filter.add_for_bits(kRefuse, "mprotect", 2, PROT_EXEC);
  filter.add_for_bits(kRefuse, "pkey_mprotect", 2, PROT_EXEC);
  // Nor does code move to where other code stands.
  filter.add_for_bits(kRefuse, "mremap", 3, MREMAP_FIXED | kKeepOld);
}

}  // namespace

bool confine() {
  const rlimit files{kMostFiles, kMostFiles};
  if (setrlimit(RLIMIT_NOFILE, &files) != 0) return false;
  Filter filter(SCMP_ACT_ALLOW);
  for (const char* call : kForbidden) filter.add(kRefuse, call);
  filter.add_number(kRefuse, kRightsAt);
  for (int call = kFirstUnknown; call <= kLastUnknown; ++call) {
    filter.add_number(kNotThere, call);
  }
  forbid_processes(filter);
  forbid_files_and_code(filter);
  return filter.apply();
}

}  // namespace simt::apart
