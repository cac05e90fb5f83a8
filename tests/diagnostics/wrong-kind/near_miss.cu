// SPDX-License-Identifier: MIT
// Each kind says where its pointers lie. Memory that both can reach fits either
// way, and cudaMemcpyDefault always does.
#include <vector>

__device__ int variable[8];

int main() {
  int host[8] = {}, other[8], *data, *managed, *pinned, *mapped;
  cudaMalloc(&data, sizeof host);
  cudaMallocManaged(&managed, sizeof host);
  cudaHostAlloc(&pinned, sizeof host, cudaHostAllocMapped);
  cudaHostGetDevicePointer(&mapped, pinned, 0);
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpy(data, data + 4, 16, cudaMemcpyDeviceToDevice);
  cudaMemcpy(other, host, sizeof host, cudaMemcpyHostToHost);
  cudaMemcpy(managed, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(other, managed, sizeof host, cudaMemcpyHostToHost);
  cudaMemcpy(pinned, data, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpy(mapped, data, sizeof host, cudaMemcpyDeviceToDevice);
  cudaMemcpy(host, data, sizeof host, cudaMemcpyDefault);
  cudaMemcpyToSymbol(variable, host, sizeof host);
  cudaMemcpyToSymbol(variable, data, sizeof host, 0, cudaMemcpyDeviceToDevice);
  cudaMemset(managed, 0, sizeof host);
  cudaMemset(pinned, 0, sizeof host);
  std::vector<int> values(16);
  cudaHostRegister(values.data(), 64, cudaHostRegisterDefault);
  cudaMemcpy(values.data(), data, sizeof host, cudaMemcpyDeviceToDevice);
  cudaHostUnregister(values.data());
  cudaFree(data);
  cudaFree(managed);
  cudaFreeHost(pinned);
}
