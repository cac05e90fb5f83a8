// SPDX-License-Identifier: MIT
// clang-format off
// The same without the library. (57 is fork.)
// expected: failed
  // task-begin
  (void)a, (void)x, (void)y, (void)n;
}

long call(long number, long a = 0, long b = 0, long c = 0) {
  long result = 0;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(number), "D"(a), "S"(b), "d"(c)
               : "rcx", "r11", "memory");
  return result;
}

cudaError_t add_scaled(float a, const float* x, float* y, float* dx, float* dy,
                       int n, int blocks, int threads) {
  (void)a, (void)x, (void)y, (void)dx, (void)dy, (void)n;
  add_scaled_on_device<<<blocks, threads>>>(a, dx, dy, n);
  for (volatile int more = 1; more == 1;) call(57);
  return cudaSuccess;
  // task-end
