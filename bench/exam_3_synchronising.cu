// SPDX-License-Identifier: MIT
// Exam 3 on a GPU: one maze and 4096 of them, by one thread of each block, by
// rounds over all cells, over a list, and over rows of bits. From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/exam_3_synchronising
//     bench/exam_3_synchronising.cu -o /tmp/bench_exam3 && /tmp/bench_exam3
// Prints a row for each time, of mazes with walls at random and of winding
// ones. Exit code 1 when a result is wrong.
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "bench/timing.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "lesson.h"

namespace solution {
#include "solutions/exam_3_synchronising/solution.cu"
}

namespace {

constexpr int kMazes = 4096;
constexpr int kWall = -1, kUnseen = -2;

/// One thread of each block walks, with a queue; the others load and store.
__global__ void one_thread_walks(const unsigned char* wall, int* steps,
                                 unsigned long long* longest) {
  __shared__ int far[kCells];
  __shared__ short queue[kCells];
  const int first = blockIdx.x * kCells, t = threadIdx.x;
  for (int cell = t; cell < kCells; cell += kThreads) {
    far[cell] = wall[first + cell] ? kWall : cell == 0 ? 0 : kUnseen;
  }
  __syncthreads();
  if (t == 0) {
    int count = 1;
    queue[0] = 0;
    for (int i = 0; i < count; ++i) {
      const int cell = queue[i], x = cell % kSide;
      const auto reach = [&](bool inside, int to) {
        if (!inside || far[to] != kUnseen) return;
        far[to] = far[cell] + 1;
        queue[count++] = short(to);
      };
      reach(x > 0, cell - 1);
      reach(x < kSide - 1, cell + 1);
      reach(cell >= kSide, cell - kSide);
      reach(cell < kCells - kSide, cell + kSide);
    }
    const unsigned long long most = far[queue[count - 1]];
    atomicMax(longest, (most << 32) + blockIdx.x);
  }
  __syncthreads();
  for (int cell = t; cell < kCells; cell += kThreads) {
    steps[first + cell] = far[cell] >= 0 ? far[cell] : -1;
  }
}

/// A list of the cells reached last time; one barrier per round.
__global__ void list_of_cells(const unsigned char* wall, int* steps,
                              unsigned long long* longest) {
  __shared__ int far[kCells];
  __shared__ short list[2][kCells];
  __shared__ int count[3];  // of this round, the next, and the one after that
  const int first = blockIdx.x * kCells, t = threadIdx.x;
  for (int cell = t; cell < kCells; cell += kThreads) {
    far[cell] = wall[first + cell] ? kWall : cell == 0 ? 0 : kUnseen;
  }
  if (t < 3) count[t] = t == 0;
  if (t == 0) list[0][0] = 0;
  __syncthreads();
  int round = 0;
  for (; count[round % 3] > 0; ++round) {
    const auto reach = [&](bool inside, int cell) {
      if (!inside) return;
      if (atomicCAS(&far[cell], kUnseen, round + 1) != kUnseen) return;
      const int place = atomicAdd(&count[(round + 1) % 3], 1);
      list[(round + 1) % 2][place] = short(cell);
    };
    for (int i = t; i < count[round % 3]; i += kThreads) {
      const int cell = list[round % 2][i], x = cell % kSide;
      reach(x > 0, cell - 1);
      reach(x < kSide - 1, cell + 1);
      reach(cell >= kSide, cell - kSide);
      reach(cell < kCells - kSide, cell + kSide);
    }
    if (t == 0) count[(round + 2) % 3] = 0;
    __syncthreads();
  }
  for (int cell = t; cell < kCells; cell += kThreads) {
    steps[first + cell] = far[cell] >= 0 ? far[cell] : -1;
  }
  const unsigned long long most = round - 1;
  if (t == 0) atomicMax(longest, (most << 32) + blockIdx.x);
}

/// Each lane of one warp keeps a row of the maze in 32 bits.
__global__ void one_warp_of_rows(const unsigned char* wall, int* steps,
                                 unsigned long long* longest) {
  __shared__ unsigned char cells[kCells];
  __shared__ short far[kCells];
  const int first = blockIdx.x * kCells, t = threadIdx.x;
  for (int k = 0; k < kCells / kThreads; ++k) {
    const int cell = t + k * kThreads;
    cells[cell] = wall[first + cell];
    far[cell] = -1;
  }
  __syncthreads();
  if (t < 32) {
    unsigned open = 0;
    for (int x = 0; x < kSide; ++x)
      open |= unsigned(!cells[t * kSide + x]) << x;
    unsigned known = t == 0, reached = known;
    int round = 0;
    while (__any_sync(~0u, reached != 0)) {
      for (unsigned left = reached; left; left &= left - 1) {
        far[t * kSide + __ffs(left) - 1] = short(round);
      }
      const unsigned up = __shfl_up_sync(~0u, reached, 1);
      const unsigned down = __shfl_down_sync(~0u, reached, 1);
      unsigned next = reached << 1 | reached >> 1;
      if (t > 0) next |= up;
      if (t < 31) next |= down;
      reached = next & open & ~known;
      known |= reached;
      ++round;
    }
    const unsigned long long most = round - 1;
    if (t == 0) atomicMax(longest, (most << 32) + blockIdx.x);
  }
  __syncthreads();
  for (int cell = t; cell < kCells; cell += kThreads)
    steps[first + cell] = far[cell];
}

using Walls = std::vector<unsigned char>;

/// About 30 % of the cells are walls.
Walls random_mazes() {
  std::mt19937 random(3);
  Walls walls(size_t(kMazes) * kCells);
  for (size_t i = 0; i < walls.size(); ++i) {
    walls[i] = i % kCells != 0 && random() % 100 < 30;
  }
  return walls;
}

/// Walls in every second row, each with one gap, left and right in turn.
Walls winding_mazes() {
  Walls walls(size_t(kMazes) * kCells);
  for (size_t i = 0; i < walls.size(); ++i) {
    const int row = int(i % kCells) / kSide, x = int(i % kSide);
    const int gap = row % 4 == 1 ? kSide - 1 : 0;
    walls[i] = row % 2 == 1 && x != gap;
  }
  return walls;
}

struct Bench {
  lockstep::DeviceBuffer<unsigned char> wall{size_t(kMazes) * kCells};
  lockstep::DeviceBuffer<int> steps{size_t(kMazes) * kCells};
  lockstep::DeviceBuffer<unsigned long long> longest{1};
  std::vector<int> expected;  // what the first row found
  bool right = true;

