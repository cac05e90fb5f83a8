// SPDX-License-Identifier: MIT
// Two streams, and nothing makes the second one wait.
__global__ void store(int* a) {
  const int i = threadIdx.x;
  a[i] = 1;
}

__global__ void load(const int* a, int* b) {
  const int i = threadIdx.x;
  b[i] = a[i];
}

int main() {
  int *a, *b;
  cudaMalloc(&a, 32 * sizeof(int));
  cudaMalloc(&b, 32 * sizeof(int));
  cudaStream_t one, two;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  store<<<1, 32, 0, one>>>(a);
  load<<<1, 32, 0, two>>>(a, b);
  cudaDeviceSynchronize();
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
  cudaFree(a);
  cudaFree(b);
}

/* report:
error[global-race]: thread 0 of block (0,0,0) and thread 0 of block (0,0,0)
  touch `cudaMalloc #1+0` in launches that nothing orders
  --> bug.cu:10:3
   |
 5 |   a[i] = 1;
   |   - (1) thread 0 of block (0,0,0) of launch 0 stores `cudaMalloc #1+0` here
10 |   b[i] = a[i];
   |   ^ (2) thread 0 of block (0,0,0) loads `cudaMalloc #1+0` here
   |
   = why:   launches in different streams, same 4 bytes, one is a store, nothing
            makes one launch wait for the other
   = seen:  32 such pairs; lowest address shown
   = learn: docs/diagnostics/global-race.md
*/
