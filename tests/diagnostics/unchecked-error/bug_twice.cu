// SPDX-License-Identifier: MIT
// The second cudaFree of each round fails; so does a far too large cudaMalloc.
int main() {
  int* data;
  for (int i = 0; i < 3; ++i) {
    cudaMalloc(&data, 64);
    cudaFree(data);
    cudaFree(data);
  }
  cudaMalloc(&data, size_t{1} << 50);
  cudaDeviceSynchronize();
}
