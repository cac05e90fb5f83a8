// SPDX-License-Identifier: MIT
// Who takes which value? A grid of 2 blocks with 4 threads each walks over 19
// values in a grid-stride loop, and each thread leaves its numbers. Then two
// launches show how an error comes back, or does not.
#include <cstdio>
#include <vector>

#include "common/cuda_check.h"
#include "common/device_buffer.h"

using lockstep::DeviceBuffer;

/// What the thread that came to a place wrote there.
struct Visitor {
  int block, thread, round;
};

__global__ void sign(Visitor* places, int n) {
  const int stride = gridDim.x * blockDim.x;  // threads of the whole grid
  int round = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
    const int block = blockIdx.x, thread = threadIdx.x;
    places[i] = {block, thread, round};
    ++round;
  }
}

void print_row(const char* name, const std::vector<Visitor>& all,
               int Visitor::*member) {
  std::printf("%-9s", name);
  for (const Visitor& one : all) std::printf(" %2d", one.*member);
  std::printf("\n");
}

void show_launch(int threads) {
  const DeviceBuffer<Visitor> places(19);
  sign<<<1, threads>>>(places.data(), 19);
  const cudaError_t launch = cudaGetLastError();
  const cudaError_t wait = cudaDeviceSynchronize();
  std::printf(
      "%5d threads per block: launch %s, then cudaDeviceSynchronize %s\n",
      threads, cudaGetErrorName(launch), cudaGetErrorName(wait));
}

int main() {
  constexpr int kValues = 19;
  // The whole way by hand: memory on the device, a launch, a copy back.
  Visitor* places = nullptr;
  CUDA_CHECK(cudaMalloc(&places, kValues * sizeof(Visitor)));
  sign<<<2, 4>>>(places, kValues);
  CUDA_CHECK(cudaGetLastError());
  std::vector<Visitor> all(kValues);
  CUDA_CHECK(cudaMemcpy(all.data(), places, kValues * sizeof(Visitor),
                        cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(places));

  std::printf("place    ");
  for (int i = 0; i < kValues; ++i) std::printf(" %2d", i);
  std::printf("\n");
  print_row("block", all, &Visitor::block);
  print_row("thread", all, &Visitor::thread);
  print_row("round", all, &Visitor::round);
  std::printf("\n");
  show_launch(1024);
  show_launch(1025);
}
