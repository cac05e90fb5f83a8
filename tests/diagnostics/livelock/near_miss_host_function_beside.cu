// SPDX-License-Identifier: MIT
// A host function in another stream sets the flag, long after the host has
// begun to wait for the kernel.
#include <chrono>
#include <thread>

__global__ void wait(const volatile int* flag) {
  while (*flag == 0) {
  }
}

int main() {
  int* flag;
  cudaStream_t stream, other;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  cudaMallocHost(&flag, sizeof(int));
  *flag = 0;
  wait<<<1, 1, 0, stream>>>(flag);
  const auto set = [](void* to) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    *static_cast<volatile int*>(to) = 1;
  };
  cudaLaunchHostFunc(other, set, flag);
  cudaStreamSynchronize(stream);
  cudaDeviceSynchronize();
  cudaStreamDestroy(stream);
  cudaStreamDestroy(other);
  cudaFreeHost(flag);
}
