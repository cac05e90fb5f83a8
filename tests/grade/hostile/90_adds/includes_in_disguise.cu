// SPDX-License-Identifier: MIT
// clang-format off
// A digraph and a spliced line spell #include, too.
// expected: refused: digraph
  // task-begin
%:inc\
lude "/etc/passwd"
  // task-end
