// SPDX-License-Identifier: MIT
// An event, the host, and the default stream each make the second one wait. Of
// two kernels beside each other the host lets the second one end before it lets
// the first one go on; and two add to one word. What a kernel told
// the host by a flag comes before what the host launches then, also where
// another one passed it on.
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

/// Says so once it has stored, and stays until `flags[1]`.
__global__ void store_and_tell(volatile int* flags, int* to) {
  *to = 1;
  __threadfence_system();
  flags[0] = 1;
  while (flags[1] == 0) {
  }
}

__global__ void store_for_another(volatile int* passed, int* to,
                                  const volatile int* end) {
  *to = 1;
  __threadfence();
  *passed = 1;
  while (*end == 0) {
  }
}

__global__ void pass_on(const volatile int* passed, volatile int* flag) {
  while (*passed == 0) {
  }
  __threadfence_system();
  *flag = 1;
}

void told(int* a, int* b, cudaStream_t one, cudaStream_t two) {
  volatile int* flags;
  cudaMallocHost((void**)&flags, 2 * sizeof(int));
  flags[0] = flags[1] = 0;
  store_and_tell<<<1, 1, 0, one>>>(flags, a);
  while (flags[0] == 0) {
  }
  load<<<1, 32, 0, two>>>(a, b);
  cudaStreamSynchronize(two);
  flags[1] = 1;
  cudaDeviceSynchronize();
  cudaMemset(a, 0, 32 * sizeof(int));
  flags[0] = flags[1] = 0;
  cudaDeviceSynchronize();
  store_for_another<<<1, 1, 0, one>>>(a + 1, a, &flags[1]);
  pass_on<<<1, 1, 0, two>>>(a + 1, &flags[0]);
  while (flags[0] == 0) {
  }
  take<<<1, 1, 0, two>>>(&flags[0], a, b);
  cudaStreamSynchronize(two);
  flags[1] = 1;
  cudaDeviceSynchronize();
  cudaFreeHost((void*)flags);
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

/// A GPU loads a kernel at its first launch, which then waits for those that
/// run.
template <class Kernel>
void prepare(Kernel kernel) {
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, kernel);
}

int main() {
  prepare(pass_on);
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
  told(a, b, one, two);
  cudaEventDestroy(stored);
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
  cudaFree(a);
  cudaFree(b);
}
