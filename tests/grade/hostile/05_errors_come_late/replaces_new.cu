// SPDX-License-Identifier: MIT
// clang-format off
// Hands out memory of its own to the check.
// expected: failed
// task-begin
void* operator new(unsigned long) {
  static char room[1 << 20];
  return room;
}

cudaError_t add_scaled(float a, const float* x, float* y, int n, int blocks,
                       int threads) {
  float *dx = nullptr, *dy = nullptr;
  cudaMalloc(&dx, n * sizeof(float));
  cudaMalloc(&dy, n * sizeof(float));
  (void)a, (void)x, (void)y, (void)n;
  add_scaled_on_device<<<blocks, threads>>>(a, dx, dy, n);
  return cudaSuccess;
}
// task-end
