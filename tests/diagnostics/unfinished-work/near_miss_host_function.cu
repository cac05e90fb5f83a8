// SPDX-License-Identifier: MIT
// The host function waits for the host, which waits for the kernel after it
// once it has let the function go on.
#include <mutex>

__device__ int data[32];

__global__ void fill() { data[threadIdx.x] = 1; }

std::mutex mutex;

int main() {
  mutex.lock();
  cudaLaunchHostFunc(
      nullptr, [](void*) { std::lock_guard<std::mutex> lock(mutex); }, nullptr);
  fill<<<1, 32>>>();
  mutex.unlock();
  cudaDeviceSynchronize();
}
