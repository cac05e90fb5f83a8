// SPDX-License-Identifier: MIT
#include <cuda/atomic>

// Release and acquire of device scope order the data.
namespace first {

__global__ void pass(int* data, int* out, int* flag) {
  if (threadIdx.x != 0) return;
  cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
  if (blockIdx.x == 0) {
    *data = 7;
    ready.store(1, cuda::memory_order_release);
  } else {
    while (ready.load(cuda::memory_order_acquire) == 0) {
    }
    *out = *data;
  }
}

void run() {
  int *a, *b;
  cudaMalloc(&a, 1024 * sizeof(int));
  cudaMalloc(&b, 1024 * sizeof(int));
  cudaMemset(a, 0, 1024 * sizeof(int));
  pass<<<2, 32>>>(a, b, a + 1);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
}

}  // namespace first

// A thread that comes after the load of a relaxed value comes after its store.
namespace observed {

using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void pass(int* value, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    Flag(*value).store(7, cuda::memory_order_relaxed);
  } else if (blockIdx.x == 1) {
    while (Flag(*value).load(cuda::memory_order_relaxed) == 0) {
    }
    Flag(*flag).store(1, cuda::memory_order_release);
  } else {
    while (Flag(*flag).load(cuda::memory_order_acquire) == 0) {
    }
    *out = *value;
  }
}

void run() {
  int* p;
  cudaMalloc(&p, 3 * sizeof(int));
  cudaMemset(p, 0, 3 * sizeof(int));
  pass<<<3, 32>>>(p, p + 1, p + 2);
  cudaDeviceSynchronize();
  cudaFree(p);
}

}  // namespace observed

// After a release of the flag, the thread's next store of it releases the same.
namespace repeated {

__device__ void release(int* flag, int value) {
  asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(flag), "r"(value)
               : "memory");
}
__device__ void relaxed(int* flag, int value) {
  asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(flag), "r"(value)
               : "memory");
}
__device__ int acquire(const int* flag) {
  int value;
  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];"
               : "=r"(value)
               : "l"(flag)
               : "memory");
  return value;
}

__global__ void pass(int* data, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *data = 7;
    release(flag, 1);
    relaxed(flag, 2);
  } else {
    while (acquire(flag) != 2) {
    }
    *out = *data;
  }
}

void run() {
  int* p;
  cudaMalloc(&p, 3 * sizeof(int));
  cudaMemset(p, 0, 3 * sizeof(int));
  pass<<<2, 32>>>(p, p + 1, p + 2);
  cudaDeviceSynchronize();
  cudaFree(p);
}

}  // namespace repeated

int main() {
  first::run();
  observed::run();
  repeated::run();
}
