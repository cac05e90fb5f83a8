// SPDX-License-Identifier: MIT
// Lesson 16 on a GPU: loads of shared memory in ten ways, beside the time that
// their wavefronts take by the model of the solution. From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/16_bank_model
//     bench/16_bank_model.cu -lcublas -o /tmp/bench16 && /tmp/bench16
// Prints a row per way: median time of 15 runs, and the share that the model
// explains, with one wavefront per clock and multiprocessor. Exit code 1 when a
// sum of the loaded words is wrong.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <set>
#include <vector>

#include "bench/timing.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "lesson.h"

namespace solution {
#include "solutions/16_bank_model/solution.cu"
}

namespace {

constexpr int kThreads = 1024, kLoads = 4096;  // of each warp

template <int width>
__device__ unsigned load(unsigned at) {
  unsigned a, b = 0, c = 0, d = 0;
  if (width == 4) {
    asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(a) : "r"(at));
  } else if (width == 8) {
    asm volatile("ld.volatile.shared.v2.u32 {%0, %1}, [%2];"
                 : "=r"(a), "=r"(b)
                 : "r"(at));
  } else {
    asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                 : "r"(at));
  }
  return a + b + c + d;
}

/// Every warp makes the same request kLoads times; word k holds k.
template <int width>
__global__ void load_again(const int* byte, unsigned* out) {
  __shared__ __align__(16) unsigned words[kBytes / 4];
  for (int k = threadIdx.x; k < kBytes / 4; k += kThreads) words[k] = k;
  __syncthreads();
  const auto at = static_cast<unsigned>(__cvta_generic_to_shared(words)) +
                  byte[threadIdx.x % 32];
  unsigned sum = 0;
#pragma unroll 16
  for (int i = 0; i < kLoads; ++i) sum += load<width>(at);
  out[blockIdx.x * kThreads + threadIdx.x] = sum;
}

int attribute(cudaDeviceAttr which) {
  int value = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&value, which, 0));
  return value;
}

const int kProcessors = attribute(cudaDevAttrMultiProcessorCount);
const int kClock = attribute(cudaDevAttrClockRate);  // kHz

/// One block per multiprocessor. Whether all sums were right.
template <int width>
bool row(const char* name, const std::function<int(int)>& byte_of) {
  std::vector<int> byte;
  for (int lane = 0; lane < 32; ++lane) byte.push_back(byte_of(lane));
  const lockstep::DeviceBuffer<int> on_device(byte);
  const lockstep::DeviceBuffer<unsigned> out(size_t(kProcessors) * kThreads);
  const double ms = median_ms(15, 1, [&] {
    load_again<width><<<kProcessors, kThreads>>>(on_device.data(), out.data());
  });
  const int wavefronts =
      solution::predict_wavefronts(byte.data(), width, true, 4);
  const double limit = double(wavefronts) * kLoads * kThreads / 32 / kClock;
  std::printf("%-28s %9.1f us %5.0f %%\n", name, ms * 1e3, 100 * limit / ms);
  const std::vector<unsigned> got = out.download();
  bool right = true;
  for (size_t i = 0; i < got.size(); ++i) {
    unsigned sum = 0;
    for (int k = 0; k < width / 4; ++k) sum += byte[i % 32] / 4 + k;
    right = right && got[i] == sum * kLoads;
  }
  if (!right) std::printf("WRONG: %s\n", name);
  return right;
}

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf(
      "%s, %d loads by each of 32 warps per multiprocessor; limit: the model's "
      "wavefronts, one per clock at %d MHz\n",
      device.name, kLoads, kClock / 1000);
  bool right = true;
  const auto count = [&](bool good) { right = right && good; };
  count(row<4>("4 bytes, neighbours", [](int l) { return 4 * l; }));
  count(row<4>("4 bytes, all one word", [](int) { return 28; }));
  count(row<4>("4 bytes, every 2nd word", [](int l) { return 8 * l; }));
  count(row<4>("4 bytes, every 32nd word", [](int l) { return 128 * l; }));
  count(row<8>("8 bytes, neighbours", [](int l) { return 8 * l; }));
  count(row<8>("8 bytes, lane pairs equal", [](int l) { return l / 2 * 8; }));
  count(row<16>("16 bytes, neighbours", [](int l) { return 16 * l; }));
  count(
      row<16>("16 bytes, lane pairs equal", [](int l) { return l / 2 * 16; }));
  count(row<16>("16 bytes, rows of 32 words", [](int l) { return 128 * l; }));
  count(row<16>("16 bytes, rows of 36 words", [](int l) { return 144 * l; }));
  return right ? 0 : 1;
}
