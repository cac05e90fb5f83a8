// SPDX-License-Identifier: MIT
// A far too large cudaMalloc fails; so does each cudaMemset of the null pointer
// that it leaves.
int main() {
  int* data = nullptr;
  cudaMalloc(&data, size_t{1} << 50);
  for (int i = 0; i < 3; ++i) cudaMemset(data, 0, 64);
  cudaDeviceSynchronize();
}
