// SPDX-License-Identifier: MIT
// clang-format off
// A constructor ends the program before anything else.
// expected: failed: status 0
  // task-begin
  (void)a, (void)x, (void)y, (void)n;
}

__attribute__((constructor)) void early() { exit(0); }

cudaError_t add_scaled(float a, const float* x, float* y, float* dx, float* dy,
                       int n, int blocks, int threads) {
  (void)a, (void)x, (void)y, (void)dx, (void)dy, (void)n;
  add_scaled_on_device<<<blocks, threads>>>(a, dx, dy, n);
  return cudaSuccess;
  // task-end
