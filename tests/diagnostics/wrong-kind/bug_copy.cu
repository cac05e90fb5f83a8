// SPDX-License-Identifier: MIT
// Copies whose kind contradicts one pointer: of rows, in a stream, of a
// variable, of managed memory, between two pointers of the device or the host;
// and a fill of the host's memory.
#include <vector>

__device__ int variable[4];

int main() {
  int host[8] = {}, other[8], *data, *managed;
  std::vector<int> values(8);
  cudaMalloc(&data, sizeof host);
  cudaMallocManaged(&managed, sizeof host);
  cudaMemcpy2D(data, 16, host, 16, 16, 2, cudaMemcpyDeviceToHost);
  cudaMemcpyAsync(data, values.data(), 32, cudaMemcpyDeviceToDevice);
  cudaMemcpyToSymbol(variable, host, 16, 0, cudaMemcpyDeviceToHost);
  cudaMemcpy(managed, host, 32, cudaMemcpyDeviceToDevice);
  cudaMemcpy(data, data + 4, 16, cudaMemcpyHostToHost);
  cudaMemcpy(other, host, 32, cudaMemcpyHostToDevice);
  cudaMemset(host, 0, sizeof host);
  cudaFree(data);
  cudaFree(managed);
}
