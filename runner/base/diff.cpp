// SPDX-License-Identifier: MIT
// A longest common subsequence over all pairs of lines, which is quick enough
// for a region. The result is one hunk.
#include "runner/base/diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace learn {

std::string unified_diff(const DiffSide& from, const DiffSide& to) {
  if (from.lines == to.lines) return {};
  const auto n = from.lines.size(), m = to.lines.size();
  // common[i][j]: how many lines the ends from i and from j can share.
  std::vector<std::vector<size_t>> common(n + 1, std::vector<size_t>(m + 1, 0));
  for (size_t i = n; i-- > 0;) {
    for (size_t j = m; j-- > 0;) {
      common[i][j] = from.lines[i] == to.lines[j]
                         ? common[i + 1][j + 1] + 1
                         : std::max(common[i + 1][j], common[i][j + 1]);
    }
  }
  auto text = fmt::format("--- {}\n+++ {}\n@@ -{},{} +{},{} @@\n", from.name,
                          to.name, from.first, n, to.first, m);
  size_t i = 0;
  size_t j = 0;
  while (i < n || j < m) {
    if (i < n && j < m && from.lines[i] == to.lines[j]) {
      text += " " + from.lines[i] + "\n";
      ++i;
      ++j;
    } else if (i < n && (j == m || common[i + 1][j] >= common[i][j + 1])) {
      text += "-" + from.lines[i++] + "\n";
    } else {
      text += "+" + to.lines[j++] + "\n";
    }
  }
  return text;
}

}  // namespace learn