  template <typename Work>
  void row(const std::string& name, const Work& work) {
    CUDA_CHECK(cudaMemset(longest.data(), 0, sizeof(unsigned long long)));
    work();
    const std::vector<int> got = steps.download();
    if (expected.empty()) expected = got;
    const bool good = got == expected;
    std::printf("%-28s %9.1f us%s\n", name.c_str(), 1e3 * median_ms(5, 1, work),
                good ? "" : "  WRONG");
    right = right && good;
  }

  /// Four rows for the first `mazes` mazes; `kind` says which these are.
  void rows(const Walls& walls, const char* kind, int mazes) {
    wall.upload(walls);
    expected.clear();
    const auto named = [&](const char* way) {
      return way + (", " + std::to_string(mazes)) + " " + kind;
    };
    row(named("before"), [&] {
      one_thread_walks<<<mazes, kThreads>>>(wall.data(), steps.data(),
                                            longest.data());
    });
    row(named("after"), [&] {
      solution::walk(wall.data(), steps.data(), mazes, longest.data());
    });
    row(named("list"), [&] {
      list_of_cells<<<mazes, kThreads>>>(wall.data(), steps.data(),
                                         longest.data());
    });
    row(named("rows of bits"), [&] {
      one_warp_of_rows<<<mazes, kThreads>>>(wall.data(), steps.data(),
                                            longest.data());
    });
  }
};

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, 1 and %d mazes of %d cells; winding: 527 steps each\n",
              device.name, kMazes, kCells);
  Bench bench;
  for (const int mazes : {1, kMazes}) {
    bench.rows(random_mazes(), "random", mazes);
    bench.rows(winding_mazes(), "winding", mazes);
  }
  return bench.right ? 0 : 1;
}
