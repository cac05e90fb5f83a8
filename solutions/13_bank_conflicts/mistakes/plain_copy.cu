// SPDX-License-Identifier: MIT
// caught by: case "transposes 2 by 3"
// Copies without swapping: every access is fast and the result wrong.

  if (top + y < rows && left + x < columns) {
    out[(top + y) * columns + left + x] = in[(top + y) * columns + left + x];
  }
