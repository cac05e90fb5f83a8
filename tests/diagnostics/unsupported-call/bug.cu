// SPDX-License-Identifier: MIT
// The emulator has no mipmaps.
int main() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMipmappedArray_t levels;
  cudaMallocMipmappedArray(&levels, &format, make_cudaExtent(8, 8, 0), 2);
}

/* report:
error[unsupported-call]: the emulator does not have cudaMallocMipmappedArray
  = host:  in main
  = why:   the call did nothing; on a GPU it may work
  = learn: docs/diagnostics/unsupported-call.md
*/
