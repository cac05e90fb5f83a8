// SPDX-License-Identifier: MIT
#include "runner/grade/submission.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runner/lesson/text_file.h"
#include "runner/process/process.h"

namespace learn {
namespace {

constexpr size_t kMostBytes = 256 << 10;  // of one exercise
constexpr size_t kMostListed = 4 << 20;   // of an archive's list of members
constexpr double kArchiveSeconds = 20;
constexpr std::string_view kArchiveEndings[] = {".tar.gz", ".tgz", ".tar",
                                                ".zip"};

/// Where an exercise may stand, best first.
std::vector<std::string> paths_of(const Lesson& lesson, bool plain) {
  std::vector<std::string> paths{"lessons/" + lesson.name + "/exercise.cu",
                                 lesson.name + "/exercise.cu"};
  if (plain) paths.emplace_back("exercise.cu");
  return paths;
}

FoundExercise taken(std::string text) { return {std::move(text), ""}; }
FoundExercise refused(const std::string& path, const std::string& why) {
  return {"", path + " " + why};
}

/// Whether a part of `path` below `root` is a symbolic link.
bool goes_through_link(const fs::path& root, const fs::path& path) {
  auto here = root;
  for (const auto& part : path) {
    here /= part;
    if (fs::is_symlink(fs::symlink_status(here))) return true;
  }
  return false;
}

std::optional<FoundExercise> from_folder(const fs::path& root,
                                         const std::string& path) {
  std::error_code none;
  if (!fs::exists(fs::symlink_status(root / path, none))) return {};
  if (goes_through_link(root, path)) {
    return refused(path, "is a symbolic link, or lies behind one");
  }
  auto text = read_foreign(root / path, kMostBytes);
  if (text) return taken(std::move(*text));
  return refused(
      path, fmt::format("is no plain file of at most {} KB", kMostBytes >> 10));
}

/// One member of an archive.
struct Member {
  std::string name;
  bool plain = true;  // a file: no link, no device, no folder
};

/// An archive that tar or unzip reads for us.
class Archive {
 public:
  explicit Archive(const fs::path& path) : path_(fs::absolute(path)) {
    zip_ = path_.extension() == ".zip";
    list();
  }

  const std::string& complaint() const { return complaint_; }

  /// The member that stands at `path`, perhaps inside one folder.
  std::optional<FoundExercise> find(const std::string& path) const {
    const Member* found = nullptr;
    size_t count = 0;
    for (const auto& member : members_) {
      if (!stands_at(member.name, path)) continue;
      ++count;
      found = &member;
    }
    if (found == nullptr) return {};
    if (count > 1) {
      return refused(path,
                     fmt::format("stands {} times in the archive", count));
    }
    if (!found->plain) return refused(path, "is a link or no plain file");
    return content(found->name, path);
  }

 private:
  /// lessons/04_x/exercise.cu also as alice/lessons/04_x/exercise.cu: people
  /// pack the folder or what is in it. No other way around.
  static bool stands_at(std::string_view name, const std::string& path) {
    if (name.starts_with("./")) name.remove_prefix(2);
    if (name == path) return true;
    const auto slash = name.find('/');
    if (slash == 0 || slash == std::string_view::npos) return false;
    const auto folder = name.substr(0, slash);
    return name.substr(slash + 1) == path && folder != ".." &&
           folder != "lessons";
  }

  Outcome ask(std::vector<std::string> argv, size_t most) const {
    Limits limits;
    limits.seconds = kArchiveSeconds;
    limits.memory = 512 << 20;
    limits.kept_output = most;
    limits.printed = most + 1;
    Command command{std::move(argv), {{"LC_ALL", "C"}}, "/"};
    auto outcome = run_limited(command, limits);
    if (outcome.end == Outcome::End::kNotStarted) {
      throw Stop{
          fmt::format("{0} is needed to read {1}. Type: sudo apt-get "
                      "install {0}",
                      command.argv[0], path_.filename().string())};
    }
    return outcome;
  }

