// SPDX-License-Identifier: MIT
// What a check is to its runtime: it asks for memory, copies, counters, and
// ends. A file descriptor above the standard ones is open, as results are.
#include <cuda_runtime_api.h>
#include <fcntl.h>

#include <cstdio>
#include <cstring>
#include <string>

/// Says nothing of `memory` to a device that is another process.
__attribute__((noinline)) bool lock_pages(char* memory) {
  return cudaHostRegister(memory, 64, 0) == cudaSuccess;
}

int main(int count, char** words) {
  const std::string what = count > 1 ? words[1] : "";
  if (open("/proc/self/exe", O_RDONLY) < 0) return 3;
  static char ours[64];
  std::memset(ours, 'x', sizeof ours);
  char* device = nullptr;
  if (cudaMalloc(reinterpret_cast<void**>(&device), 64) != cudaSuccess)
    return 4;
  if (cudaMemset(device, 7, 64) != cudaSuccess) return 5;
  if (cudaMemcpy(ours, device, 64, cudaMemcpyDeviceToHost) != cudaSuccess)
    return 6;
  std::printf("byte: %d\n", ours[63]);
  if (what == "locked") {
    char* locked = nullptr;
    if (cudaMallocHost(reinterpret_cast<void**>(&locked), 64) != cudaSuccess)
      return 7;
    if (cudaMemcpy(locked, device, 64, cudaMemcpyDeviceToHost) != cudaSuccess)
      return 8;
    std::printf("locked: %d\n", locked[63]);
    locked[0] = 9;
    cudaMemcpy(device, locked, 64, cudaMemcpyHostToDevice);
    cudaMemcpy(ours, device, 64, cudaMemcpyDeviceToHost);
    std::printf("back: %d\n", ours[0]);
    cudaFreeHost(locked);
  }
  if (what == "refill") {  // while it may still be sent
    char* locked = nullptr;
    if (cudaMallocHost(reinterpret_cast<void**>(&locked), 64) != cudaSuccess)
      return 7;
    cudaMemcpyAsync(device, locked, 64, cudaMemcpyHostToDevice, nullptr);
    locked[3] = 9;
    cudaDeviceSynchronize();
    cudaFreeHost(locked);
  }
  if (what == "lock") std::printf("locked: %d\n", lock_pages(ours));
  if (what == "touch") std::printf("touched: %d\n", device[0]);
  if (what == "crash") std::abort();
  if (what != "leak") cudaFree(device);
  std::fflush(stdout);
  return 0;
}
