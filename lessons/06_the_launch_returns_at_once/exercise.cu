// SPDX-License-Identifier: MIT
// Negates an array in portions. The host fills a buffer, the device works on
// it, and the host takes the results out of another buffer. The host must not
// be faster than the device.
#include <algorithm>

#include "lesson.h"

__global__ void negate(float* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] = -values[i];
}

void negate_all(const float* in, float* out, int total, int n) {
  const int portions = total / n;
  const size_t bytes = n * sizeof(float);
  const int blocks = (n + 255) / 256;
  float *up = nullptr, *down = nullptr, *device = nullptr;
  cudaStream_t stream;
  cudaMallocHost(&up, bytes);    // from here to the device
  cudaMallocHost(&down, bytes);  // from the device to here
  cudaMalloc(&device, bytes);
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  std::fill_n(down, n, 0.0f);

  // task-begin
  // TODO: let the host wait where it must. Nothing else is wrong.
  std::copy_n(in, n, up);
  for (int p = 0; p < portions; ++p) {
    cudaMemcpyAsync(device, up, bytes, cudaMemcpyHostToDevice, stream);
    negate<<<blocks, 256, 0, stream>>>(device, n);
    cudaMemcpyAsync(down, device, bytes, cudaMemcpyDeviceToHost, stream);
    if (p + 1 < portions) std::copy_n(in + (p + 1) * n, n, up);  // the next one
    std::copy_n(down, n, out + p * n);
    std::fill_n(down, n, 0.0f);  // a copy that is missing shows
  }
  // task-end

  cudaStreamDestroy(stream);
  cudaFree(device);
  cudaFreeHost(down);
  cudaFreeHost(up);
}
