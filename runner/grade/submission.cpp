// SPDX-License-Identifier: MIT
// Goes down each path part by part and stops at a link. Archives are read by
// processes of their own (archive_process.h), some at a time; here a member is
// only judged by what they report.
#include "runner/grade/submission.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "runner/grade/archive_process.h"
#include "runner/grade/result.h"

namespace learn {
namespace {

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

/// What stands at `path` below `root`; `fault` is why that cannot be seen.
std::optional<FoundExercise> from_folder(const fs::path& root,
                                         const std::string& path,
                                         std::string& fault) {
  auto here = root;
  for (const auto& part : fs::path(path)) {
    here /= part;
    std::error_code error;
    const auto status = fs::symlink_status(here, error);
    if (status.type() == fs::file_type::not_found) return {};
    if (status.type() == fs::file_type::none) {
      fault = fmt::format("{} cannot be read: {}", path, error.message());
      return {};
    }
    if (fs::is_symlink(status)) {
      return refused(path, "is a symbolic link, or lies behind one");
    }
  }
  auto text = read_foreign(here, kMostExercise);
  if (text) return taken(std::move(*text));
  if (access(here.c_str(), R_OK) != 0) {
    fault = fmt::format("{} cannot be read: {}", path, strerror(errno));
    return {};
  }
  return refused(path, fmt::format("is no plain file of at most {} KB",
                                   kMostExercise >> 10));
}

/// What an archive has at `path`, as an exercise.
std::optional<FoundExercise> from_archive(const WantedMember& member,
                                          const std::string& path) {
  using What = WantedMember::Kind;
  if (member.count > 1) {
    return refused(path,
                   fmt::format("stands {} times in the archive", member.count));
  }
  switch (member.kind) {
    case What::kAbsent:
      return {};
    case What::kText:
      return taken(member.text);
    case What::kNotPlain:
      return refused(path, "is a link or no plain file");
    case What::kTooLong:
      return refused(path,
                     fmt::format("is longer than {} KB", kMostExercise >> 10));
    case What::kEncrypted:
      return refused(path, "is encrypted; archives must have no password");
    case What::kDamaged:
      break;
  }
  return refused(path, "cannot be unpacked: the archive is damaged");
}

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

/// The wanted paths of all lessons, one after another.
std::vector<std::string> all_paths(const std::vector<Lesson>& lessons,
                                   bool plain) {
  std::vector<std::string> all;
  for (const auto& lesson : lessons) {
    for (auto& path : paths_of(lesson, plain)) all.push_back(std::move(path));
  }
  return all;
}

/// Which of two would be meant, nobody can tell.
void take(const std::string& lesson, const std::string& path,
          FoundExercise found, Submission& submission) {
  auto& all = submission.exercises;
  const auto [at, fresh] = all.emplace(lesson, std::move(found));
  if (!fresh) at->second = refused(path, "is not the only file of its lesson");
}

void read_folder(const fs::path& folder, const std::vector<Lesson>& lessons,
                 bool plain, Submission& submission) {
  for (const auto& lesson : lessons) {
    for (const auto& path : paths_of(lesson, plain)) {
      auto found = from_folder(folder, path, submission.fault);
      if (found) take(lesson.name, path, std::move(*found), submission);
    }
  }
}

void take_archive(const ArchiveResult& result,
                  const std::vector<Lesson>& lessons, bool plain,
                  Submission& submission) {
  submission.fault = result.fault;
  submission.refusal = result.refusal;
  if (!result.refusal.empty()) submission.notes.push_back(result.refusal);
  if (result.wanted.empty()) return;
  size_t at = 0;
  for (const auto& lesson : lessons) {
    for (const auto& path : paths_of(lesson, plain)) {
      auto found = from_archive(result.wanted[at++], path);
      if (found) take(lesson.name, path, std::move(*found), submission);
    }
  }
}

/// A path that leads nowhere is the teacher's slip; what a student handed in
/// is there, whatever it is.
void require_there(const fs::path& path) {
  std::error_code error;
  const auto kind = fs::symlink_status(path, error).type();
  if (kind != fs::file_type::not_found) return;
  throw Stop{fmt::format("{} is no submission: there is no such file or folder",
                         clean_text(path.string()))};
}

/// A folder, or a plain file that is an archive by its name. Of anything else
/// `submission` gets the reason why it cannot be read.
fs::file_type kind_of(const fs::path& path, Submission& submission) {
  const auto whole = without_slash(path);
  std::error_code error;
  const auto kind = fs::symlink_status(whole, error).type();
  if (kind == fs::file_type::directory) return kind;
  const bool archive = !archive_ending(whole.filename().string()).empty();
  if (kind == fs::file_type::regular && archive) return kind;
  if (kind == fs::file_type::none || kind == fs::file_type::not_found) {
    submission.fault = "it cannot be read: " + error.message();
    return fs::file_type::none;
  }
  submission.refusal =
      kind == fs::file_type::symlink
          ? "the submission is a symbolic link"
          : "the submission is neither a folder nor a .zip, .tar, .tar.gz or "
            ".tgz file";
  submission.notes.push_back(submission.refusal);
  return fs::file_type::none;
}

}  // namespace

std::string student_name(const fs::path& path) {
  auto name = without_slash(path).filename().string();
  name.resize(name.size() - archive_ending(name).size());
  return name;
}

std::vector<Submission> read_submissions(const std::vector<fs::path>& paths,
                                         const std::vector<Lesson>& lessons,
                                         bool plain, int jobs) {
  for (const auto& path : paths) require_there(path);
  std::vector<Submission> all(paths.size());
  // Archives that are being read, and whose they are.
  std::deque<std::pair<size_t, std::unique_ptr<ArchiveProcess>>> reading;
  const auto end_first = [&] {
    auto& [at, process] = reading.front();
    take_archive(process->end(), lessons, plain, all[at]);
    reading.pop_front();
  };
  for (size_t i = 0; i < paths.size(); ++i) {
    all[i].student = student_name(paths[i]);
    const auto kind = kind_of(paths[i], all[i]);
    if (kind == fs::file_type::directory) {
      read_folder(paths[i], lessons, plain, all[i]);
    } else if (kind == fs::file_type::regular) {
      if (reading.size() >= static_cast<size_t>(jobs)) end_first();
      reading.emplace_back(i, std::make_unique<ArchiveProcess>(
                                  paths[i], all_paths(lessons, plain)));
    }
  }
  while (!reading.empty()) end_first();
  return all;
}

Submission read_submission(const fs::path& path,
                           const std::vector<Lesson>& lessons, bool plain) {
  return std::move(read_submissions({path}, lessons, plain, 1).front());
}

}  // namespace learn
