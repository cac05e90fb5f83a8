// SPDX-License-Identifier: MIT
// Lines of source files, read from disk when they are there.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace simt::report {

class SourceCache {
 public:
  /// Line `line` (from 1) of `file`, fit to print; nothing when the file or
  /// the line does not exist.
  std::optional<std::string> line(const std::string& file, int line);

 private:
  std::map<std::string, std::vector<std::string>> files_;
};

}  // namespace simt::report
