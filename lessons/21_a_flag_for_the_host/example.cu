// SPDX-License-Identifier: MIT
// A kernel adds 1000 parts of four numbers, one after the other. The host hears
// of each sum at once, and stops the kernel when it has heard enough.
#include <cstdio>
#include <cuda/atomic>

#include "common/cuda_check.h"

constexpr int kParts = 1000, kEnough = 40;

using HostWord = cuda::atomic_ref<int, cuda::thread_scope_system>;

struct Board {
  int sum, part;         // the last part that was added, and its sum
  int sent, heard, end;  // flags: parts sent, parts heard, the host's last word
};

// kernel-begin
__global__ void add_parts(Board* board) {
  for (int p = 0; p < kParts && HostWord(board->end).load() == 0; ++p) {
    board->part = p;
    board->sum = 4 * p + (4 * p + 1) + (4 * p + 2) + (4 * p + 3);
    HostWord(board->sent).store(p + 1, cuda::memory_order_release);
    while (HostWord(board->heard).load(cuda::memory_order_acquire) <= p) {
    }
  }
}
// kernel-end

int main() {
  Board* board = nullptr;
  CUDA_CHECK(cudaMallocHost(&board, sizeof *board));
  *board = {};
  add_parts<<<1, 1>>>(board);
  CUDA_CHECK(cudaGetLastError());
  int heard = 0;
  for (bool enough = false; !enough;) {
    while (HostWord(board->sent).load(cuda::memory_order_acquire) == heard) {
    }
    enough = board->sum > kEnough;
    const bool runs = cudaStreamQuery(nullptr) == cudaErrorNotReady;
    std::printf("part %d, sum %2d, the kernel %s\n", board->part, board->sum,
                runs ? "runs" : "has ended");
    if (enough) HostWord(board->end).store(1);
    HostWord(board->heard).store(++heard, cuda::memory_order_release);
  }
  CUDA_CHECK(cudaDeviceSynchronize());
  std::printf("parts that the kernel has added: %d of %d\n", board->part + 1,
              kParts);
  CUDA_CHECK(cudaFreeHost(board));
}
