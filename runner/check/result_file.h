// SPDX-License-Identifier: MIT
// Where a program that is not trusted writes its results.
#pragma once

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

#include "runner/base/stop.h"

namespace learn {

/// A file of memory, which one execution writes. It has no name in any folder:
/// only who holds its descriptor can write there, and that is the program
/// alone, not what it starts with its descriptors closed.
class ResultFile {
 public:
  ResultFile() : file_(memfd_create("results", 0)) {
    if (file_ < 0) throw Stop{"cannot make a file in memory"};
  }
  ~ResultFile() { shut(); }
  ResultFile(const ResultFile&) = delete;
  ResultFile& operator=(const ResultFile&) = delete;

  /// Nobody can write there through this process any more.
  void shut() {
    if (file_ >= 0) close(file_);
    file_ = -1;
  }
  /// How the program opens it.
  std::string path() const { return fmt::format("/proc/self/fd/{}", file_); }
  /// What was written; "" when that is too much.
  std::string text() const {
    struct stat facts {};
    if (fstat(file_, &facts) != 0 || facts.st_size < 0) return {};
    const auto size = static_cast<size_t>(facts.st_size);
    if (size > kMost) return {};
    std::string text(size, '\0');
    size_t at = 0;
    while (at < size) {
      const auto got =
          pread(file_, &text[at], size - at, static_cast<off_t>(at));
      if (got <= 0) return {};
      at += static_cast<size_t>(got);
    }
    return text;
  }

 private:
  static constexpr size_t kMost = 64 << 20;  // bytes that are read

  int file_;
};

}  // namespace learn
