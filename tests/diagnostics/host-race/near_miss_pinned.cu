// SPDX-License-Identifier: MIT
// Two buffers take turns: the host fills one while the other is copied.
// cudaFree counts as a wait, of managed memory as of any other.
#include <cstdio>

constexpr int kCount = 1000, kRounds = 6;

void give_memory_back() {
  int *on_device, *on_host, *managed;
  cudaMalloc(&on_device, kCount * sizeof(int));
  cudaMallocHost(&on_host, kCount * sizeof(int));
  cudaMemset(on_device, 1, kCount * sizeof(int));
  for (const bool first : {true, false}) {
    cudaMallocManaged(&managed, 64);
    cudaMemcpyAsync(on_host, on_device, kCount * sizeof(int),
                    cudaMemcpyDeviceToHost);
    cudaFree(first ? managed : on_device);
    std::printf("%d\n", on_host[0]);
    if (!first) cudaFree(managed);
  }
  cudaFreeHost(on_host);
}

int main() {
  float *a, *buffers;
  cudaMalloc(&a, kCount * kRounds * sizeof(float));
  cudaMallocHost(&buffers, 2 * kCount * sizeof(float));
  cudaStream_t stream;
  cudaEvent_t copied[2];
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  for (cudaEvent_t& event : copied) cudaEventCreate(&event);
  for (int round = 0; round < kRounds; ++round) {
    float* buffer = buffers + round % 2 * kCount;
    cudaEventSynchronize(copied[round % 2]);
    for (int i = 0; i < kCount; ++i) buffer[i] = round + i;
    cudaMemcpyAsync(a + round * kCount, buffer, kCount * sizeof(float),
                    cudaMemcpyHostToDevice, stream);
    cudaEventRecord(copied[round % 2], stream);
  }
  std::printf("%g\n", buffers[kCount]);  // the copy only reads it
  cudaStreamSynchronize(stream);
  buffers[0] = 0;
  for (cudaEvent_t& event : copied) cudaEventDestroy(event);
  cudaStreamDestroy(stream);
  cudaFreeHost(buffers);
  cudaFree(a);
  give_memory_back();
}
