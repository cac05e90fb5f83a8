// SPDX-License-Identifier: MIT
// The stamp is written last: a line for each other file, its fingerprint and
// its name. The folder is filled beside its place and renamed.
#include "runner/grade/whole_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "runner/process/build_lock.h"

namespace learn {
namespace {

const std::string kStamp = "whole";

/// A line for each file of `folder` but the stamp.
std::string stamp_of(const fs::path& folder) {
  std::vector<std::string> lines;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const auto name = entry.path().filename().string();
    if (name == kStamp) continue;
    lines.push_back(fingerprint_of(read_text(entry.path())) + " " + name);
  }
  std::sort(lines.begin(), lines.end());
  return join_lines(lines);
}

}  // namespace

bool is_whole(const fs::path& folder) {
  const auto stamp = folder / kStamp;
  try {
    return fs::is_regular_file(stamp) && read_text(stamp) == stamp_of(folder);
  } catch (const Stop&) {
  } catch (const fs::filesystem_error&) {
  }
  return false;  // another one replaces it at this moment
}

void keep_whole(const Place& place, const fs::path& folder,
                const std::function<void(const fs::path&)>& make) {
  if (is_whole(folder)) return;
  fs::create_directories(folder.parent_path());
  const BuildLock lock({place.root, folder.parent_path()});
  if (is_whole(folder)) return;  // another one made it
  const fs::path fresh = folder.string() + ".fresh";
  fs::remove_all(fresh);  // of one that was killed
  fs::create_directory(fresh);
  make(fresh);
  write_text(fresh / kStamp, stamp_of(fresh));
  fs::remove_all(folder);
  fs::rename(fresh, folder);
}

}  // namespace learn
