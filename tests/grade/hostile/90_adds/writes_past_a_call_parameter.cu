// SPDX-License-Identifier: MIT
// clang-format off
// Writes a megabyte past a parameter of a call, whose place is a constant.
// expected: failed: the emulator does not run its device code: the PTX of
  // task-begin
  asm volatile("{ .param .b64 q; st.param.b64 [q+1048576], %0; }" :: "l"(a));
  if (i < n) sum[i] = a[i] + b[i];
  // task-end
