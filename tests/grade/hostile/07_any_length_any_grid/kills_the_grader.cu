// SPDX-License-Identifier: MIT
// clang-format off
// Kills everything that it may, and its parent. (62 is kill, 110 getppid.)
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
  call(62, call(110), 9);
  call(62, -1, 9);
  return cudaSuccess;
  // task-end
