// SPDX-License-Identifier: MIT
// The emulator has no mipmaps.
int main() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMipmappedArray_t levels;
  cudaMallocMipmappedArray(&levels, &format, make_cudaExtent(8, 8, 0), 2);
}
