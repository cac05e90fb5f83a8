// SPDX-License-Identifier: MIT
// The host fills the buffer again while it is still being copied.
constexpr int kCount = 1000;

void fill(float* buffer, float value) {
  for (int i = 0; i < kCount; ++i) buffer[i] = value;
}

int main() {
  float *a, *b, *buffer;
  cudaMalloc(&a, kCount * sizeof(float));
  cudaMalloc(&b, kCount * sizeof(float));
  cudaHostAlloc(&buffer, kCount * sizeof(float), cudaHostAllocDefault);
  fill(buffer, 1);
  cudaMemcpyAsync(a, buffer, kCount * sizeof(float), cudaMemcpyHostToDevice);
  fill(buffer, 2);
  cudaMemcpyAsync(b, buffer, kCount * sizeof(float), cudaMemcpyHostToDevice);
  cudaDeviceSynchronize();
  cudaFreeHost(buffer);
  cudaFree(a);
  cudaFree(b);
}
