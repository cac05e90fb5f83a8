// SPDX-License-Identifier: MIT
// clang-format off
// Has the assembler print what stands for a fault of this machine.
// expected: does not compile
  // task-begin
  const int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
    y[i] = a * x[i] + y[i];
  }
}

cudaError_t add_scaled(float a, const float* x, float* y, float* dx, float* dy,
                       int n, int blocks, int threads) {
  (void)a, (void)x, (void)y, (void)dx, (void)dy, (void)n;
  (void)blocks, (void)threads;
  asm(".print \"No space left on device\"\n.error \"mine\"");
  return cudaSuccess;
  // task-end
