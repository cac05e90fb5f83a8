// SPDX-License-Identifier: MIT
// caught by: case "global memory moves whole sectors"
// No shared memory, so no conflict: but the global stores are scattered.

  if (top + y < rows && left + x < columns) {
    out[(left + x) * rows + top + y] = in[(top + y) * columns + left + x];
  }
