// SPDX-License-Identifier: MIT
// One JSON file for each student; letters that a file name cannot have become
// %XX, a long name ends in a hash. A file that cannot be read becomes a row
// that says so.
#include "runner/grade/kept.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "runner/grade/kit.h"

namespace learn {
namespace {

constexpr size_t kMostMark = 16 << 20;  // bytes of a kept mark
constexpr size_t kLongestName = 200;    // of 255 that a file system takes
constexpr size_t kHashDigits = 16;

/// The student whose mark_file() this is; a name that was cut stays so.
std::string student_of(const fs::path& file) {
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'A' + 10; };
  const auto stem = file.stem().string();
  std::string name;
  for (size_t at = 0; at < stem.size(); ++at) {
    const auto next = std::string_view(stem).substr(at + 1, 2);
    const bool byte =
        stem[at] == '%' && next.size() == 2 &&
        next.find_first_not_of("0123456789ABCDEF") == std::string_view::npos;
    name += byte ? static_cast<char>(digit(next[0]) * 16 + digit(next[1]))
                 : stem[at];
    at += byte ? 2 : 0;
  }
  return name;
}

/// Stands for a kept result that cannot be read.
Mark lost_mark(const fs::path& file) {
  Mark mark;
  mark.student = clean_text(student_of(file));
  LessonMark none;
  none.lesson = none.title = "-";
  none.state = kNotGraded;
  none.reason = clean_text(file.filename().string()) +
                " is no kept result; grade the submission again";
  mark.lessons.push_back(std::move(none));
  return mark;
}

}  // namespace

std::string mark_file(const std::string& student) {
  std::string name;
  for (const char c : student) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = std::isalnum(byte) != 0 || c == '_' || c == '-' ||
                       (c == '.' && !name.empty());
    name += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  if (name.size() > kLongestName) {
    name.resize(kLongestName - kHashDigits - 1);
    name += "~" + fingerprint_of(student);
  }
  return name + ".json";
}

bool is_graded(const Mark& mark) {
  return std::none_of(
      mark.lessons.begin(), mark.lessons.end(),
      [](const LessonMark& one) { return one.state == kNotGraded; });
}

std::optional<Mark> kept_mark(const fs::path& file) {
  const auto text = read_foreign(file, kMostMark);
  return text ? mark_from_json(*text) : std::nullopt;
}

void open_store(const fs::path& folder) {
  const auto complain = [&](const std::string& why) {
    throw Stop{fmt::format(
        "cannot write to the folder {}: {}. Name another one with --into",
        folder.string(), why)};
  };
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) complain(error.message());
  const auto probe = folder / fmt::format(".probe.{}", getpid());
  const int file =
      open(probe.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
  if (file < 0) complain(std::strerror(errno));
  close(file);
  fs::remove(probe, error);
}

std::vector<Mark> kept_marks(const fs::path& folder) {
  std::vector<Mark> marks;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() != ".json") continue;
    auto mark = kept_mark(entry.path());
    marks.push_back(mark ? std::move(*mark) : lost_mark(entry.path()));
  }
  if (marks.empty()) {
    throw Stop{
        fmt::format("there are no results in {}; name submissions to "
                    "grade",
                    folder.string())};
  }
  std::sort(marks.begin(), marks.end(),
            [](const Mark& a, const Mark& b) { return a.student < b.student; });
  return marks;
}

}  // namespace learn
