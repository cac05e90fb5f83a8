// SPDX-License-Identifier: MIT
// A comment may stand before the directive.
// expected: refused: preprocessor directive
  // task-begin
/* nothing */ # /* to see */ include "/etc/passwd"
  // task-end
