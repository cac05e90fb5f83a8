// SPDX-License-Identifier: MIT
// Lesson 49 on a GPU: counts a byte in 2^30 bytes that begin at an odd address.
// Ordinary loads of 16 bytes (before), the solution (after), the solution with
// a ring of one slot, thrust::count; then the first two with one block of 256
// threads on each multiprocessor. From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/49_bulk_copy
//     bench/49_bulk_copy.cu -o /tmp/bench49 && /tmp/bench49
// The share: the time to read the bytes, divided by the row's. Exit code 1 when
// a count is wrong.
#include <thrust/count.h>
#include <thrust/execution_policy.h>

#include <cuda/ptx>

#include <cstdio>
#include <functional>

#include "bench/exercise.h"
#include "bench/limits.h"
#include "bench/timing.h"
#include "bench/versus.h"

namespace solution {
#include "solutions/49_bulk_copy/solution.cu"
}

namespace before {  // what lies between the lesson's marks, without them
using namespace solution;
__global__ void count_kernel(const char* text, size_t size, char mark,
                             unsigned long long* total) {
  int count = 0;
#include "solutions/49_bulk_copy/mistakes/plain_loads.cu"
  count = __reduce_add_sync(0xffffffff, count);
  if (threadIdx.x % 32 == 0) atomicAdd(total, count);
}
}  // namespace before

namespace one_slot {
using namespace solution;
__global__ void count_kernel(const char* text, size_t size, char mark,
                             unsigned long long* total) {
  __shared__ alignas(16) char ring[1][kSlotBytes];
  __shared__ uint64_t full[1];
  int count = 0;
#include "solutions/49_bulk_copy/mistakes/one_slot.cu"
  count = __reduce_add_sync(0xffffffff, count);
  if (threadIdx.x % 32 == 0) atomicAdd(total, count);
}
}  // namespace one_slot

namespace {

constexpr size_t kBytes = size_t{1} << 30;
constexpr size_t kOffset = 5;
constexpr int kTimes = 15, kCalls = 3;
constexpr char kMark = '\n';

__host__ __device__ bool marked(size_t i) {
  return unsigned(i * 2654435761u) >> 26 == 0;
}

__global__ void fill(char* text) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  text[i] = marked(i) ? kMark : char('a' + i % 16);
}

struct Bench {
  lockstep::DeviceBuffer<char> buffer{kBytes + 16};
  lockstep::DeviceBuffer<unsigned long long> total{1};
  const char* text = buffer.data() + kOffset;
  unsigned long long expected = 0;
  double limit_ms = limits::read_ms(kBytes);
  int processors = 0;
  bool right = true;

  Bench() {
    CUDA_CHECK(cudaDeviceGetAttribute(&processors,
                                      cudaDevAttrMultiProcessorCount, 0));
    fill<<<kBytes / 256, 256>>>(buffer.data() + kOffset);
    CUDA_CHECK(cudaGetLastError());
    for (size_t i = 0; i < kBytes; ++i) expected += marked(i);
  }

  bool is_right(const std::function<void()>& work) {
    CUDA_CHECK(cudaMemset(total.data(), 0xff, sizeof(unsigned long long)));
    work();
    return total.download()[0] == expected;
  }

  void row(const char* name, const std::function<void()>& work) {
    const bool same = is_right(work);
    const double ms = median_ms(kTimes, kCalls, work);
    std::printf("%-28s %9.1f us %5.1f %%%s\n", name, 1e3 * ms,
                100 * limit_ms / ms, same ? "" : "  WRONG");
    right = right && same;
  }

  /// A kernel of the lesson's, with so many blocks on each multiprocessor.
  void kernel_row(const char* name, int blocks,
                  decltype(&solution::count_kernel) kernel) {
    row(name, [&] {
      CUDA_CHECK(cudaMemsetAsync(total.data(), 0, sizeof(unsigned long long)));
      kernel<<<blocks * processors, solution::kThreads>>>(text, kBytes, kMark,
                                                          total.data());
    });
  }
};

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, %zu bytes, limit: reading them\n", device.name, kBytes);
  Bench bench;
#ifdef LOCKSTEP_EXERCISE
  Versus table(gigabytes(kBytes / 1e9), "limit: reading memory",
               kBytes / bench.limit_ms / 1e6);
  const auto versus = [&](const char* name, const std::function<void()>& work) {
    const bool good = bench.is_right(work);
    table.row(name, median_ms(kTimes, kCalls, work), good);
  };
  const auto count = [&](decltype(&count_marks) function) {
    return [&, function] {
      function(bench.text, kBytes, kMark, bench.total.data());
    };
  };
  versus("solution", count(solution::count_marks));
  versus("your exercise", count(exercise::count_marks));
  return table.status();
#else
  constexpr int kEach = solution::kBlocksEach;
  bench.kernel_row("before", kEach, before::count_kernel);
  bench.row("after", [&] {
    solution::count_marks(bench.text, kBytes, kMark, bench.total.data());
  });
  bench.kernel_row("one slot", kEach, one_slot::count_kernel);
  long long found = 0;
  const double thrust_ms = median_ms(kTimes, kCalls, [&] {
    found = thrust::count(thrust::device, bench.text, bench.text + kBytes,
                          kMark);
  });
  const bool same = static_cast<unsigned long long>(found) == bench.expected;
  std::printf("%-28s %9.1f us %5.1f %%%s\n", "thrust::count", 1e3 * thrust_ms,
              100 * bench.limit_ms / thrust_ms, same ? "" : "  WRONG");
  bench.kernel_row("before, 1 block each", 1, before::count_kernel);
  bench.kernel_row("after, 1 block each", 1, solution::count_kernel);
  return bench.right && same ? 0 : 1;
#endif
}
