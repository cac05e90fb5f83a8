// SPDX-License-Identifier: MIT
// <% and %> are braces.
// expected: refused: braces
  // task-begin
  %>
  struct Early <% %>;
  void rest() <%
  %> {
  // task-end
