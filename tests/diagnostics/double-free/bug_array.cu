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

/* report:
error[double-free]: `cudaFreeArray` is given `cudaArray_t #1`, which is freed
  already
  = host:  in main
  = made:  cudaMallocArray in main
  = first: cudaFreeArray in main
  = why:   an array is given back once
  = learn: docs/diagnostics/double-free.md

error[double-free]: `cudaFree` is given `cudaArray_t #1`, which is freed already
  = host:  in main
  = made:  cudaMallocArray in main
  = first: cudaFreeArray in main
  = why:   an array is given back once
  = learn: docs/diagnostics/double-free.md

error[double-free]: `cudaFreeHost` is given `cudaArray_t #1`, which is freed
  already
  = host:  in main
  = made:  cudaMallocArray in main
  = first: cudaFreeArray in main
  = why:   an array is given back once
  = learn: docs/diagnostics/double-free.md
*/
