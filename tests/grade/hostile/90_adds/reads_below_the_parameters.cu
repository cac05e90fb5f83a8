// SPDX-License-Identifier: MIT
// clang-format off
// Reads what lies before the kernel's parameters, by an address in a register.
// expected: failed: out-of-bounds
  // task-begin
  unsigned long found;
  asm volatile("ld.param.b64 %0, [%1];" : "=l"(found) : "l"(-8ul));
  if (i < n) sum[i] = found == 1 ? 0 : a[i] + b[i];
  // task-end
