// SPDX-License-Identifier: MIT
// A kernel waits for another one, which the program has not used before.
__global__ void consume(int* full) {
  while (atomicAdd(full, 0) == 0) {
  }
}

__global__ void produce(int* full) { atomicExch(full, 1); }

int main() {
  int* full;
  cudaMalloc(&full, sizeof *full);
  cudaMemset(full, 0, sizeof *full);
  cudaStream_t one, two;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  consume<<<1, 1, 0, one>>>(full);
  produce<<<1, 1, 0, two>>>(full);
  cudaDeviceSynchronize();
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
  cudaFree(full);
}

/* report:
warning[kernel-loaded-late]: `produce` is launched for the first time while
  `consume` waits
 --> bug.cu:4:3
  |
4 |   while (atomicAdd(full, 0) == 0) {
  |   ^ (1) `consume` waits for `cudaMalloc #1+0` here
  |
  = work:  (1) `consume` is launched in main
  = work:  (2) `produce` is launched in main
  = type:  cudaFuncGetAttributes(&attributes, produce), called before (1), loads
           it; so does CUDA_MODULE_LOADING=EAGER
  = why:   a kernel is loaded at its first use, and a GPU may load it only when
           the kernels that run have ended; then each waits for the other
  = learn: docs/diagnostics/kernel-loaded-late.md
*/
