// SPDX-License-Identifier: MIT
// Two threads with a stream and half of one page each. One opens the page while
// the other touches it.
#include <cstdlib>
#include <thread>

__global__ void add_one(int* data) { data[threadIdx.x]++; }

void work(int* mine) {
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  for (int round = 0; round < 100; ++round) {
    for (int i = 0; i < 256; ++i) mine[i] = round;
    add_one<<<1, 256, 0, stream>>>(mine);
    if (cudaStreamSynchronize(stream) != cudaSuccess) std::_Exit(1);
    if (mine[9] != round + 1) std::_Exit(2);
  }
  cudaStreamDestroy(stream);
}

int main() {
  int* both;
  cudaMallocManaged(&both, 512 * sizeof(int));
  std::thread first(work, both), second(work, both + 256);
  first.join();
  second.join();
  cudaFree(both);
}
