// SPDX-License-Identifier: MIT
// See source.h.
#include "simt/report/source.h"

#include <fstream>

#include "simt/report/paths.h"

namespace simt::report {

std::optional<std::string> SourceCache::line(const std::string& file,
                                             int line) {
  auto [entry, fresh] = files_.try_emplace(file);
  if (fresh && !file.empty()) {
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
