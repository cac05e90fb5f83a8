// SPDX-License-Identifier: MIT
// Two streams, and nothing makes the second one wait, which is made when the
// first has work: nobody waits for the event. Nor do the two kernels wait for
// each other that are let go by the host. One stores once more after it has
// told the host, which launches another one then.
__global__ void store(int* a) {
  const int i = threadIdx.x;
  a[i] = 1;
}

__global__ void load(const int* a, int* b) {
  const int i = threadIdx.x;
  b[i] = a[i];
}

__global__ void store_later(const volatile int* flag, int* a, int value) {
  while (*flag == 0) {
  }
  *a = value;
}

__global__ void tell_and_store(volatile int* flags, int* a) {
  __threadfence_system();
  flags[0] = 1;
  *a = 3;
  while (flags[1] == 0) {
  }
}

int main() {
  int *a, *b;
  volatile int* flags;
  cudaMalloc(&a, 32 * sizeof(int));
  cudaMalloc(&b, 32 * sizeof(int));
  cudaEvent_t stored;
  cudaStream_t one, two;
  cudaEventCreate(&stored);
  cudaStreamCreate(&one);
  store<<<1, 32, 0, one>>>(a);
  cudaEventRecord(stored, one);
  cudaStreamCreate(&two);
  load<<<1, 32, 0, two>>>(a, b);
  cudaDeviceSynchronize();
  cudaMallocHost((void**)&flags, 2 * sizeof(int));
  flags[0] = flags[1] = 0;
  store_later<<<1, 1, 0, one>>>(&flags[0], a, 1);
  store_later<<<1, 1, 0, two>>>(&flags[1], a, 2);
  flags[1] = 1;
  cudaStreamQuery(two);
  flags[0] = 1;
  cudaDeviceSynchronize();
  flags[0] = flags[1] = 0;
  tell_and_store<<<1, 1, 0, one>>>(flags, a);
  while (flags[0] == 0) {
  }
  load<<<1, 32, 0, two>>>(a, b);
  cudaStreamSynchronize(two);
  flags[1] = 1;
  cudaDeviceSynchronize();
  cudaFreeHost((void*)flags);
  cudaEventDestroy(stored);
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
  cudaFree(a);
  cudaFree(b);
}

/* report:
error[global-race]: thread 0 of block (0,0,0) and thread 0 of block (0,0,0)
  touch `cudaMalloc #1+0` in launches that nothing orders
  --> bug.cu:13:3
   |
 8 |   a[i] = 1;
   |   - (1) thread 0 of block (0,0,0) of launch 0 stores `cudaMalloc #1+0` here
13 |   b[i] = a[i];
   |   ^ (2) thread 0 of block (0,0,0) loads `cudaMalloc #1+0` here
   |
   = why:   launches in different streams, same 4 bytes, one is a store, nothing
            makes one launch wait for the other
   = seen:  32 such pairs; lowest address shown
   = learn: docs/diagnostics/global-race.md

error[global-race]: thread 0 of block (0,0,0) and thread 0 of block (0,0,0)
  touch `cudaMalloc #1+0` in launches that nothing orders
  --> bug.cu:19:3
   |
19 |   *a = value;
   |   - (1) thread 0 of block (0,0,0) of launch 3 stores `cudaMalloc #1+0` here
   |   ^ (2) thread 0 of block (0,0,0) stores `cudaMalloc #1+0` here
   |
   = why:   launches in different streams, same 4 bytes, both store, nothing
            makes one launch wait for the other
   = seen:  1 such pair; lowest address shown
   = learn: docs/diagnostics/global-race.md

error[global-race]: thread 0 of block (0,0,0) and thread 0 of block (0,0,0)
  touch `cudaMalloc #1+0` in launches that nothing orders
  --> bug.cu:13:3
   |
13 |   b[i] = a[i];
   |   ^ (2) thread 0 of block (0,0,0) loads `cudaMalloc #1+0` here
25 |   *a = 3;
   |   - (1) thread 0 of block (0,0,0) of launch 4 stores `cudaMalloc #1+0` here
   |
   = why:   launches in different streams, same 4 bytes, one is a store, nothing
            makes one launch wait for the other
   = seen:  1 such pair; lowest address shown
   = learn: docs/diagnostics/global-race.md
*/
