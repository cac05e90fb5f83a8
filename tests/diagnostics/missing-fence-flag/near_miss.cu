// SPDX-License-Identifier: MIT
// Both sides have their fence.
namespace first {

__device__ volatile int ready = 0;

__global__ void pass(int* data, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *data = 7;
    __threadfence();
    ready = 1;
  } else {
    while (ready == 0) {
    }
    __threadfence();
    *out = *data;
  }
}

void run() {
  int *a, *b;
  cudaMalloc(&a, 1024 * sizeof(int));
  cudaMalloc(&b, 1024 * sizeof(int));
  cudaMemset(a, 0, 1024 * sizeof(int));
  pass<<<2, 32>>>(a, b);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
}

}  // namespace first

// Each thread has its fence, then the block meets, then one stores the flag.
namespace barrier {

__device__ volatile int ready = 0;

__global__ void pass(int* mail, int* out) {
  if (blockIdx.x == 0) {
    mail[threadIdx.x] = 7;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) ready = 1;
  } else {
    if (threadIdx.x == 0)
      while (ready == 0) {
      }
    __syncthreads();
    __threadfence();
    out[threadIdx.x] = mail[threadIdx.x];
  }
}

void run() {
  int *a, *b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  cudaMemset(a, 0, 64 * sizeof(int));
  pass<<<2, 64>>>(a, b);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
}

}  // namespace barrier

int main() {
  first::run();
  barrier::run();
}
