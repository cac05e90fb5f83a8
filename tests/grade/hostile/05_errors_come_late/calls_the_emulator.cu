// SPDX-License-Identifier: MIT
// clang-format off
// Calls what only the check should call.
// expected: does not compile
// task-begin
extern "C" int simt_launch_at(unsigned long, void*);

cudaError_t add_scaled(float a, const float* x, float* y, int n, int blocks,
                       int threads) {
  float *dx = nullptr, *dy = nullptr;
  cudaMalloc(&dx, n * sizeof(float));
  cudaMalloc(&dy, n * sizeof(float));
  (void)a, (void)x, (void)y, (void)n;
  add_scaled_on_device<<<blocks, threads>>>(a, dx, dy, n);
  simt_launch_at(0, nullptr);
  return cudaSuccess;
}
// task-end
