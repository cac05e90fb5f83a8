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
