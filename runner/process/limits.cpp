// SPDX-License-Identifier: MIT
#include "runner/process/limits.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>

namespace learn {
namespace {

constexpr unsigned kExtraTasks = 256;

void limit(__rlimit_resource what, rlim_t value) {
  rlimit now{};
  if (getrlimit(what, &now) != 0) return;
  if (now.rlim_max != RLIM_INFINITY && now.rlim_max < value) return;
  const rlimit wanted{value, value};
  setrlimit(what, &wanted);
}

}  // namespace

void apply_limits(const Limits& limits, unsigned tasks_of_user) {
  limit(RLIMIT_CORE, 0);
  const auto pages = static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES));
  const auto there = pages * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  limit(RLIMIT_DATA, std::min(limits.memory, there / 4 * 3));
  if (!limits.small) return;
  const auto cores = std::max(1u, std::thread::hardware_concurrency());
  // The clock on the wall stops a program first; this is for what it starts.
  limit(RLIMIT_CPU, static_cast<rlim_t>(limits.seconds + 5) * cores);
  limit(RLIMIT_NPROC, tasks_of_user + kExtraTasks);
}

unsigned count_tasks_of_user() {
  unsigned tasks = 0;
  const auto me = getuid();
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

int kill_leftovers() {
  int killed = 0;
  const auto path = "/proc/self/task/" + std::to_string(getpid()) + "/children";
  // A child that is killed may leave us its own children: look again.
  for (int round = 0; round < 8; ++round) {
    std::ifstream children(path);
    bool any = false;
    for (pid_t child; children >> child;) {
      any = true;
      int status = 0;
      if (waitpid(child, &status, WNOHANG) == child) continue;
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      ++killed;
    }
    if (!any) break;
  }
  return killed;
}

}  // namespace learn
