// SPDX-License-Identifier: MIT
// Listens to the folder by inotify, since editors rename a new file over the
// old one. Inode, size and time are compared too, where no events come.
#include "runner/watch/files.h"

#include <fcntl.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <cstring>

#include "runner/base/stop.h"

namespace learn {

FileWatch::FileWatch(const fs::path& file)
    : file_(file), events_(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
  const auto folder = file.parent_path();
  // Without events (a system that has no more of them to give) the file's
  // time is still looked at; without the folder there is nothing to watch.
  if (!fs::is_directory(folder)) throw Stop{"there is no " + folder.string()};
  if (events_ >= 0) {
    inotify_add_watch(events_, folder.c_str(),
                      IN_CLOSE_WRITE | IN_MOVED_TO | IN_DELETE_SELF);
  }
  looks_new();
}

FileWatch::~FileWatch() {
  if (events_ >= 0) close(events_);
}

bool FileWatch::looks_new() {
  struct stat now {};
  if (stat(file_.c_str(), &now) != 0) return false;  // between two names
  const bool same = now.st_ino == last_.st_ino &&
                    now.st_size == last_.st_size &&
                    now.st_mtim.tv_sec == last_.st_mtim.tv_sec &&
                    now.st_mtim.tv_nsec == last_.st_mtim.tv_nsec;
  last_ = now;
  return !same;
}

bool FileWatch::saved() {
  bool named = false;
  alignas(inotify_event) std::array<char, 4096> buffer;
  for (;;) {
    const auto got = events_ < 0 ? 0 : read(events_, buffer.data(), 4096);
    if (got <= 0) break;
    for (size_t at = 0; at < static_cast<size_t>(got);) {
      inotify_event event;
      std::memcpy(&event, &buffer[at], sizeof event);
      const char* name = &buffer[at + sizeof event];
      named |= event.len > 0 && file_.filename() == name;
      at += sizeof event + event.len;
    }
  }
  return looks_new() || named;
}

}  // namespace learn
