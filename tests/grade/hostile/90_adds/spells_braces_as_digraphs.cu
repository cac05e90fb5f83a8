// SPDX-License-Identifier: MIT
// clang-format off
// <% and %> are braces.
// expected: refused: digraph
  // task-begin
  %>
  struct Early <% %>;
  void rest() <%
  %> {
  // task-end
