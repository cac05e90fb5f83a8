// SPDX-License-Identifier: MIT
// The host writes through a pointer that only the device can use.
int main() {
  int* data;
  cudaMalloc(&data, 32 * sizeof(int));
  data[3] = 1;
  cudaFree(data);
}
