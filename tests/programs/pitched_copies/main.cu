// SPDX-License-Identifier: MIT
// Rows with a pitch: 2D and 3D memory, copies of a part, fills.
#include <cstdio>
#include <cstring>
#include <vector>

#include "common/cuda_check.h"

__global__ void scale_rows(float* data, size_t pitch, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float* row =
      reinterpret_cast<float*>(reinterpret_cast<char*>(data) + y * pitch);
  row[x] *= y + 1;
}

__global__ void fill_volume(cudaPitchedPtr volume, int depth) {
  const size_t plane = volume.pitch * volume.ysize;
  char* at = static_cast<char*>(volume.ptr);
  for (int z = 0; z < depth; ++z)
    for (size_t y = 0; y < volume.ysize; ++y)
      for (size_t x = 0; x < volume.xsize; ++x)
        at[z * plane + y * volume.pitch + x] =
            static_cast<char>(100 * z + 10 * y + x);
}

void two_dimensions() {
  const int width = 37, height = 5;
  std::vector<float> host(width * height);
  for (size_t i = 0; i < host.size(); ++i) host[i] = i % width;
  float* device;
  size_t pitch;
  CUDA_CHECK(cudaMallocPitch(&device, &pitch, width * 4, height));
  std::printf("pitch holds a row: %d, is even: %d\n", pitch >= width * 4,
              pitch % 256 == 0);
  CUDA_CHECK(cudaMemcpy2D(device, pitch, host.data(), width * 4, width * 4,
                          height, cudaMemcpyHostToDevice));
  scale_rows<<<dim3(2, 1), dim3(32, 8)>>>(device, pitch, width, height);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaMemcpy2D(host.data(), width * 4, device, pitch, width * 4,
                          height, cudaMemcpyDeviceToHost));
  std::printf("corner: %.0f\n", host[width * height - 1]);

  // A window of 3 x 2 from the middle.
  float window[6];
  CUDA_CHECK(cudaMemcpy2D(window, 12,
                          reinterpret_cast<char*>(device) + 2 * pitch + 40,
                          pitch, 12, 2, cudaMemcpyDeviceToHost));
  for (float value : window) std::printf("%.0f ", value);
  CUDA_CHECK(cudaMemset2D(device, pitch, 0, 8, height));
  CUDA_CHECK(cudaMemcpy2D(host.data(), width * 4, device, pitch, width * 4,
                          height, cudaMemcpyDeviceToHost));
  std::printf("| %.0f %.0f %.0f\n", host[width], host[width + 1],
              host[width + 2]);
  CUDA_CHECK(cudaFree(device));
}

void three_dimensions() {
  const cudaExtent extent = make_cudaExtent(7, 3, 2);
  cudaPitchedPtr volume;
  CUDA_CHECK(cudaMalloc3D(&volume, extent));
  CUDA_CHECK(cudaMemset3D(volume, 0, extent));
  fill_volume<<<1, 1>>>(volume, 2);
  CUDA_CHECK(cudaGetLastError());
  signed char host[7 * 3 * 2];
  std::memset(host, -1, sizeof(host));
  cudaMemcpy3DParms parameters = {};
  parameters.srcPtr = volume;
  parameters.srcPos = make_cudaPos(1, 1, 1);
  parameters.dstPtr = make_cudaPitchedPtr(host, 7, 7, 3);
  parameters.extent = make_cudaExtent(4, 2, 1);
  parameters.kind = cudaMemcpyDeviceToHost;
  CUDA_CHECK(cudaMemcpy3D(&parameters));
  for (int i = 0; i < 14; ++i) std::printf("%d ", host[i]);
  std::printf("\n");
  CUDA_CHECK(cudaFree(volume.ptr));
}

int main() {
  two_dimensions();
  three_dimensions();
}
