// SPDX-License-Identifier: MIT
// The child has its limits and a filter of system calls (seccomp), holds two
// descriptors and opens no other. Its answer is as little trusted as the
// archive.
#include "runner/grade/archive_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <clocale>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <new>
#include <string>
#include <vector>

namespace learn {
namespace {

constexpr uint64_t kMostArchive = 256 << 20;  // bytes, as it was handed in
constexpr uint64_t kMemory = 512 << 20;       // bytes, for the child
constexpr rlim_t kCpuSeconds = 10;
constexpr unsigned kWallSeconds = 60;
constexpr int kNoMemory = 3, kNoAnswer = 4;  // statuses of the child

/// All that unpacking needs: memory, and descriptors that are open.
constexpr int kAllowed[] = {SCMP_SYS(read),          SCMP_SYS(write),
                            SCMP_SYS(lseek),         SCMP_SYS(close),
                            SCMP_SYS(fstat),         SCMP_SYS(newfstatat),
                            SCMP_SYS(mmap),          SCMP_SYS(munmap),
                            SCMP_SYS(mremap),        SCMP_SYS(mprotect),
                            SCMP_SYS(madvise),       SCMP_SYS(brk),
                            SCMP_SYS(futex),         SCMP_SYS(getrandom),
                            SCMP_SYS(clock_gettime), SCMP_SYS(rt_sigprocmask),
                            SCMP_SYS(exit_group),    SCMP_SYS(rt_sigreturn),
                            SCMP_SYS(exit)};

/// What one wanted path has in the answer; its text follows.
struct Row {
  uint32_t kind, count, bytes;
};

/// No call but those above from here on. A kernel without filters goes on
/// without: limits hold there, too.
void allow_little() {
  const auto filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
  if (filter == nullptr) return;
  seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
  for (const int call : kAllowed) {
    seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 0);
  }
  seccomp_load(filter);
  seccomp_release(filter);
}

void limit(__rlimit_resource what, rlim_t soft, rlim_t hard) {
  const rlimit wanted{soft, hard};
  setrlimit(what, &wanted);
}

/// Bytes of data that this process has already.
uint64_t data_now() {
  std::ifstream file("/proc/self/statm");
  uint64_t pages = 0;
  for (int field = 0; field < 6; ++field) file >> pages;
  return pages * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

void limit_ourselves(size_t paths) {
  limit(RLIMIT_CORE, 0, 0);
  const rlim_t most = sizeof(ArchiveContent::End) +
                      paths * (sizeof(Row) + rlim_t(kMostExercise));
  limit(RLIMIT_FSIZE, most, most);
  limit(RLIMIT_CPU, kCpuSeconds, kCpuSeconds + 1);
  const auto memory = data_now() + kMemory;
  limit(RLIMIT_DATA, memory, memory);
  alarm(kWallSeconds);
}

bool put(int file, const void* bytes, size_t size) {
  const auto* at = static_cast<const char*>(bytes);
  while (size > 0) {
    const auto done = write(file, at, size);
    if (done <= 0) return false;
    at += done;
    size -= static_cast<size_t>(done);
  }
  return true;
}

bool answer(int file, const ArchiveContent& content) {
  if (!put(file, &content.end, sizeof content.end)) return false;
  for (const auto& one : content.wanted) {
    const Row row{static_cast<uint32_t>(one.kind), one.count,
                  static_cast<uint32_t>(one.text.size())};
    if (!put(file, &row, sizeof row)) return false;
    if (!put(file, one.text.data(), one.text.size())) return false;
  }
  return true;
}

/// Takes as many bytes from the answer; false when there are fewer.
bool take(int file, void* bytes, size_t size) {
  return read(file, bytes, size) == static_cast<ssize_t>(size);
}

/// Nothing when the answer is none.
bool read_answer(int file, size_t paths, ArchiveContent& content) {
  if (lseek(file, 0, SEEK_SET) != 0) return false;
  if (!take(file, &content.end, sizeof content.end)) return false;
  if (content.end > ArchiveContent::End::kTooLarge) return false;
  for (size_t i = 0; i < paths; ++i) {
    Row row{};
    if (!take(file, &row, sizeof row)) return false;
    if (row.kind > static_cast<uint32_t>(WantedMember::Kind::kDamaged)) {
      return false;
    }
    if (row.bytes > kMostExercise) return false;
    WantedMember one{static_cast<WantedMember::Kind>(row.kind), row.count,
                     std::string(row.bytes, '\0')};
    if (!take(file, one.text.data(), row.bytes)) return false;
    content.wanted.push_back(std::move(one));
  }
  return true;
}

std::string sentence_of(ArchiveContent::End end) {
  switch (end) {
    case ArchiveContent::End::kRead:
      return {};
    case ArchiveContent::End::kTooManyMembers:
      return fmt::format("the archive has more than {} members", kMostMembers);
    case ArchiveContent::End::kTooLarge:
      return fmt::format("the archive unpacks to more than {} MB",
                         kMostUnpacked >> 20);
    case ArchiveContent::End::kDamaged:
      break;
  }
  return "the archive is damaged, or of another kind";
}

}  // namespace

ArchiveProcess::ArchiveProcess(const fs::path& file,
                               std::vector<std::string> paths)
    : paths_(std::move(paths)) {
  const int archive =
      open(file.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (archive < 0) {
    fault_ = fmt::format("the archive cannot be read: {}", strerror(errno));
    return;
  }
  start(archive);
  close(archive);
}

ArchiveProcess::~ArchiveProcess() {
  if (process_ > 0) {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  if (result_ >= 0) close(result_);
}

void ArchiveProcess::start(int archive) {
  result_ = memfd_create("archive", MFD_CLOEXEC);
  std::fflush(nullptr);
  const pid_t parent = getpid();
  if (result_ >= 0) process_ = fork();
  if (process_ == 0) be_child(archive, parent);
  if (process_ < 0) {
    fault_ = fmt::format("the archive cannot be read: {}", strerror(errno));
  }
}

void ArchiveProcess::be_child(int archive, pid_t parent) const {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(kNoAnswer);
  // Names of members are in UTF-8, whatever our caller's letters are.
  if (setlocale(LC_CTYPE, "C.UTF-8") == nullptr) setlocale(LC_CTYPE, "");
  std::string_view bytes;
  struct stat facts {};
  if (fstat(archive, &facts) != 0 || !S_ISREG(facts.st_mode)) {
    _exit(kNoAnswer);
  }
  const auto size = static_cast<size_t>(facts.st_size);
  void* at = size > 0 ? mmap(nullptr, size, PROT_READ, MAP_PRIVATE, archive, 0)
                      : nullptr;
  if (at == MAP_FAILED) _exit(kNoAnswer);
  if (at != nullptr) bytes = {static_cast<const char*>(at), size};
  // The answer alone stays open.
  constexpr int kAnswer = 0;
  if (dup2(result_, kAnswer) != kAnswer) {
    _exit(kNoAnswer);
  }
  close_range(kAnswer + 1, ~0u, 0);
  limit_ourselves(paths_.size());
  allow_little();
  ArchiveContent content;
  if (size > kMostArchive) {
    content = {ArchiveContent::End::kTooLarge,
               std::vector<WantedMember>(paths_.size())};
  } else {
    try {
      content = read_archive(bytes, paths_);
    } catch (const std::bad_alloc&) {
      _exit(kNoMemory);
    }
  }
  _exit(answer(kAnswer, content) ? 0 : kNoAnswer);
}

ArchiveResult ArchiveProcess::end() {
  if (!fault_.empty()) return {{}, fault_, {}};
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  if (signal == SIGXCPU) {
    return {
        fmt::format("the archive takes more than {} s to unpack", kCpuSeconds),
        {},
        {}};
  }
  if (code == kNoMemory) {
    return {fmt::format("the archive needs more than {} MB to be unpacked",
                        kMemory >> 20),
            {},
            {}};
  }
  if (signal == SIGKILL || signal == SIGALRM || code != 0) {
    return {{}, "the archive could not be read on this machine", {}};
  }
  ArchiveContent content;
  if (signal != 0 || !read_answer(result_, paths_.size(), content)) {
    content.end = ArchiveContent::End::kDamaged;
  }
  auto refusal = sentence_of(content.end);
  if (!refusal.empty()) content.wanted.clear();
  return {std::move(refusal), {}, std::move(content.wanted)};
}

}  // namespace learn
