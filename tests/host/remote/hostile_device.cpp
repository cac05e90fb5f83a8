// SPDX-License-Identifier: MIT
// In the place of simt_device: a process that an attacker has taken over. With
// SIMT_HOSTILE=look it tries each way out that it knows, says which are open,
// and then serves honestly; with another word it lies to the process that
// judges, or leaves it.
#include <fcntl.h>
#include <linux/sched.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "simt/apart/device_process.h"
#include "simt/apart/seal.h"
#include "simt/apart/serve.h"
#include "simt/apart/wire.h"
#include "simt/machine/device_range.h"

namespace {

using namespace simt::apart;

void open_way(const std::string& what) {
  std::fprintf(stderr, "open: %s\n", what.c_str());
}

void try_way(const char* what, bool open) {
  if (open) open_way(what);
}

void try_file(const std::string& path, int flags) {
  const int file = open(path.c_str(), flags, 0666);
  if (file < 0) return;
  open_way(path);
  close(file);
}

/// The memory, descriptors and life of the process that judges.
void look_at(pid_t judge) {
  const std::string folder = "/proc/" + std::to_string(judge);
  char here[8] = {};
  iovec piece{here, sizeof here};
  try_way("process_vm_readv",
          syscall(SYS_process_vm_readv, judge, &piece, 1, &piece, 1, 0) > 0);
  try_way("process_vm_writev",
          syscall(SYS_process_vm_writev, judge, &piece, 1, &piece, 1, 0) > 0);
  for (const char* name : {"/mem", "/maps", "/environ", "/auxv"}) {
    try_file(folder + name, O_RDONLY);
    try_file(folder + name, O_RDWR);
  }
  const long pidfd = syscall(SYS_pidfd_open, judge, 0);
  try_way("pidfd_open", pidfd >= 0);
  for (int file = 0; file < 64; ++file) {
    try_file(folder + "/fd/" + std::to_string(file), O_RDONLY);
    try_file(folder + "/fd/" + std::to_string(file), O_WRONLY);
    try_way("pidfd_getfd",
            pidfd >= 0 && syscall(SYS_pidfd_getfd, pidfd, file, 0) >= 0);
  }
  try_way("kill", kill(judge, 0) == 0);
  try_way("kill of all", kill(-1, 0) == 0);
  try_way("tgkill", syscall(SYS_tgkill, judge, judge, 0) == 0);
  siginfo_t facts{};
  facts.si_code = SI_QUEUE;
  try_way("rt_sigqueueinfo",
          syscall(SYS_rt_sigqueueinfo, judge, 0, &facts) == 0);
  rlimit limit{};
  try_way("prlimit", prlimit(judge, RLIMIT_NOFILE, nullptr, &limit) == 0 &&
                         prlimit(judge, RLIMIT_NOFILE, &limit, nullptr) == 0);
  try_way("setpriority", setpriority(PRIO_PROCESS, 0, 19) == 0);
  cpu_set_t cores;
  CPU_ZERO(&cores);
  CPU_SET(0, &cores);
  try_way("sched_setaffinity",
          sched_setaffinity(judge, sizeof cores, &cores) == 0);
  const bool traced = ptrace(PTRACE_SEIZE, judge, nullptr, nullptr) == 0;
  try_way("ptrace", traced);
}

/// Descriptors, files, programs, processes, and memory that nobody counts.
void look_around() {
  for (int file = kMemoryFile + 1; file < 256; ++file) {
    try_way("a descriptor of the judge's",
            fcntl(file, F_GETFD) >= 0 || lseek(file, 0, SEEK_CUR) >= 0);
  }
  for (const char* path : {"/tmp/lockstep_hostile", "lockstep_hostile",
                           "/dev/shm/lockstep_hostile"}) {
    try_file(path, O_WRONLY | O_CREAT);
    unlink(path);
  }
  try_way("mkdirat", mkdirat(AT_FDCWD, "lockstep_hostile_d", 0777) == 0);
  rmdir("lockstep_hostile_d");
  try_way("socket", syscall(SYS_socket, 1, 1, 0) >= 0);
  try_way("memfd_create", syscall(SYS_memfd_create, "hoard", 0) >= 0);
  try_way("shmget", syscall(SYS_shmget, 0, 4096, 01600) >= 0);
  try_way("io_uring_setup",
          syscall(SYS_io_uring_setup, 1, nullptr) >= 0 || errno == EFAULT);
  try_way("unshare", syscall(SYS_unshare, CLONE_NEWUSER) == 0);
  void* page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  try_way("memory to write and run", page != MAP_FAILED);
  try_way("dumpable", prctl(PR_SET_DUMPABLE, 1) == 0);
  const pid_t child = fork();
  if (child == 0) _exit(0);
  try_way("fork", child > 0);
  const long clone = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
  if (clone == 0) _exit(0);
  try_way("clone", clone > 0);
}

/// Last, since it would not come back.
void look_for_a_program() {
  char name[] = "/bin/sh", how[] = "-c", what[] = "echo open: execve >&2";
  char* words[] = {name, how, what, nullptr};
  char* nothing[] = {nullptr};
  execve(name, words, nothing);
}

Bytes range_of_memory() {
  const uint64_t begin = simt::kDeviceBase;
  const auto size = static_cast<uint64_t>(lseek(kMemoryFile, 0, SEEK_END));
  Bytes bytes;
  append(bytes, &begin, sizeof begin);
  append(bytes, &size, sizeof size);
  return bytes;
}

void answer(uint64_t result, const Bytes& bytes) {
  const Reply reply{result, bytes.size()};
  send_all(kJudgeSocket, &reply, sizeof reply);
  send_all(kJudgeSocket, bytes.data(), bytes.size());
}

/// Answers as if all went well, and lies as it was told.
int lie(const std::string& how) {
  Request request;
  for (int calls = 0; receive_all(kJudgeSocket, &request, sizeof request);) {
    Bytes bytes(request.bytes);
    receive_all(kJudgeSocket, bytes.data(), bytes.size());
    if (request.ask == kHello) {
      Bytes range = range_of_memory();
      if (how == "range") range[0] = std::byte{1};
      answer(0, range);
    } else if (request.ask == kEnd) {
      if (how == "leave_at_end") _exit(0);
      answer(0, {});
    } else if (request.ask >= kHello) {
      answer(0, {});
    } else {
      ++calls;
      if (how == "leave") _exit(0);
      if (how == "crash") __builtin_trap();
      if (how == "flood") answer(0, Bytes(size_t{1} << 20));
      if (how == "short") answer(0, {});
      if (how == "endless") {
        const Reply reply{0, ~uint64_t{0}};
        send_all(kJudgeSocket, &reply, sizeof reply);
      }
      // For cudaMalloc: an address of the judge's own, or beyond the range.
      uint64_t address = simt::kDeviceBase + 4096;
      if (how == "address") address = 0x400000;
      if (how == "beyond") address = simt::kDeviceBase + simt::kDeviceSizes[0];
      bytes.assign(calls == 1 ? 16 : calls == 3 ? 64 : 0, std::byte{7});
      if (calls == 1) std::memcpy(bytes.data(), &address, sizeof address);
      answer(0, bytes);
    }
  }
  return 0;
}

}  // namespace

int main(int, char** words) {
  const char* how = std::getenv("SIMT_HOSTILE");
  prctl(PR_SET_DUMPABLE, 0);
  close_range(kMemoryFile + 1, ~0u, 0);
#ifndef WITHOUT_SEAL
  if (!seal()) return 2;
#endif
  const std::string wanted(how ? how : "");
  if (wanted != "look") return lie(wanted);
  // The process that judges must not be done meanwhile.
  look_around();
  look_at(getppid());
  const bool done = simt_serve_judge(kJudgeSocket, words[1]) == kSimtReturned;
  look_for_a_program();
  return done ? 0 : 1;
}
