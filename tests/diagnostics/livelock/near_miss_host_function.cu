// SPDX-License-Identifier: MIT
// A host function comes after the kernel. The call does not wait for it, and
// the host sets the flag then. Another one, in another stream, sets the flag
// long after the host has begun to wait for the kernel.
#include <chrono>
#include <thread>

__global__ void wait(const volatile int* flag) {
  while (*flag == 0) {
  }
}

void after_the_kernel(int* flag) {
  *flag = 0;
  wait<<<1, 1>>>(flag);
  cudaLaunchHostFunc(
      nullptr, [](void*) {}, nullptr);
  *const_cast<volatile int*>(flag) = 1;
  cudaDeviceSynchronize();
}

void beside_the_kernel(int* flag) {
  cudaStream_t stream, other;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
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
}

int main() {
  int* flag;
  cudaMallocHost(&flag, sizeof(int));
  after_the_kernel(flag);
  beside_the_kernel(flag);
  cudaFreeHost(flag);
}