  void list() {
    const auto name = path_.string();
    // zipinfo's short form and tar's long one begin with the kind of file.
    const auto outcome =
        zip_ ? ask({"unzip", "-Z", "-s", "-h-t", "--", name}, kMostListed)
             : ask({"tar", "--list", "--verbose", "--numeric-owner",
                    "--full-time", "--quoting-style=escape", "--file", name},
                   kMostListed);
    if (outcome.out.total > kMostListed) {
      complaint_ = "the archive has too many members";
    } else if (!outcome.ok()) {
      complaint_ = "the archive is damaged, or of another kind";
    }
    if (!complaint_.empty()) return;
    for (const auto& line : split_lines(outcome.out.head)) note_member(line);
  }

  /// Fields before the name: -rw-r--r-- 3.0 unx 12 tx stor 26-Nov-21 23:11
  /// for zip, -rw-r--r-- 0/0 12 2026-11-21 23:11:05 for tar.
  void note_member(const std::string& line) {
    size_t at = 0;
    for (int field = 0; field < (zip_ ? 8 : 5); ++field) {
      at = line.find(' ', line.find_first_not_of(' ', at));
      if (at == std::string::npos) return;
    }
    Member member{line.substr(at + 1), line[0] == '-' || line[0] == '?'};
    // tar shows a link as NAME -> TARGET, or NAME link to TARGET.
    if (!member.plain) {
      for (const auto* arrow : {" -> ", " link to "}) {
        member.name = member.name.substr(0, member.name.find(arrow));
      }
    }
    members_.push_back(std::move(member));
  }

  FoundExercise content(const std::string& name,
                        const std::string& path) const {
    if (name.find_first_of("*?[]\\") != std::string::npos) {
      return refused(path, "lies in a folder with a strange name");
    }
    const auto file = path_.string();
    const auto outcome =
        zip_ ? ask({"unzip", "-p", "-qq", file, name}, kMostBytes)
             : ask({"tar", "--extract", "--to-stdout", "--no-wildcards",
                    "--file", file, "--", name},
                   kMostBytes);
    if (outcome.out.total > kMostBytes) {
      return refused(path,
                     fmt::format("is longer than {} KB", kMostBytes >> 10));
    }
    if (!outcome.ok()) return refused(path, "cannot be unpacked");
    return taken(outcome.out.head);
  }

  fs::path path_;
  bool zip_ = false;
  std::string complaint_;
  std::vector<Member> members_;
};

std::string_view archive_ending(const std::string& name) {
  for (const auto ending : kArchiveEndings) {
    if (name.size() > ending.size() && name.ends_with(ending)) return ending;
  }
  return {};
}

fs::path without_slash(const fs::path& path) {
  const auto whole = fs::absolute(path).lexically_normal();
  return whole.has_filename() ? whole : whole.parent_path();
}

template <typename Find>
void find_all(const std::vector<Lesson>& lessons, bool plain, Find find,
              Submission& submission) {
  for (const auto& lesson : lessons) {
    for (const auto& path : paths_of(lesson, plain)) {
      auto found = find(path);
      if (!found) continue;
      submission.exercises[lesson.name] = std::move(*found);
      break;
    }
  }
}

}  // namespace

std::string student_name(const fs::path& path) {
  auto name = without_slash(path).filename().string();
  name.resize(name.size() - archive_ending(name).size());
  return name;
}

Submission read_submission(const fs::path& path,
                           const std::vector<Lesson>& lessons, bool plain) {
  Submission submission;
  submission.student = student_name(path);
  if (fs::is_directory(path)) {
    find_all(
        lessons, plain,
        [&](const std::string& one) { return from_folder(path, one); },
        submission);
    return submission;
  }
  if (!fs::is_regular_file(path) ||
      archive_ending(path.filename().string()).empty()) {
    throw Stop{fmt::format(
        "{} is no submission: it must be a folder, or a .zip, .tar, .tar.gz "
        "or .tgz file",
        path.string())};
  }
  const Archive archive(path);
  if (!archive.complaint().empty()) {
    submission.notes.push_back(archive.complaint());
    return submission;
  }
  find_all(
      lessons, plain, [&](const std::string& one) { return archive.find(one); },
      submission);
  return submission;
}

}  // namespace learn
