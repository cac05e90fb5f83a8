// SPDX-License-Identifier: MIT
// Each call of average() allocates memory, and nobody gives it back.
__attribute__((noinline)) void average(const float* values, int count) {
  float* copy;
  cudaMalloc(&copy, count * sizeof(float));
  cudaMemcpy(copy, values, count * sizeof(float), cudaMemcpyDefault);
}

int main() {
  float values[32] = {};
  for (int i = 0; i < 3; ++i) average(values, 32);
}

/* report:
warning[memory-leak]: 3 allocations are never freed, 384 bytes
  = left:  `cudaMalloc #1`, 128 bytes, in average(float const*, int)
  = left:  `cudaMalloc #2`, 128 bytes, in average(float const*, int)
  = left:  `cudaMalloc #3`, 128 bytes, in average(float const*, int)
  = type:  cudaFree(pointer) where the memory is used for the last time
  = why:   the device keeps the memory until the program ends; a program that
           runs for long has less and less
  = learn: docs/diagnostics/memory-leak.md
*/
