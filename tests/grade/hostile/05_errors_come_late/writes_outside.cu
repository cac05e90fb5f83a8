// SPDX-License-Identifier: MIT
// clang-format off
// Leaves a file where others would find it. (2 is open, 1 write.)
// expected: not passed
// task-begin
long call(long number, long a = 0, long b = 0, long c = 0) {
  long result = 0;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(number), "D"(a), "S"(b), "d"(c)
               : "rcx", "r11", "memory");
  return result;
}

cudaError_t add_scaled(float a, const float* x, float* y, int n, int blocks,
                       int threads) {
  float *dx = nullptr, *dy = nullptr;
  cudaMalloc(&dx, n * sizeof(float));
  cudaMalloc(&dy, n * sizeof(float));
  (void)a, (void)x, (void)y, (void)n;
  add_scaled_on_device<<<blocks, threads>>>(a, dx, dy, n);
  call(1, call(2, reinterpret_cast<long>("@OUTSIDE@"), 0101, 0666),
       reinterpret_cast<long>("me"), 2);
  return cudaSuccess;
}
// task-end
