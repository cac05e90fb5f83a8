// SPDX-License-Identifier: MIT
// Three things about static shared memory: how arrays of one, two and three
// dimensions lie in it, that each block has its own copy, and that a value
// loaded once can serve the whole block.
#include <cstdio>
#include <vector>

#include "common/compare.h"
#include "common/counters.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"

using lockstep::DeviceBuffer;

constexpr int kThreads = 64;

// Each thread stores its number, then reads with the first index reversed.
__global__ void turn_line(int* out) {  // 64 threads
  __shared__ int line[64];
  line[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = line[63 - threadIdx.x];
}

__global__ void turn_tile(int* out) {  // 8 x 8 threads
  __shared__ int tile[8][8];
  const int x = threadIdx.x, y = threadIdx.y, thread = 8 * y + x;
  tile[y][x] = thread;
  __syncthreads();
  out[thread] = tile[7 - y][x];
}

__global__ void turn_box(int* out) {  // 4 x 4 x 4 threads
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

// out[i] = how many of the block's 64 values are smaller than in[i].
__global__ void rank_direct(const int* in, int* out) {
  const int first = blockIdx.x * kThreads, i = first + threadIdx.x;
  int rank = 0;
  for (int k = 0; k < kThreads; ++k) rank += in[first + k] < in[i];
  out[i] = rank;
}

__global__ void rank_shared(const int* in, int* out) {
  __shared__ int values[kThreads];
  const int i = blockIdx.x * kThreads + threadIdx.x;
  values[threadIdx.x] = in[i];
  __syncthreads();
  int rank = 0;
  for (int k = 0; k < kThreads; ++k) rank += values[k] < values[threadIdx.x];
  out[i] = rank;
}

void show_turn(const char* array, void (*kernel)(int*), dim3 block) {
  const DeviceBuffer<int> out(kThreads);
  kernel<<<1, block>>>(out.data());
  CUDA_CHECK(cudaGetLastError());
  cudaFuncAttributes known{};
  CUDA_CHECK(cudaFuncGetAttributes(&known, kernel));
  const std::vector<int> got = out.download();
  std::printf("%-18s %4d bytes a block; threads 0, 1, 2 read %d, %d, %d\n",
              array, static_cast<int>(known.sharedSizeBytes), got[0], got[1],
              got[2]);
}

void show_rank(const char* name, void (*kernel)(const int*, int*)) {
  constexpr int kBlocks = 4;
  const DeviceBuffer<int> in(
      lockstep::distinct_values<int>(kBlocks * kThreads, 4));
  const DeviceBuffer<int> out(kBlocks * kThreads);
  const lockstep::Recording recording;
  kernel<<<kBlocks, kThreads>>>(in.data(), out.data());
  CUDA_CHECK(cudaGetLastError());
  const std::vector<int> rank = out.download();
  std::printf("%-18s rank of in[0]: %d", name, rank[0]);
  if (lockstep::counters_available()) {
    const SimtCounters all = recording.total();
    std::printf("; warp loads: %d global, %d shared",
                static_cast<int>(all.global_load.requests),
                static_cast<int>(all.shared_load.requests));
  }
  std::printf("\n");
}

int main() {
  CUDA_CHECK(cudaDeviceSynchronize());  // ends here when there is no device
  show_turn("int line[64]", turn_line, dim3(64));
  show_turn("int tile[8][8]", turn_tile, dim3(8, 8));
  show_turn("int box[4][4][4]", turn_box, dim3(4, 4, 4));

  const DeviceBuffer<int> notes(4);
  write_note<<<4, kThreads>>>(notes.data());
  CUDA_CHECK(cudaGetLastError());
  std::printf("one name at file scope, 4 blocks:");
  for (int note_of_block : notes.download()) std::printf(" %d", note_of_block);
  std::printf("\n");

  show_rank("rank_direct", rank_direct);
  show_rank("rank_shared", rank_shared);
}
