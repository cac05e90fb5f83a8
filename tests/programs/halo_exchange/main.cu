// SPDX-License-Identifier: MIT
// Diffusion along a rod that is cut into one piece for each device. A kernel
// reads its neighbours' edge cells through peer access; events order the steps.
#include <cstdio>
#include <utility>
#include <vector>

#include "common/cuda_check.h"

constexpr int kCells = 512;  // of a piece
constexpr int kSteps = 20;

/// `left` and `right` are the neighbours' cells, null at the ends of the rod.
__global__ void diffuse(const int* here, const int* left, const int* right,
                        int* next) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int before = i > 0 ? here[i - 1] : left ? left[kCells - 1] : here[0];
  const int after = i + 1 < kCells ? here[i + 1]
                    : right        ? right[0]
                                   : here[kCells - 1];
  next[i] = (before + 2 * here[i] + after) / 4;
}

struct Piece {
  int* now = nullptr;
  int* next = nullptr;
  cudaStream_t stream = nullptr;
  cudaEvent_t stepped = nullptr;
};

int start_of(int cell) { return (cell * 7919) % 100000; }

void allow_neighbours(int device, int devices) {
  for (const int other : {device - 1, device + 1}) {
    if (other < 0 || other >= devices) continue;
    int can = 0;
    CUDA_CHECK(cudaDeviceCanAccessPeer(&can, device, other));
    if (!can) printf("device %d cannot reach device %d\n", device, other);
    CUDA_CHECK(cudaDeviceEnablePeerAccess(other, 0));
  }
}

std::vector<Piece> cut(int devices) {
  std::vector<Piece> rod(devices);
  for (int d = 0; d < devices; ++d) {
    CUDA_CHECK(cudaSetDevice(d));
    allow_neighbours(d, devices);
    CUDA_CHECK(cudaMalloc(&rod[d].now, kCells * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&rod[d].next, kCells * sizeof(int)));
    CUDA_CHECK(cudaStreamCreate(&rod[d].stream));
    CUDA_CHECK(
        cudaEventCreateWithFlags(&rod[d].stepped, cudaEventDisableTiming));
    std::vector<int> first(kCells);
    for (int i = 0; i < kCells; ++i) first[i] = start_of(d * kCells + i);
    CUDA_CHECK(cudaMemcpy(rod[d].now, first.data(), kCells * sizeof(int),
                          cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaEventRecord(rod[d].stepped, rod[d].stream));
  }
  return rod;
}

void step(std::vector<Piece>& rod) {
  const int devices = static_cast<int>(rod.size());
  for (int d = 0; d < devices; ++d) {
    CUDA_CHECK(cudaSetDevice(d));
    const int* left = d > 0 ? rod[d - 1].now : nullptr;
    const int* right = d + 1 < devices ? rod[d + 1].now : nullptr;
    // The neighbours' last step made what this one reads; and they have read
    // what this one overwrites.
    if (left) {
      CUDA_CHECK(cudaStreamWaitEvent(rod[d].stream, rod[d - 1].stepped, 0));
    }
    if (right) {
      CUDA_CHECK(cudaStreamWaitEvent(rod[d].stream, rod[d + 1].stepped, 0));
    }
    diffuse<<<kCells / 128, 128, 0, rod[d].stream>>>(rod[d].now, left, right,
                                                     rod[d].next);
    CUDA_CHECK(cudaGetLastError());
  }
  for (int d = 0; d < devices; ++d) {
    CUDA_CHECK(cudaSetDevice(d));
    CUDA_CHECK(cudaEventRecord(rod[d].stepped, rod[d].stream));
    std::swap(rod[d].now, rod[d].next);
  }
}

std::vector<int> expected(int cells) {
  std::vector<int> now(cells), next(cells);
  for (int i = 0; i < cells; ++i) now[i] = start_of(i);
  for (int n = 0; n < kSteps; ++n) {
    for (int i = 0; i < cells; ++i) {
      const int before = now[i > 0 ? i - 1 : 0];
      const int after = now[i + 1 < cells ? i + 1 : i];
      next[i] = (before + 2 * now[i] + after) / 4;
    }
    std::swap(now, next);
  }
  return now;
}

int main() {
  int devices = 0;
  CUDA_CHECK(cudaGetDeviceCount(&devices));
  std::vector<Piece> rod = cut(devices);
  for (int n = 0; n < kSteps; ++n) step(rod);
  const std::vector<int> want = expected(devices * kCells);
  int wrong = 0;
  for (int d = 0; d < devices; ++d) {
    CUDA_CHECK(cudaSetDevice(d));
    CUDA_CHECK(cudaDeviceSynchronize());
  }
  for (int d = 0; d < devices; ++d) {
    CUDA_CHECK(cudaSetDevice(d));
    std::vector<int> got(kCells);
    CUDA_CHECK(cudaMemcpy(got.data(), rod[d].now, kCells * sizeof(int),
                          cudaMemcpyDeviceToHost));
    for (int i = 0; i < kCells; ++i) wrong += got[i] != want[d * kCells + i];
    CUDA_CHECK(cudaFree(rod[d].now));
    CUDA_CHECK(cudaFree(rod[d].next));
    CUDA_CHECK(cudaStreamDestroy(rod[d].stream));
    CUDA_CHECK(cudaEventDestroy(rod[d].stepped));
  }
  printf("%d wrong cells\n", wrong);
  return wrong != 0;
}
