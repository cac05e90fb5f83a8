// SPDX-License-Identifier: MIT
// Lines of source files, read from disk when they are there.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace simt::report {

class SourceCache {
 public:
  /// Reads only these files and what lies in these folders, by their names; all
  /// files when there are none. PTX names files, and PTX may be foreign.
  explicit SourceCache(std::vector<std::string> places = {})
      : places_(std::move(places)) {}

  /// Line `line` (from 1) of `file`, fit to print; nothing when the file or
  /// the line does not exist, or may not be read.
  std::optional<std::string> line(const std::string& file, int line);

 private:
  bool may_read(const std::string& file) const;

  std::vector<std::string> places_;
  std::map<std::string, std::vector<std::string>> files_;
};

}  // namespace simt::report
