// SPDX-License-Identifier: MIT
// An event, the host, and the default stream each make the second one wait.
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
  cudaEvent_t stored;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  cudaEventCreate(&stored);
  store<<<1, 32, 0, one>>>(a);
  cudaEventRecord(stored, one);
  cudaStreamWaitEvent(two, stored, 0);
  load<<<1, 32, 0, two>>>(a, b);
  cudaStreamSynchronize(two);
  store<<<1, 32, 0, one>>>(a);
  store<<<1, 32>>>(a);
  load<<<1, 32, 0, two>>>(a, b);
  cudaDeviceSynchronize();
  cudaEventDestroy(stored);
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
  cudaFree(a);
  cudaFree(b);
}
