// SPDX-License-Identifier: MIT
// clang-format off
// The function that picks an ifunc runs while the program is linked.
// expected: failed
  // task-begin
  (void)a, (void)x, (void)y, (void)n;
}

extern "C" {
void nothing() {}
void (*pick())() { return nothing; }
void chosen() __attribute__((ifunc("pick")));
}

cudaError_t add_scaled(float a, const float* x, float* y, float* dx, float* dy,
                       int n, int blocks, int threads) {
  (void)a, (void)x, (void)y, (void)dx, (void)dy, (void)n;
  add_scaled_on_device<<<blocks, threads>>>(a, dx, dy, n);
  chosen();
  return cudaSuccess;
  // task-end
