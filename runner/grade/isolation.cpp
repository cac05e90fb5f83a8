// SPDX-License-Identifier: MIT
// Writes bubblewrap's command line and tries it with a probe before it is
// relied on. As root each slot gets a user number of its own, claimed by a
// locked file, so that two graders never share one.
#include "runner/grade/isolation.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "runner/base/stop.h"
#include "runner/base/text_file.h"

namespace learn {
namespace {

/// systemd's range for users that exist only while a program runs.
constexpr unsigned kFirstUser = 61184, kLastUser = 65519;
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

std::vector<std::string> walls_of(const std::string& bwrap, const Sight& view) {
  std::vector<std::string> words{
      bwrap,           "--unshare-all", "--die-with-parent",
      "--new-session", "--proc",        "/proc",
      "--dev",         "/dev",          "--tmpfs",
      "/tmp"};
  // bubblewrap's own process has no filter of system calls, and would let its
  // user write to its memory.
  words.insert(words.end(), {"--tmpfs", "/proc/1"});
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
  if (view.room > 0) {
    words.insert(words.end(), {"--size", std::to_string(view.room), "--tmpfs",
                               view.folder.string()});
  } else {
    add("--bind", view.folder);
  }
  // What is left writable is the working folder alone.
  for (const auto* path : {"/tmp", "/dev", "/proc/1", "/"}) {
    words.insert(words.end(), {"--remount-ro", path});
  }
  words.insert(words.end(), {"--chdir", view.folder.string(), "--"});
  return words;
}

/// Whether `bwrap` can make folders in memory with a limit: those from 0.7 can.
bool knows_size(const std::string& bwrap) {
  const auto outcome = run_limited({{bwrap, "--help"}, {}, {}}, {});
  return (outcome.out.text() + outcome.err.text()).find("--size ") !=
         std::string::npos;
}

/// What jobs cannot read would look like a submission that does not compile.
void require_readable(const Sight& view) {
  const auto hidden = hidden_from_jobs(view.visible);
  if (hidden.empty()) return;
  throw Stop{fmt::format(
      "submissions run as users that own nothing, since you are root, and "
      "these cannot read {}. Set TMPDIR to a folder that everybody may enter, "
      "or grade as another user",
      hidden.front().string())};
}

/// Root's own folder for locks: what any user may make files in, such as
/// /run/lock, a submission could fill first.
fs::path folder_of_locks() {
  for (const auto* place : {"/run/lockstep-grade", "/var/lib/lockstep-grade"}) {
    struct stat facts {};
    const bool there = (mkdir(place, 0700) == 0 || errno == EEXIST) &&
                       lstat(place, &facts) == 0;
    if (there && S_ISDIR(facts.st_mode) && facts.st_uid == geteuid() &&
        (facts.st_mode & 077) == 0) {
      return place;
    }
  }
  throw Stop{
      "neither /run/lockstep-grade nor /var/lib/lockstep-grade can be a folder "
      "of root's that others cannot enter; it holds the locks of the users "
      "that "
      "jobs run as"};
}

/// A locked file, which is free again when its owner ends; -1 when somebody
/// has it.
int claim(const fs::path& file) {
  const int one =
      open(file.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (one >= 0 && flock(one, LOCK_EX | LOCK_NB) == 0) return one;
  if (one >= 0) close(one);
  return -1;
}

/// The users of all processes now.
std::set<unsigned> owners_of_processes() {
  std::set<unsigned> owners;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator("/proc", error)) {
    struct stat facts {};
    if (stat(entry.path().c_str(), &facts) == 0) owners.insert(facts.st_uid);
  }
  return owners;
}

}  // namespace

fs::path program_in_path(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : kPath);
  for (std::string folder; std::getline(folders, folder, ':');) {
    auto file = fs::path(folder) / name;
    if (access(file.c_str(), X_OK) == 0) return file;
  }
  return {};
}

