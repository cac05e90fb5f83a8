// SPDX-License-Identifier: MIT
// clang-format off
// Parameters of calls whose sizes wrap when they are added in 32 bits.
// expected: not passed
  // task-begin
  asm volatile("{ .param .align 8 .b8 q[67108864]; .param .align 8 .b8 r[67108864];"
               " st.param.b64 [q], %0; st.param.b64 [r], %0; }" :: "l"(a));
  if (i < n) sum[i] = a[i] + b[i];
  // task-end
