// SPDX-License-Identifier: MIT
// Two threads with a stream and half of one page each. One opens the page while
// the other touches it. Then they take turns at a lock that lies beside what
// the kernel stores: those that wait hand its address to the system.
#include <cstdlib>
#include <mutex>
#include <new>
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

struct Board {
  int numbers[32];
  std::mutex lock;
  int turns;
};

__global__ void number(Board* board) {
  board->numbers[threadIdx.x] = threadIdx.x;
}

bool take_turns_at_a_lock() {
  Board* board;
  cudaMallocManaged(&board, sizeof(Board));
  new (board) Board{};
  number<<<1, 32>>>(board);
  const auto take_turns = [board] {
    for (int i = 0; i < 1000; ++i) {
      const std::lock_guard guard(board->lock);
      ++board->turns;
      std::this_thread::yield();
    }
  };
  std::thread other(take_turns);
  take_turns();
  other.join();
  cudaDeviceSynchronize();
  const bool right = board->turns == 2000;
  cudaFree(board);
  return right;
}

int main() {
  int* both;
  cudaMallocManaged(&both, 512 * sizeof(int));
  std::thread first(work, both), second(work, both + 256);
  first.join();
  second.join();
  cudaFree(both);
  return take_turns_at_a_lock() ? 0 : 1;
}
