// SPDX-License-Identifier: MIT
// Measures the rates that NVIDIA does not document, per clock at the highest
// clock of this GPU: docs/floor.md sets them beside the table's. From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. bench/floor/rates.cu -o /tmp/rates &&
//     /tmp/rates
#include <cstdio>

#include "bench/limits.h"
#include "bench/timing.h"
#include "common/device_buffer.h"

namespace {

constexpr int kThreads = 1024;

/// Reads `bytes` of L2 `rounds` times, past L1.
__global__ void read_l2(const uint4* in, size_t count, int rounds,
                        unsigned* out) {
  unsigned mixed = 0;
  for (int r = 0; r < rounds; ++r) {
    size_t i = (size_t(blockIdx.x) * kThreads + threadIdx.x + r * 977) % count;
#pragma unroll 8
    for (int k = 0; k < 32; ++k) {
      const uint4 four = __ldcg(in + i);
      mixed ^= four.x ^ four.y ^ four.z ^ four.w;
      i += size_t(gridDim.x) * kThreads;
      while (i >= count) i -= count;
    }
  }
  if (mixed == limits::kNever) *out = mixed;
}

/// Every warp reads the same 16 KB, which its L1 holds.
__global__ void read_l1(const uint4* in, int rounds, unsigned* out) {
  unsigned mixed = 0;
  for (int r = 0; r < rounds; ++r) {
#pragma unroll 8
    for (int k = 0; k < 8; ++k) {
      const uint4 four = __ldca(in + ((threadIdx.x + k * 128 + r) & 1023));
      mixed ^= four.x ^ four.y ^ four.z ^ four.w;
    }
  }
  if (mixed == limits::kNever) *out = mixed;
}

/// `lanes` of each warp add to one word.
__global__ void add_to_one(unsigned* word, int rounds, unsigned lanes) {
  if (threadIdx.x % 32 >= lanes) return;
  const unsigned one = threadIdx.x == 4000 ? 2 : 1;
  for (int r = 0; r < rounds; ++r)
    asm volatile("red.global.add.u32 [%0], %1;" ::"l"(word), "r"(one + r));
}

__global__ void store_all(uint4* out, size_t count, int rounds) {
  for (int r = 0; r < rounds; ++r) {
    size_t i = (size_t(blockIdx.x) * kThreads + threadIdx.x + r * 977) % count;
#pragma unroll 8
    for (int k = 0; k < 32; ++k) {
      __stcg(out + i, make_uint4(r, k, 0, 0));
      i += size_t(gridDim.x) * kThreads;
      while (i >= count) i -= count;
    }
  }
}

}  // namespace

int main() {
  int khz = 0, sms = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0));
  CUDA_CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, %d SMs, %d MHz\n", device.name, sms, khz / 1000);
  lockstep::DeviceBuffer<unsigned> out(1);
  const auto per_clock = [&](double amount, double ms) {
    return amount / (ms * khz);
  };
  for (const size_t megabytes : {4, 8, 16, 24}) {
    const size_t bytes = megabytes << 20, count = bytes / 16;
    lockstep::DeviceBuffer<uint4> in(count);
    CUDA_CHECK(cudaMemset(in.data(), 0, bytes));
    for (const int each : {1, 2}) {
      const int blocks = sms * each, rounds = 16;
      const double moved = double(blocks) * kThreads * 32 * rounds * 16;
      double ms = median_ms(9, 3, [&] {
        read_l2<<<blocks, kThreads>>>(in.data(), count, rounds, out.data());
      });
      std::printf("L2 read, %2zu MB, %d blocks per SM: %7.0f bytes per clock\n",
                  megabytes, each, per_clock(moved, ms));
      ms = median_ms(9, 3, [&] {
        store_all<<<blocks, kThreads>>>(in.data(), count, rounds);
      });
      std::printf("L2 write, %2zu MB, %d blocks per SM: %6.0f bytes per clock\n",
                  megabytes, each, per_clock(moved, ms));
    }
  }
  {
    lockstep::DeviceBuffer<uint4> in(1 << 16);
    CUDA_CHECK(cudaMemset(in.data(), 0, 16 << 16));
    const int rounds = 2048;
    double ms = median_ms(9, 3, [&] {
      read_l2<<<1, kThreads>>>(in.data(), 1 << 16, rounds, out.data());
    });
    std::printf("L2 read by one SM: %.1f bytes per clock\n",
                per_clock(double(kThreads) * 32 * rounds * 16, ms));
    ms = median_ms(9, 3, [&] {
      read_l1<<<sms * 2, kThreads>>>(in.data(), rounds, out.data());
    });
    std::printf("L1 read: %.1f bytes per clock and SM\n",
                per_clock(2.0 * kThreads * rounds * 8 * 16, ms));
  }
  lockstep::DeviceBuffer<unsigned> word(1);
  for (const unsigned lanes : {1u, 2u, 32u}) {
    const int rounds = 256, warps = sms * kThreads / 32;
    const double ms = median_ms(9, 3, [&] {
      add_to_one<<<sms, kThreads>>>(word.data(), rounds, lanes);
    });
    std::printf("red at one word, %2u lanes: %.3f requests per clock\n", lanes,
                per_clock(double(warps) * rounds, ms));
  }
  std::printf("multiply-adds: %.1f per clock and SM\n",
              limits::teraflops() * 1e9 / 2 / sms / khz);
  return 0;
}
