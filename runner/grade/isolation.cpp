// SPDX-License-Identifier: MIT
#include "runner/grade/isolation.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

namespace learn {
namespace {

/// Users that nobody is: one for each job that runs at a time.
constexpr unsigned kFirstUser = 61184;
constexpr const char* kPath = "/usr/local/bin:/usr/bin:/bin";

/// What compilers and programs need of the system itself.
constexpr const char* kSystem[] = {"/usr",
                                   "/bin",
                                   "/sbin",
                                   "/lib",
                                   "/lib32",
                                   "/lib64",
                                   "/libx32",
                                   "/etc/alternatives",
                                   "/etc/ld.so.cache"};

std::string program_in_path(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : kPath);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const auto file = fs::path(folder) / name;
    if (access(file.c_str(), X_OK) == 0) return file.string();
  }
  return {};
}

std::vector<std::string> walls_of(const std::string& bwrap, const Sight& view) {
  std::vector<std::string> words{
      bwrap,           "--unshare-all", "--die-with-parent",
      "--new-session", "--proc",        "/proc",
      "--dev",         "/dev",          "--tmpfs",
      "/tmp"};
  const auto add = [&](const char* how, const fs::path& path) {
    words.insert(words.end(), {how, path.string(), path.string()});
  };
  for (const auto* path : kSystem) add("--ro-bind-try", path);
  for (const auto& path : view.visible) {
    // /usr is there; a folder may be a link, as /usr/local/cuda is.
    for (const auto& one : {path, fs::canonical(path)}) {
      if (one.string().rfind("/usr/", 0) != 0) add("--ro-bind", one);
    }
  }
  if (view.gpu) {
    for (const auto& entry : fs::directory_iterator("/dev")) {
      const auto name = entry.path().filename().string();
      const bool ours = name.rfind("nvidia", 0) == 0 || name == "dxg";
      if (ours) add("--dev-bind", entry.path());
    }
    add("--ro-bind-try", "/sys");
  }
  add("--bind", view.folder);
  // What is left writable is the working folder alone.
  for (const auto* path : {"/tmp", "/dev", "/"}) {
    words.insert(words.end(), {"--remount-ro", path});
  }
  words.insert(words.end(), {"--chdir", view.folder.string(), "--"});
  return words;
}

}  // namespace

Isolation Isolation::find(const Sight& typical, bool wanted) {
  Isolation isolation;
  isolation.root_ = geteuid() == 0;
  const auto otherwise = [&](const std::string& why) {
    isolation.bwrap_.clear();
    isolation.sentence_ = fmt::format(
        "{}: submissions can read files and use the network; time, memory, "
        "output and processes are limited",
        why);
    return isolation;
  };
  if (!wanted) return otherwise("bubblewrap is not used, as asked");
  isolation.bwrap_ = program_in_path("bwrap");
  if (isolation.bwrap_.empty()) {
    return otherwise("bubblewrap (bwrap) is not installed");
  }
  Command probe{{"/bin/sh", "-c", "exit 42"}, {}, {}};
  isolation.enclose(probe, typical);
  Limits limits;
  limits.seconds = 20;
  limits.user = isolation.user(0);
  const auto outcome = run_limited(probe, limits);
  if (outcome.end != Outcome::End::kExited || outcome.code != 42) {
    return otherwise("bubblewrap (bwrap) does not work on this machine");
  }
  isolation.sentence_ =
      "bubblewrap: no network, own processes, nothing writable but its own "
      "folder, no other files visible";
  return isolation;
}

unsigned Isolation::user(int slot) const {
  return root_ ? kFirstUser + static_cast<unsigned>(slot) : 0;
}

void Isolation::hand_over(const fs::path& folder, int slot) const {
  if (!root_) return;
  const auto user_id = slot < 0 ? 0 : user(slot);
  const auto give = [&](const fs::path& path) {
    if (lchown(path.c_str(), user_id, user_id) != 0) {
      throw Stop{"cannot give " + path.string() + " to another user"};
    }
  };
  give(folder);
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    give(entry.path());
  }
}

void Isolation::enclose(Command& command, const Sight& view) const {
  command.bare = true;
  command.unset.clear();
  command.folder = view.folder;
  const auto& set = command.environment;
  const auto has = [&](const char* name) {
    return std::any_of(set.begin(), set.end(),
                       [&](const auto& one) { return one.first == name; });
  };
  if (!has("PATH")) command.environment.emplace_back("PATH", kPath);
  for (const auto* name : {"HOME", "TMPDIR"}) {
    command.environment.emplace_back(name, view.folder.string());
  }
  command.environment.emplace_back("LC_ALL", "C");
  // Which of several GPUs a cluster gave us.
  const char* given = std::getenv("CUDA_VISIBLE_DEVICES");
  if (view.gpu && given != nullptr) {
    command.environment.emplace_back("CUDA_VISIBLE_DEVICES", given);
  }
  if (!walls()) return;
  const auto words = walls_of(bwrap_, view);
  command.argv.insert(command.argv.begin(), words.begin(), words.end());
}

}  // namespace learn
