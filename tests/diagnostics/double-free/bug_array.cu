// SPDX-License-Identifier: MIT
// An array that is freed already goes to each call that frees memory.
int main() {
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMallocArray(&array, &format, 16);
  cudaFreeArray(array);
  cudaFreeArray(array);
  cudaFree(array);
  cudaFreeHost(array);
}
