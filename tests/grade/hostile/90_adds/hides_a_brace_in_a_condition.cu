// SPDX-License-Identifier: MIT
// The brace that balances is not compiled.
// expected: refused: #if
  // task-begin
#if 0
  {
#endif
  }
  // task-end
