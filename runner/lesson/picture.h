// SPDX-License-Identifier: MIT
// The table [picture] of lesson.toml (docs/lesson-contract.md): what a
// lesson's picture shows. Draws nothing and runs nothing.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace learn {

/// One panel; the keys of the same name in docs/lesson-contract.md.
struct Panel {
  std::string kind, caption;
  std::vector<std::string> lines, labels;  // equally many
  std::string program = "example";         // "solution", "mistake NAME"
  std::string test_case;                   // empty for an example
  std::string device = "h200";
  std::string access, variable;  // empty: the first
  std::string by;                // empty: the kind's own default
  int follow = -1;               // lane; -1: none
  int launch = 0, block = 0, warp = 0, execution = 0;
  int executions = 8, count = 0, element_bytes = 0;  // 0: the default
  std::array<int, 2> range{0, -1};  // first and last element; -1: all
  std::array<int, 2> shape{0, 0};   // rows, columns; 0: a row
};

struct Picture {
  std::string alt;
  std::vector<Panel> panels;  // none in a student's copy
};

}  // namespace learn
