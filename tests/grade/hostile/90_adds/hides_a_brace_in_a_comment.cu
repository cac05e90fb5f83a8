// SPDX-License-Identifier: MIT
// clang-format off
// The brace that balances is in a comment.
// expected: refused: closes what was opened
  // task-begin
  }  // {
  struct Early { Early() {} } early;
  // task-end
