// SPDX-License-Identifier: MIT
// Levenshtein's edit distance, one row at a time. At most two letters, or a
// third of the word, may differ.
#include "runner/base/suggest.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

namespace learn {
namespace {

/// Letters to insert, remove or replace to get from `a` to `b`.
size_t distance(const std::string& a, const std::string& b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string nearest(const std::string& word,
                    const std::vector<std::string>& words) {
  std::string best;
  size_t least = std::max<size_t>(2, word.size() / 3) + 1;
  for (const auto& candidate : words) {
    const size_t d = distance(word, candidate);
    // All letters replaced is no likeness.
    if (d < least && d < candidate.size()) {
      least = d;
      best = candidate;
    }
  }
  return best;
}

}  // namespace learn
