// SPDX-License-Identifier: MIT
// clang-format off
// The brace that balances is not compiled.
// expected: refused: #if
  // task-begin
#if 0
  {
#endif
  }
  // task-end
