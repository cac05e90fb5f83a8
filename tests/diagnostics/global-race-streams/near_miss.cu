// SPDX-License-Identifier: MIT
// An event, the host, and the default stream each make the second one wait. Of
// two kernels beside each other the host lets the second one end before it lets
// the first one go on; and two add to one word.
__global__ void store(int* a) {
  const int i = threadIdx.x;
  a[i] = 1;
}

__global__ void load(const int* a, int* b) {
  const int i = threadIdx.x;
  b[i] = a[i];
}

__global__ void take(const volatile int* flag, const int* from, int* to) {
  while (*flag == 0) {
  }
  *to = *from + 1;
}

__global__ void add(const volatile int* flag, int* sum) {
  while (*flag == 0) {
  }
  atomicAdd(sum, 1);
}

void beside(int* a, cudaStream_t one, cudaStream_t two) {
  volatile int* flags;
  cudaMallocHost((void**)&flags, 2 * sizeof(int));
  flags[0] = flags[1] = 0;
  take<<<1, 1, 0, one>>>(&flags[0], a + 1, a);
  take<<<1, 1, 0, two>>>(&flags[1], a + 2, a + 1);
  flags[1] = 1;
  cudaStreamSynchronize(two);
  flags[0] = 1;
  cudaDeviceSynchronize();
  flags[0] = flags[1] = 0;
  add<<<1, 1, 0, one>>>(&flags[0], a);
  add<<<1, 1, 0, two>>>(&flags[1], a);
  flags[0] = flags[1] = 1;
  cudaDeviceSynchronize();
  cudaFreeHost((void*)flags);
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
  beside(a, one, two);
  cudaEventDestroy(stored);
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
  cudaFree(a);
  cudaFree(b);
}
