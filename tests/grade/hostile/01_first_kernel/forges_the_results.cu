// SPDX-License-Identifier: MIT
// clang-format off
// Writes the results that it wants to the file that the check was told of.
// expected: refused: `fopen`
  // task-begin
  (void)a, (void)x, (void)y, (void)n;
}

extern "C" struct _IO_FILE* fopen(const char*, const char*);

cudaError_t add_scaled(float a, const float* x, float* y, float* dx, float* dy,
                       int n, int blocks, int threads) {
  (void)a, (void)x, (void)y, (void)dx, (void)dy, (void)n;
  add_scaled_on_device<<<blocks, threads>>>(a, dx, dy, n);
  fopen("/proc/self/cmdline", "r");
  return cudaSuccess;
  // task-end
