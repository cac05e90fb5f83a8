// SPDX-License-Identifier: MIT
// A far too large cudaMalloc fails; so does each cudaMemset of the null pointer
// that it leaves.
int main() {
  int* data = nullptr;
  cudaMalloc(&data, size_t{1} << 50);
  for (int i = 0; i < 3; ++i) cudaMemset(data, 0, 64);
  cudaDeviceSynchronize();
}

/* report:
warning[unchecked-error]: `cudaMalloc` failed with cudaErrorMemoryAllocation,
  and the program did not read the error
  = host:  in main
  = text:  out of memory
  = type:  CUDA_CHECK(cudaMalloc(...)) from common/cuda_check.h stops the
           program here
  = why:   what a failed call should have done is not done; results that need it
           are wrong
  = note:  cudaGetLastError, cudaPeekAtLastError and cudaGetErrorString count as
           reading; whether a returned value was compared cannot be seen
  = learn: docs/diagnostics/unchecked-error.md

warning[unchecked-error]: `cudaMemset` failed with cudaErrorInvalidValue, and
  the program did not read the error
  = host:  in main
  = text:  invalid argument
  = type:  CUDA_CHECK(cudaMemset(...)) from common/cuda_check.h stops the
           program here
  = why:   what a failed call should have done is not done; results that need it
           are wrong
  = note:  cudaGetLastError, cudaPeekAtLastError and cudaGetErrorString count as
           reading; whether a returned value was compared cannot be seen
  = seen:  3 times at this place
  = learn: docs/diagnostics/unchecked-error.md
*/
