// SPDX-License-Identifier: MIT
// clang-format off
// A raw string holds what looks like the end of a comment, and braces.
// expected: refused: raw string
  // task-begin
  const char* text = R"({ /* )";  // */ }
  }
  // task-end
