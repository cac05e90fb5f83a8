// SPDX-License-Identifier: MIT
// The brace that balances is in a comment.
// expected: refused: braces
  // task-begin
  }  // {
  struct Early { Early() {} } early;
  // task-end
