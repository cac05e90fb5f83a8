// SPDX-License-Identifier: MIT
// How arrays of one, two and three dimensions lie in static shared memory, and
// that each block has its own copy, even of a variable at file scope.
#include <cstdio>
#include <vector>

#include "common/cuda_check.h"
#include "common/device_buffer.h"

using lockstep::DeviceBuffer;

constexpr int kThreads = 64;

// Each thread stores its number, then reads with the first index reversed.
__global__ void reverse_line(int* out) {  // 64 threads
  __shared__ int line[64];
  line[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = line[63 - threadIdx.x];
}

__global__ void reverse_tile(int* out) {  // 8 x 8 threads
  __shared__ int tile[8][8];
  const int x = threadIdx.x, y = threadIdx.y, thread = 8 * y + x;
  tile[y][x] = thread;
  __syncthreads();
  out[thread] = tile[7 - y][x];
}

__global__ void reverse_box(int* out) {  // 4 x 4 x 4 threads
  __shared__ int box[4][4][4];
  const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  const int thread = 16 * z + 4 * y + x;
  box[z][y][x] = thread;
  __syncthreads();
  out[thread] = box[3 - z][y][x];
}

__shared__ int note;  // file scope: still one for each block

__global__ void write_note(int* out) {
  if (threadIdx.x == 0) note = 100 + blockIdx.x;
  __syncthreads();
  if (threadIdx.x == blockDim.x - 1) out[blockIdx.x] = note;
}

void show_reverse(const char* array, void (*kernel)(int*), dim3 block) {
  const DeviceBuffer<int> out(kThreads);
  kernel<<<1, block>>>(out.data());
  CUDA_CHECK(cudaGetLastError());
  cudaFuncAttributes known{};
  CUDA_CHECK(cudaFuncGetAttributes(&known, kernel));
  const std::vector<int> got = out.download();
  std::printf("%-18s %4d bytes per block; threads 0, 1, 2 read %d, %d, %d\n",
              array, static_cast<int>(known.sharedSizeBytes), got[0], got[1],
              got[2]);
}

int main() {
  CUDA_CHECK(cudaDeviceSynchronize());  // ends here when there is no device
  show_reverse("int line[64]", reverse_line, dim3(64));
  show_reverse("int tile[8][8]", reverse_tile, dim3(8, 8));
  show_reverse("int box[4][4][4]", reverse_box, dim3(4, 4, 4));

  const DeviceBuffer<int> notes(4);
  write_note<<<4, kThreads>>>(notes.data());
  CUDA_CHECK(cudaGetLastError());
  std::printf("one name at file scope, 4 blocks:");
  for (int note_of_block : notes.download()) std::printf(" %d", note_of_block);
  std::printf("\n");
}
