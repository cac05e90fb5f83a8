// SPDX-License-Identifier: MIT
// The host writes its own array and copies it.
int main() {
  int host[32] = {};
  int* data;
  cudaMalloc(&data, sizeof(host));
  host[3] = 1;
  cudaMemcpy(data, host, sizeof(host), cudaMemcpyHostToDevice);
  cudaFree(data);
}
