// SPDX-License-Identifier: MIT
// What doctest's XML says of each test case. Believes a file only when it is
// whole and agrees with itself; a program that calls exit() leaves no such.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace learn {

/// The first assertion of a case that failed.
struct Failure {
  std::string file;
  int line = 0;
  std::string expression;  // CHECK( a == b )
  std::string values;      // 3 == 4; empty when nothing was expanded
  std::string info;        // what INFO and CAPTURE logged, one a line
};

struct CaseResult {
  std::string suite;
  bool passed = false;
  int asserts = 0;
  std::optional<Failure> failure;  // absent also when a case has a bare throw
};

/// Results by the case's name; nothing when the file is not trustworthy.
std::optional<std::map<std::string, CaseResult>> read_doctest_xml(
    std::string_view xml);

}  // namespace learn
