// SPDX-License-Identifier: MIT
// Reads a file whole the first time and keeps its lines, made printable. PTX
// may name any file, so only files below the given places are opened, where
// places are given.
#include "simt/report/source.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "simt/report/paths.h"

namespace simt::report {

bool SourceCache::may_read(const std::string& file) const {
  const auto path = std::filesystem::path(file).lexically_normal();
  return places_.empty() ||
         std::any_of(places_.begin(), places_.end(),
                     [&](const std::string& place) {
                       const auto rest = path.lexically_relative(place);
                       return !rest.empty() && *rest.begin() != "..";
                     });
}

std::optional<std::string> SourceCache::line(const std::string& file,
                                             int line) {
  auto [entry, fresh] = files_.try_emplace(file);
  if (fresh && !file.empty() && may_read(file)) {
    std::ifstream in(file);
    std::string text;
    while (std::getline(in, text)) {
      if (!text.empty() && text.back() == '\r') text.pop_back();
      entry->second.push_back(printable(text));
    }
  }
  const std::vector<std::string>& lines = entry->second;
  if (line < 1 || static_cast<size_t>(line) > lines.size()) return {};
  return lines[static_cast<size_t>(line) - 1];
}

}  // namespace simt::report
