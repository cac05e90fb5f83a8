// SPDX-License-Identifier: MIT
// The lock of a folder says that its owner lives.
#include "runner/base/scratch.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <system_error>

#include "runner/base/stop.h"

namespace learn {
namespace {

constexpr const char* kScratch = "lockstep-learn-";

/// An open folder of ours that nobody has locked; -1: it is none.
int lock_folder(const fs::path& path) {
  const int folder =
      open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return -1;
  struct stat facts {};
  const bool ours = fstat(folder, &facts) == 0 && facts.st_uid == geteuid();
  if (ours && flock(folder, LOCK_EX | LOCK_NB) == 0) return folder;
  close(folder);
  return -1;
}

}  // namespace

void ScratchFolder::remove_leftovers() {
  std::error_code error;
  const auto root = fs::temp_directory_path(error);
  for (const auto& entry : fs::directory_iterator(root, error)) {
    const auto name = entry.path().filename().string();
    if (name.rfind(kScratch, 0) != 0) continue;
    const int folder = lock_folder(entry.path());
    if (folder < 0) continue;
    std::error_code ignored;
    fs::remove_all(entry.path(), ignored);
    close(folder);
  }
}

ScratchFolder::ScratchFolder() {
  const auto root = fs::temp_directory_path();
  static const bool kSwept = (remove_leftovers(), true);
  static_cast<void>(kSwept);
  // It has the name that others look for when it is locked, not before.
  auto pattern = (root / ".lockstep-XXXXXX").string();
  const auto complain = [&] {
    throw Stop{fmt::format("cannot make a folder in {}: {}", root.string(),
                           std::strerror(errno))};
  };
  if (mkdtemp(pattern.data()) == nullptr) complain();
  lock_ = lock_folder(pattern);
  path_ = root / (kScratch + pattern.substr(pattern.size() - 6));
  if (lock_ < 0 || rename(pattern.c_str(), path_.c_str()) != 0) {
    const int why = errno;
    if (lock_ >= 0) close(lock_);
    rmdir(pattern.c_str());
    errno = why;
    complain();
  }
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  close(lock_);
}

}  // namespace learn
