// SPDX-License-Identifier: MIT
// Lesson 22 on a GPU: what a message from block to block costs, with each way
// to look at the flag. From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/22_volatile_and_the_compiler
//     bench/22_volatile_and_the_compiler.cu -o /tmp/bench22 && /tmp/bench22
// Prints a row for each way: microseconds per message, which are two waits. The
// wait that loads its flag once runs last; it is given up after 2 seconds. Exit
// code 1 when a result is wrong.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cuda/atomic>
#include <vector>

#include "bench/timing.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "lesson.h"

namespace solution {
#include "solutions/22_volatile_and_the_compiler/solution.cu"
}

namespace {

constexpr int kRounds = 2000;

/// The exercise as it is given.
struct Plain {
  static __device__ void wait(int* flag, int value) {
    if (threadIdx.x == 0) {
      while (*flag != value) {
      }
    }
    __syncthreads();
  }
};
/// Wrong: nothing orders the message after the flag.
struct NoFence {
  static __device__ void wait(int* flag, int value) {
    if (threadIdx.x == 0) {
      while (*static_cast<volatile int*>(flag) != value) {
      }
    }
    __syncthreads();
  }
};
struct Acquire {
  static __device__ void wait(int* flag, int value) {
    if (threadIdx.x == 0) {
      cuda::atomic_ref<int, cuda::thread_scope_device> shared(*flag);
      while (shared.load(cuda::memory_order_acquire) != value) {
      }
    }
    __syncthreads();
  }
};
struct AtomicAdd {
  static __device__ void wait(int* flag, int value) {
    if (threadIdx.x == 0) {
      while (atomicAdd(flag, 0) != value) {
      }
      __threadfence();
    }
    __syncthreads();
  }
};
struct AllThreadsLook {
  static __device__ void wait(int* flag, int value) {
    while (*static_cast<volatile int*>(flag) != value) {
    }
    __threadfence();
    __syncthreads();
  }
};

/// The exercise's kernel, with another wait and no steps.
template <typename Way>
__global__ void take_turns_by(const unsigned* in, unsigned* out,
                              unsigned* message, int* sent, int* taken,
                              int rounds) {
  const int i = threadIdx.x;
  for (int round = 0; round < rounds; ++round) {
    if (blockIdx.x == 0) {
      const unsigned x = in[round * kValues + i];
      Way::wait(taken, round);
      message[i] = x;
      solution::tell(sent, round + 1);
    } else {
      Way::wait(sent, round + 1);
      const unsigned got = message[i];
      out[i] += got;
      solution::tell(taken, round + 1);
    }
  }
}

struct Bench {
  std::vector<unsigned> host = std::vector<unsigned>(kRounds * kValues);
  std::vector<unsigned> expected = std::vector<unsigned>(kValues);
  lockstep::DeviceBuffer<unsigned> in{kRounds * kValues}, out{kValues},
      message{kValues};
  lockstep::DeviceBuffer<int> flags{2};
  bool right = true;

  Bench() {
    for (size_t i = 0; i < host.size(); ++i) {
      host[i] = unsigned(i * 2654435761u);
      expected[i % kValues] += host[i];
    }
    in.upload(host);
  }

  void reset() {
    CUDA_CHECK(cudaMemsetAsync(out.data(), 0, kValues * sizeof(unsigned)));
    CUDA_CHECK(cudaMemsetAsync(flags.data(), 0, 2 * sizeof(int)));
  }

  template <typename Way>
  void launch() {
    reset();
    take_turns_by<Way><<<2, kValues>>>(in.data(), out.data(), message.data(),
                                       flags.data(), flags.data() + 1, kRounds);
  }

  template <typename Work>
  void row(const char* name, const Work& work) {
    work();
    const bool good = out.download() == expected;
    std::printf("%-28s %9.2f us%s\n", name,
                1e3 * median_ms(7, 1, work) / kRounds, good ? "" : "  WRONG");
    right = right && good;
  }
};

/// True when what is queued has ended within 2 seconds.
bool ends_soon() {
  const auto begin = std::chrono::steady_clock::now();
  while (cudaStreamQuery(nullptr) == cudaErrorNotReady) {
    const auto passed = std::chrono::steady_clock::now() - begin;
    if (passed > std::chrono::seconds(2)) return false;
  }
  return true;
}

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, %d messages of %d bytes; microseconds per message\n",
              device.name, kRounds, int(kValues * sizeof(unsigned)));
  Bench bench;
  bench.row("after", [&] {
    bench.reset();
    solution::hand_over(bench.in.data(), bench.out.data(), bench.message.data(),
                        bench.flags.data(), bench.flags.data() + 1, kRounds, 0);
  });
  bench.row("acquire load", [&] { bench.launch<Acquire>(); });
  bench.row("atomicAdd of 0", [&] { bench.launch<AtomicAdd>(); });
  bench.row("all 64 threads look", [&] { bench.launch<AllThreadsLook>(); });
  const bool right = bench.right;
  bench.row("volatile without a fence", [&] { bench.launch<NoFence>(); });
  bench.launch<Plain>();
  CUDA_CHECK(cudaGetLastError());
  const bool ended = ends_soon();
  std::printf("before: %s\n", ended ? "has ended" : "waits after 2 seconds");
  std::fflush(stdout);
  // Not exit(): it would wait for the kernel.
  std::_Exit(right ? 0 : 1);
}
