// SPDX-License-Identifier: MIT
// clang-format off
// Calls what only the check should call.
// expected: does not compile
  // task-begin
  (void)a, (void)x, (void)y, (void)n;
}

extern "C" int simt_launch_at(unsigned long, void*);

cudaError_t add_scaled(float a, const float* x, float* y, float* dx, float* dy,
                       int n, int blocks, int threads) {
  (void)a, (void)x, (void)y, (void)dx, (void)dy, (void)n;
  add_scaled_on_device<<<blocks, threads>>>(a, dx, dy, n);
  simt_launch_at(0, nullptr);
  return cudaSuccess;
  // task-end
