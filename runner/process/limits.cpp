// SPDX-License-Identifier: MIT
// What setrlimit(2) cannot bound is counted in /proc: tasks of a user, resident
// memory, bytes below a folder. What a program leaves behind becomes our child
// and is killed; as root all that run as its user are.
#include "runner/process/limits.h"

#include <grp.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>

#include "runner/base/stop.h"

namespace learn {
namespace {

void limit(__rlimit_resource what, rlim_t value) {
  rlimit now{};
  if (getrlimit(what, &now) != 0) return;
  if (now.rlim_max != RLIM_INFINITY && now.rlim_max < value) return;
  const rlimit wanted{value, value};
  setrlimit(what, &wanted);
}

/// Kills all that run as `user`, at one moment: no process can start another
/// and be gone. Only root can call it, since it becomes that user first.
void kill_all_of(unsigned user) {
  const pid_t helper = fork();
  if (helper == 0) {
    if (become_user(user) && getuid() == user) kill(-1, SIGKILL);
    _exit(0);
  }
  // Those that it is to kill may stop it first.
  int status = 0;
  while (helper > 0 && waitpid(helper, &status, WUNTRACED) == helper &&
         WIFSTOPPED(status)) {
    kill(helper, SIGCONT);
  }
}

}  // namespace

int slower() {
  const char* set = std::getenv("LOCKSTEP_SLOWER");
  if (set == nullptr) return 1;
  int times = 0;
  const std::string_view text = set;
  const auto end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, times);
  if (read.ec != std::errc() || read.ptr != end || times < 1 || times > 100) {
    throw Stop{"LOCKSTEP_SLOWER is \"" + std::string(text) +
               "\"; it may be a number from 1 to 100."};
  }
  return times;
}

uint64_t memory_granted(uint64_t memory) {
  const auto pages = static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES));
  const auto there = pages * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  return std::min(memory, there / 4 * 3);
}

void apply_limits(const Limits& limits, unsigned tasks_of_user) {
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_DATA, memory_granted(limits.memory));
  if (limits.file_size > 0) limit(RLIMIT_FSIZE, limits.file_size);
  if (!limits.small) return;
  const auto cores = std::max(1u, std::thread::hardware_concurrency());
  // The clock on the wall stops a program first; this is for what it starts.
  limit(RLIMIT_CPU, static_cast<rlim_t>(limits.seconds + 5) * cores);
  limit(RLIMIT_NPROC, tasks_of_user + limits.tasks);
}

bool become_user(unsigned user) {
  if (user == 0 || geteuid() != 0) return true;
  return setgroups(0, nullptr) == 0 && setresgid(user, user, user) == 0 &&
         setresuid(user, user, user) == 0;
}

unsigned count_tasks_of_user(unsigned user) {
  unsigned tasks = 0;
  const auto me = user != 0 && geteuid() == 0 ? user : getuid();
  std::error_code error;
  for (const auto& entry : fs::directory_iterator("/proc", error)) {
    const auto name = entry.path().filename().string();
    if (name.empty() || name[0] < '0' || name[0] > '9') continue;
    struct stat info {};
    if (stat(entry.path().c_str(), &info) != 0 || info.st_uid != me) continue;
    std::ifstream status(entry.path() / "status");
    for (std::string key; status >> key;) {
      if (key != "Threads:") continue;
      unsigned threads = 0;
      status >> threads;
      tasks += threads;
      break;
    }
  }
  return tasks;
}

uint64_t resident_bytes(int process) {
  const auto folder = "/proc/" + std::to_string(process);
  uint64_t bytes = 0;
  std::ifstream status(folder + "/status");
  for (std::string line; std::getline(status, line);) {
    const bool counts = line.rfind("RssAnon:", 0) == 0 ||
                        line.rfind("RssShmem:", 0) == 0 ||
                        line.rfind("HugetlbPages:", 0) == 0;
    if (counts) {
      bytes += std::strtoull(line.c_str() + line.find(':') + 1, nullptr, 10)
               << 10;
    }
  }
  std::error_code error;
  for (const auto& task : fs::directory_iterator(folder + "/task", error)) {
    std::ifstream children(task.path() / "children");
    for (int child; children >> child;) bytes += resident_bytes(child);
  }
  return bytes;
}

uint64_t bytes_below(const fs::path& folder) {
  constexpr int kMostFiles = 20000, kDeepest = 64;
  uint64_t bytes = 0;
  int files = 0;
  std::error_code error;
  const auto options = fs::directory_options::skip_permission_denied;
  auto at = fs::recursive_directory_iterator(folder, options, error);
  for (; !error && at != fs::recursive_directory_iterator();
       at.increment(error)) {
    if (++files > kMostFiles) return ~uint64_t{0};
    if (at.depth() > kDeepest) at.disable_recursion_pending();
    struct stat facts {};
    if (lstat(at->path().c_str(), &facts) != 0) continue;
    bytes += static_cast<uint64_t>(facts.st_blocks) * 512;
  }
  return bytes;
}

int kill_leftovers(unsigned user) {
  constexpr int kMostRounds = 64;
  if (user != 0 && geteuid() == 0) kill_all_of(user);
  int killed = 0;
  const auto path = "/proc/self/task/" + std::to_string(getpid()) + "/children";
  // A child that is killed may leave us its own children, and the list may
  // miss one while another ends: it is done when there is nobody to wait for.
  for (int round = 0; round < kMostRounds; ++round) {
    int status = 0;
    pid_t ended = 0;
    while ((ended = waitpid(-1, &status, WNOHANG)) > 0) {
    }
    if (ended < 0) break;
    std::ifstream children(path);
    for (pid_t child; children >> child;) {
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      ++killed;
    }
  }
  return killed;
}

}  // namespace learn
