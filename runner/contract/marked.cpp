// SPDX-License-Identifier: MIT
// Rewrites one part of a page between its marks.
#include "runner/contract/marked.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace learn {

void MarkedPage::complain(size_t at, const std::string& what) {
  complaints.errors.push_back(fmt::format("{}:{}: {}", file, at + 1, what));
}

bool keep_part(MarkedPage& page, const MarkedPart& part,
               std::vector<std::string> wanted) {
  auto& lines = page.lines;
  const auto mark = std::find(lines.begin(), lines.end(), part.begin);
  if (mark == lines.end()) return false;
  wanted.emplace_back(part.end);
  // A part that lost its end mark must not take the rest of the page with it.
  const auto section = std::find_if(
      mark, lines.end(),
      [](const std::string& line) { return line.rfind("## ", 0) == 0; });
  auto end = std::find(mark, section, part.end);
  end = end == section ? mark + 1 : end + 1;
  if (std::equal(mark + 1, end, wanted.begin(), wanted.end())) return true;
  if (!page.update) {
    page.complain(static_cast<size_t>(mark - lines.begin()),
                  fmt::format("{}; type ./learn dev text {} --update",
                              part.what, page.name));
    return true;
  }
  const auto at = lines.erase(mark + 1, end);
  lines.insert(at, wanted.begin(), wanted.end());
  page.changed = true;
  return true;
}

}  // namespace learn
