// SPDX-License-Identifier: MIT
// Memory given back by the wrong call, by an address inside it, or never taken.
#include <cstdlib>
#include <vector>

int main() {
  char *device, *pinned, *managed;
  cudaMalloc(&device, 64);
  cudaMallocHost(&pinned, 64);
  cudaMallocManaged(&managed, 64);
  cudaFree(pinned);
  cudaFreeHost(device);
  cudaFreeHost(managed);
  cudaFree(device + 4);
  std::vector<int> values(16);
  cudaFree(values.data());
  cudaFreeHost(values.data());
  cudaHostRegister(values.data(), 64, cudaHostRegisterDefault);
  cudaFreeHost(values.data());
  cudaHostUnregister(values.data());
  cudaHostUnregister(values.data());
  cudaHostUnregister(pinned);
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMallocArray(&array, &format, 16);
  cudaFree(array);
  cudaFreeArray(array);
  cudaFree(device);
  cudaFree(managed);
  cudaFreeHost(pinned);
}
