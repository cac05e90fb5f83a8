// SPDX-License-Identifier: MIT
// Takes cgroup v1 or v2, whichever lets us make a group with a limit on memory.
// Without either there is no group. Groups that killed graders left are
// removed.
#include "runner/process/memory_group.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace learn {
namespace {

constexpr uint64_t kMore = 64 << 20;  // bytes beyond the limit

/// Where groups can be made, and by which of the kernel's two interfaces.
struct Home {
  fs::path folder;  // empty: nowhere
  bool second = false;
};

/// Our own group's path in the hierarchy of `controller`; "": the second one.
std::string own_group(const std::string& controller) {
  std::ifstream file("/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    const auto first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const auto names = "," + line.substr(first + 1, second - first - 1) + ",";
    const bool wanted =
        controller.empty()
            ? names == ",,"
            : names.find("," + controller + ",") != std::string::npos;
    if (wanted) return line.substr(second + 1);
  }
  return "/";
}

bool has_word(const fs::path& file, const std::string& word) {
  std::ifstream words(file);
  for (std::string one; words >> one;) {
    if (one == word) return true;
  }
  return false;
}

/// A new group below `folder`; "" when there can be none. By a random name:
/// process numbers are not alone where containers share these folders.
fs::path make_group(const fs::path& folder) {
  auto pattern = (folder / "lockstep-XXXXXX").string();
  return mkdtemp(pattern.data()) != nullptr ? fs::path(pattern) : fs::path();
}

/// Whether a group can be made below `folder`, with a limit on memory.
bool works(const Home& home) {
  const auto group = make_group(home.folder);
  if (group.empty()) return false;
  const auto* limit = home.second ? "memory.max" : "memory.limit_in_bytes";
  const bool good = access((group / limit).c_str(), W_OK) == 0;
  rmdir(group.c_str());
  return good;
}

Home find_home() {
  std::ifstream mounts("/proc/mounts");
  for (std::string line; std::getline(mounts, line);) {
    std::istringstream words(line);
    std::string device, place, kind, options;
    words >> device >> place >> kind >> options;
    const bool first =
        kind == "cgroup" &&
        ("," + options + ",").find(",memory,") != std::string::npos;
    if (!first && kind != "cgroup2") continue;
    const auto own = place + own_group(first ? "memory" : "");
    std::vector<Home> homes;
    if (first) {
      homes = {{own, false}, {place, false}};
    } else {
      // A group with processes has no groups below it: ours stand beside it.
      homes = {{fs::path(own).parent_path(), true}, {own, true}};
    }
    for (const auto& home : homes) {
      const bool given =
          !home.second ||
          has_word(home.folder / "cgroup.subtree_control", "memory");
      if (given && works(home)) return home;
    }
  }
  return {};
}

/// Removes what killed processes left: groups without processes, unless they
/// are so young that theirs may be about to enter.
void remove_leftovers(const fs::path& folder) {
  constexpr time_t kYoung = 600;  // seconds
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const auto name = entry.path().filename().string();
    struct stat facts {};
    if (name.rfind("lockstep-", 0) != 0) continue;
    if (stat(entry.path().c_str(), &facts) != 0) continue;
    if (facts.st_ctime + kYoung < time(nullptr)) rmdir(entry.path().c_str());
  }
}

const Home& home() {
  static const Home kHome = [] {
    auto found = find_home();
    if (!found.folder.empty()) remove_leftovers(found.folder);
    return found;
  }();
  return kHome;
}

bool set(const fs::path& file, const std::string& value) {
  const int at = open(file.c_str(), O_WRONLY | O_CLOEXEC);
  if (at < 0) return false;
  const bool done = write(at, value.data(), value.size()) ==
                    static_cast<ssize_t>(value.size());
  close(at);
  return done;
}

}  // namespace

bool has_memory_groups() { return !home().folder.empty(); }

MemoryGroup::MemoryGroup(uint64_t bytes) {
  if (bytes == 0 || !has_memory_groups()) return;
  folder_ = make_group(home().folder);
  if (folder_.empty()) return;
  const auto most = std::to_string(bytes + kMore);
  bool limited = false;
  if (home().second) {
    limited = set(folder_ / "memory.max", most);
    set(folder_ / "memory.swap.max", "0");
    set(folder_ / "memory.oom.group", "1");
  } else {
    limited = set(folder_ / "memory.limit_in_bytes", most);
    set(folder_ / "memory.memsw.limit_in_bytes", most);
  }
  if (limited) {
    tasks_ = open((folder_ / "cgroup.procs").c_str(), O_WRONLY | O_CLOEXEC);
  }
}

MemoryGroup::~MemoryGroup() {
  if (tasks_ >= 0) close(tasks_);
  if (folder_.empty()) return;
  // The kernel takes a moment to forget processes that have ended.
  for (int i = 0; i < 100 && rmdir(folder_.c_str()) != 0; ++i) usleep(5000);
}

void MemoryGroup::enter() const {
  if (tasks_ < 0) return;
  [[maybe_unused]] const auto done = write(tasks_, "0", 1);
}

bool MemoryGroup::exceeded() const {
  if (tasks_ < 0) return false;
  std::ifstream file(folder_ /
                     (home().second ? "memory.events" : "memory.oom_control"));
  uint64_t count = 0;
  for (std::string name; file >> name >> count;) {
    if (name == "oom_kill") return count > 0;
  }
  return false;
}

}  // namespace learn
