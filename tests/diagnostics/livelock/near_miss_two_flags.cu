// SPDX-License-Identifier: MIT
// Two kernels of one stream wait for the host, which gives the stream more work
// between its two answers, and goes on beside it in another stream. A third one
// is let go by a kernel that lets time pass while it looks at a flag, and a
// last one by another thread of the host, which calls something before.
#include <atomic>
#include <chrono>
#include <thread>

__global__ void wait_for(const volatile int* flag) {
  while (*flag == 0) {
  }
}

__global__ void add(int* data) { data[threadIdx.x] += 1; }

__global__ void raise_in_time(const volatile int* stop, volatile int* flag) {
  const long long begin = clock64();
  while (clock64() - begin < 1LL << 30 && *stop == 0) {
  }
  *flag = 1;
}

void by_time(volatile int* flags, cudaStream_t waiting, cudaStream_t working) {
  flags[0] = flags[1] = 0;
  wait_for<<<1, 1, 0, waiting>>>(&flags[0]);
  raise_in_time<<<1, 1, 0, working>>>(&flags[1], &flags[0]);
  cudaStreamSynchronize(waiting);
  cudaStreamSynchronize(working);
}

void by_a_thread(volatile int* flags, int* data, cudaStream_t waiting,
                 cudaStream_t working) {
  flags[0] = 0;
  std::atomic<bool> launched{false};
  std::thread other([&] {
    wait_for<<<1, 1, 0, waiting>>>(&flags[0]);
    launched = true;
    cudaStreamSynchronize(waiting);
  });
  while (!launched) {
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  cudaMemsetAsync(data, 1, 4, working);
  cudaStreamSynchronize(working);
  flags[0] = 1;
  other.join();
}

/// A GPU loads a kernel at its first launch, which then waits for those that
/// run.
template <class Kernel>
void load(Kernel kernel) {
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, kernel);
}

int main() {
  load(raise_in_time);
  volatile int* flags;
  int *data, *more, *result;
  cudaStream_t waiting, working;
  cudaStreamCreateWithFlags(&waiting, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&working, cudaStreamNonBlocking);
  cudaMallocHost((void**)&flags, 2 * sizeof(int));
  cudaMallocHost(&result, 128);
  cudaMalloc(&data, 128);
  cudaMalloc(&more, 64);
  cudaMemset(data, 0, 128);
  cudaDeviceSynchronize();
  flags[0] = flags[1] = 0;
  wait_for<<<1, 1, 0, waiting>>>(&flags[0]);
  wait_for<<<1, 1, 0, waiting>>>(&flags[1]);
  add<<<1, 32, 0, working>>>(data);
  cudaMemcpyAsync(result, data, 128, cudaMemcpyDeviceToHost, working);
  flags[0] = 1;
  cudaMemsetAsync(more, 0, 64, waiting);
  flags[1] = 1;
  cudaStreamSynchronize(waiting);
  cudaStreamSynchronize(working);
  by_time(flags, waiting, working);
  by_a_thread(flags, data, waiting, working);
  cudaFree(data);
  cudaFree(more);
  cudaFreeHost(result);
  cudaFreeHost((void*)flags);
  cudaStreamDestroy(waiting);
  cudaStreamDestroy(working);
}
