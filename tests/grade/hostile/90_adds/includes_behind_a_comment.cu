// SPDX-License-Identifier: MIT
// clang-format off
// A comment may stand before the directive.
// expected: refused: #include
  // task-begin
/* nothing */ # /* to see */ include "/etc/passwd"
  // task-end
