// SPDX-License-Identifier: MIT
// clang-format off
// The host computes; the kernel, launched last, does nothing.
// expected: partial
  // task-begin
  (void)a, (void)x, (void)y, (void)n;
}

cudaError_t add_scaled(float a, const float* x, float* y, float* dx, float* dy,
                       int n, int blocks, int threads) {
  (void)a, (void)x, (void)y, (void)dx, (void)dy, (void)n;
  add_scaled_on_device<<<blocks, threads>>>(a, dx, dy, n);
  for (int i = 0; i < n; ++i) y[i] += a * x[i];
  return cudaSuccess;
  // task-end
