// SPDX-License-Identifier: MIT
// What the compiler read: nvcc's preprocessed file of a submission against
// that of the teacher's own exercise. Decides nothing about the region itself.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace learn {

/// A token outside of the region, on its line of the file.
struct ReadToken {
  std::string text;
  int line = 0;
};

/// A preprocessed file (.ii), cut where its main file's region is.
struct Reading {
  std::vector<ReadToken> before;  // of the main file alone
  std::vector<ReadToken> after;   // of all files
  std::string nesting;            // the region's brackets that stay unpaired
  std::set<std::string> files;    // all that it was made of, but the main one
  std::string trouble;            // why it cannot be read; "" when it can
};

/// `begin`, `end`: lines of the main file: the region's first, and behind it.
Reading read_preprocessed(std::string_view text, int begin, int end);

/// Where a region stands in its file.
struct RegionLines {
  int begin = 0, end = 0;
};

/// Why `theirs` is not `ours` with another region, "" when it is: the tokens
/// outside of it are the same, but for numbers that are their own line, and the
/// region leaves the same brackets open.
std::string compare_readings(const Reading& ours, RegionLines our_lines,
                             const Reading& theirs, RegionLines their_lines);

/// A sentence when a file of `theirs` is neither one of `ours` nor one that
/// `may_read` takes; else "".
std::string strange_file(
    const Reading& ours, const Reading& theirs,
    const std::function<bool(const std::string&)>& may_read);

}  // namespace learn
