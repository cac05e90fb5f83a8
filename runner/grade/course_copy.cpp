// SPDX-License-Identifier: MIT
// Gives a file a second name where owner and mode allow that, and copies it
// otherwise. A link stays a link when it leads on inside the copy.
#include "runner/grade/course_copy.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <system_error>
#include <vector>

#include "runner/base/stop.h"

namespace learn {
namespace {

/// As a second name of the file where that does the same, since a toolkit is
/// large: it is ours, and others can read it and not write.
void copy_one(const fs::path& from, const fs::path& to) {
  struct stat facts {};
  if (stat(from.c_str(), &facts) != 0) {
    throw fs::filesystem_error("stat", from, {errno, std::generic_category()});
  }
  const mode_t shown = (facts.st_mode & S_IXUSR) != 0 ? 0755 : 0644;
  const bool same = (facts.st_mode & 07777) == shown;
  if (same && facts.st_uid == geteuid() &&
      ::link(from.c_str(), to.c_str()) == 0) {
    return;
  }
  fs::copy_file(from, to);
  fs::permissions(to, fs::perms(shown));
}

void make_folders(const fs::path& folder) {
  if (fs::exists(folder)) return;
  make_folders(folder.parent_path());
  fs::create_directory(folder);
  fs::permissions(folder, fs::perms(0755));
}

/// Copies `from`, which is `top` or lies in it. Links stay links where they
/// lead on inside of `top`.
void copy_all(const fs::path& from, const fs::path& to, const fs::path& top) {
  make_folders(to.parent_path());
  if (!fs::is_directory(from)) return copy_one(fs::canonical(from), to);
  make_folders(to);
  for (const auto& entry : fs::directory_iterator(from)) {
    if (!entry.exists()) continue;  // a link to nothing
    const auto& one = entry.path();
    if (entry.is_symlink() && fs::read_symlink(one).is_relative() &&
        lies_in(fs::canonical(one), fs::canonical(top))) {
      fs::copy_symlink(one, to / one.filename());
    } else {
      copy_all(one, to / one.filename(), top);
    }
  }
}

}  // namespace

CourseCopy::CourseCopy(const Place& place, const std::vector<fs::path>& needed,
                       const std::vector<fs::path>& hidden) {
  const auto whole = std::vector<fs::path>{place.root, place.build,
                                           Place::of_this_build().root,
                                           Place::of_this_build().build};
  auto all = hidden;
  for (const auto& one : needed) {
    const bool ours = std::any_of(
        whole.begin(), whole.end(),
        [&](const fs::path& folder) { return lies_in(one, folder); });
    if (ours) all.push_back(one);
  }
  // A folder comes before what lies in it.
  std::sort(all.begin(), all.end());
  try {
    fs::permissions(path(), fs::perms(0755));
    for (const auto& one : all) {
      if (!copied_.empty() && lies_in(one, copied_.back())) continue;
      copied_.push_back(one);
      copy_all(one, path() / one.relative_path(), one);
    }
  } catch (const fs::filesystem_error& error) {
    throw Stop{"cannot copy what submissions must see of the course to " +
               path().parent_path().string() + ": " + error.code().message()};
  }
}

fs::path CourseCopy::seen(const fs::path& path) const {
  const bool here =
      std::any_of(copied_.begin(), copied_.end(), [&](const fs::path& one) {
        return lies_in(path, one) || lies_in(one, path);
      });
  return here ? folder_.path() / path.relative_path() : path;
}

Place CourseCopy::seen(const Place& place) const {
  return {seen(place.root), seen(place.build)};
}

Kit CourseCopy::seen(Kit kit) const {
  for (auto* path : {&kit.host_object, &kit.parameters, &kit.judge, &kit.nvcc,
                     &kit.toolkit, &kit.course}) {
    if (!path->empty()) *path = seen(*path);
  }
  for (auto& one : kit.objects) one = seen(one);
  for (auto& option : kit.options) {
    const bool folder = option.rfind("-I", 0) == 0;
    if (folder) option = "-I" + seen(fs::path(option.substr(2))).string();
  }
  return kit;
}

}  // namespace learn
