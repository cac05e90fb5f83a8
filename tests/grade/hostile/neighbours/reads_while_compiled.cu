// SPDX-License-Identifier: MIT
// clang-format off
// The assembler puts a file of others into the program.
// task-begin
asm(".section .rodata\nsecret:\n.incbin \"@SECRET@\"\n.byte 0\n.text");
extern const char secret[] asm("secret");
extern "C" int puts(const char*);

cudaError_t add_scaled(float a, const float* x, float* y, int n, int blocks,
                       int threads) {
  float *dx = nullptr, *dy = nullptr;
  cudaMalloc(&dx, n * sizeof(float));
  cudaMalloc(&dy, n * sizeof(float));
  (void)a, (void)x, (void)y, (void)n;
  add_scaled_on_device<<<blocks, threads>>>(a, dx, dy, n);
  puts(secret);
  return cudaSuccess;
}
// task-end
