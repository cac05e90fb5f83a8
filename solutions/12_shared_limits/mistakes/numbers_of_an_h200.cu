// SPDX-License-Identifier: MIT
// caught by: case "two blocks are resident on every device"
// 113 KB stand in the code: right on the one device where it was written.

  bytes = 113 * 1024;
  return cudaFuncSetAttribute(add_apart_kernel,
                              cudaFuncAttributeMaxDynamicSharedMemorySize,
                              static_cast<int>(bytes));
