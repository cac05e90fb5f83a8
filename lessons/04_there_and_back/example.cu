// SPDX-License-Identifier: MIT
// 16 floats go to the device, by a copy of 64 bytes and by one of 16 bytes. A
// kernel notes which places a value has reached, and the notes come back.
#include <cstdio>

#include "common/cuda_check.h"

constexpr int kValues = 16;
constexpr size_t kBytes = kValues * sizeof(float);

/// Fresh places hold 0 here, and no value of the host is 0.
__global__ void note(const float* values, float* arrived) {
  const int i = threadIdx.x;
  if (values[i] != 0) arrived[i] = values[i];
}

void send(const float* host, size_t bytes) {
  float *values = nullptr, *arrived = nullptr, notes[kValues];
  CUDA_CHECK(cudaMalloc(&values, kBytes));
  CUDA_CHECK(cudaMalloc(&arrived, kBytes));
  CUDA_CHECK(cudaMemset(values, 0, kBytes));
  CUDA_CHECK(cudaMemset(arrived, 0, kBytes));

  CUDA_CHECK(cudaMemcpy(values, host, bytes, cudaMemcpyHostToDevice));
  note<<<1, kValues>>>(values, arrived);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaMemcpy(notes, arrived, kBytes, cudaMemcpyDeviceToHost));

  std::printf("%2zu bytes ", bytes);
  for (const float note : notes) {
    note != 0 ? std::printf(" %2.0f", note) : std::printf("  .");
  }
  std::printf("\n");
  CUDA_CHECK(cudaFree(values));
  CUDA_CHECK(cudaFree(arrived));
}

int main() {
  float host[kValues];
  for (int i = 0; i < kValues; ++i) host[i] = i + 1;
  send(host, kValues * sizeof(float));
  send(host, kValues);
}