Users::Users(int count) {
  const Stop none{fmt::format(
      "there are no {} free users for jobs; --jobs takes fewer", count)};
  // Others would find none for as long as we look.
  if (count < 0 || unsigned(count) > kLastUser - kFirstUser + 1) throw none;
  const auto locks = folder_of_locks();
  // A service may have one, or what another grader left.
  const auto busy = owners_of_processes();
  for (auto user = kFirstUser;
       user <= kLastUser && numbers_.size() < size_t(count); ++user) {
    if (busy.count(user) != 0) continue;
    const int one = claim(locks / fmt::format("user-{}", user));
    if (one < 0) continue;
    numbers_.push_back(user);
    claims_.push_back(one);
  }
  if (numbers_.size() == size_t(count)) return;
  for (const int one : claims_) close(one);
  throw none;
}

Users::~Users() {
  for (const int one : claims_) close(one);
}

std::vector<fs::path> hidden_from_jobs(const std::vector<fs::path>& paths) {
  if (geteuid() != 0) return {};
  Command probe{
      {"/bin/sh", "-c",
       "for path; do case $path in /usr/*) continue ;; esac; "
       "[ -z \"$(find -H \"$path\" ! -type l ! -readable -print -quit "
       "2>&1)\" ] || echo \"$path\"; done",
       "sh"},
      {},
      "/"};
  for (const auto& path : paths) probe.argv.push_back(path.string());
  const Users one(1);
  Limits limits;
  limits.seconds = 60;
  limits.user = one.at(0);
  const auto outcome = run_limited(probe, limits);
  if (!outcome.ok()) throw Stop{"cannot ask what other users can read"};
  std::vector<fs::path> hidden;
  for (const auto& line : split_lines(outcome.out.text())) {
    if (!line.empty()) hidden.emplace_back(line);
  }
  return hidden;
}

Isolation Isolation::find(const Sight& typical, bool wanted, int jobs) {
  Isolation isolation;
  if (geteuid() == 0) {
    isolation.users_ = std::make_shared<Users>(jobs);
    require_readable(typical);
  }
  const auto otherwise = [&](const std::string& why,
                             const std::string& remedy) {
    isolation.bwrap_.clear();
    isolation.remedy_ = remedy;
    isolation.sentence_ = fmt::format(
        "NO WALLS, {}: submissions can read files and use the network; time, "
        "memory, output and processes are limited",
        why);
    return isolation;
  };
  if (!wanted) {
    return otherwise("bubblewrap is not used, as asked",
                     "leave out --no-isolation");
  }
  isolation.bwrap_ = program_in_path("bwrap").string();
  if (isolation.bwrap_.empty()) {
    return otherwise("bubblewrap (bwrap) is not installed",
                     "type sudo apt-get install bubblewrap");
  }
  Command probe{{"/bin/sh", "-c", "exit 42"}, {}, {}};
  isolation.enclose(probe, typical);
  Limits limits;
  limits.seconds = 20;
  limits.user = isolation.user(0);
  const auto outcome = run_limited(probe, limits);
  if (outcome.end != Outcome::End::kExited || outcome.code != 42) {
    return otherwise("bubblewrap (bwrap) does not work on this machine",
                     "allow user namespaces here, or grade elsewhere: see "
                     "docs/grading.md");
  }
  isolation.sized_ = knows_size(isolation.bwrap_);
  isolation.sentence_ =
      "bubblewrap: no network, own processes, nothing writable but its own "
      "folder, no other files visible";
  return isolation;
}

std::string Isolation::warning() const {
  if (walls()) return {};
  const std::string_view whose =
      users_ ? "They run as users that own nothing, and still read what all "
               "may read\nlearn: and reach the network."
             : "They run as you: they can read and change your files, this "
               "course and\nlearn: these results, and reach the network.";
  return fmt::format(
      "learn: ============================================================\n"
      "learn: WARNING: what students handed in runs here without walls.\n"
      "learn: {}\n"
      "learn: {}\n"
      "learn: For walls: {}.\n"
      "learn: ============================================================\n",
      sentence_, whose, remedy_);
}

void Isolation::hand_over(const fs::path& folder, int slot) const {
  if (!users_) return;
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
  auto seen = view;
  if (!sized_) seen.room = 0;
  const auto words = walls_of(bwrap_, seen);
  command.argv.insert(command.argv.begin(), words.begin(), words.end());
}

}  // namespace learn
