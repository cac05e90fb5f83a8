// SPDX-License-Identifier: MIT
// C++20 on the device. The host runs the same functions.
// nvcc: -std=c++20 --expt-relaxed-constexpr
#include <compare>
#include <concepts>
#include <cstdint>
#include <cstdio>

#include "common/cuda_check.h"

constexpr int kThreads = 64;

template <class T>
concept Number = std::integral<T> || std::floating_point<T>;

template <class T>
concept Shape = requires(const T shape) {
  { shape.area() } -> std::same_as<int>;
};

// Which overload is taken depends on the concepts alone.
__host__ __device__ constexpr int kind(Number auto) { return 1; }
__host__ __device__ constexpr int kind(std::signed_integral auto) { return 2; }
__host__ __device__ int kind(const Shape auto& shape) { return shape.area(); }

struct Box {
  int width = 1, height = 1, depth = 1;
  __host__ __device__ int area() const { return width * height; }
  auto operator<=>(const Box&) const = default;
};

__host__ __device__ consteval uint32_t table_entry(int i) {
  uint32_t rest = i;
  for (int bit = 0; bit < 8; ++bit)
    rest = rest & 1 ? rest >> 1 ^ 0xEDB88320u : rest >> 1;
  return rest;
}

struct Table {
  uint32_t entries[256];
  consteval Table() : entries{} {
    for (int i = 0; i < 256; ++i) entries[i] = table_entry(i);
  }
};
__constant__ constinit const Table crc_table{};

__device__ uint32_t crc(uint32_t word) {
  uint32_t rest = ~0u;
  for (int i = 0; i < 4; ++i, word >>= 8)
    rest = crc_table.entries[(rest ^ word) & 255] ^ rest >> 8;
  return ~rest;
}

/// A class as the parameter of a template.
template <Box kBox>
__host__ __device__ constexpr int volume() {
  return kBox.width * kBox.height * kBox.depth;
}

enum class Step : int { kAdd, kMul, kNeg };
__host__ __device__ constexpr int apply(Step step, int x) {
  using enum Step;
  switch (step) {
    case kAdd:
      return x + 10;
    case kMul:
      return x * 3;
    case kNeg:
      return -x;
  }
  return 0;
}

template <class... Args>
__host__ __device__ constexpr auto later(Args... args) {
  return [... kept = args] { return (kept + ... + 0); };
}

struct Results {
  int kinds, order, volume, steps, sum, templates, pairs;
  bool operator==(const Results&) const = default;
};

__host__ __device__ Results results_of(int i) {
  const Box box{.width = i % 5, .depth = 7};
  const Box other{.width = i % 3, .height = 2};
  const auto order = box <=> other;
  int steps = i;
  for (int n = i % 4; Step step : {Step::kAdd, Step::kMul, Step::kNeg})
    if (n-- > 0) [[likely]]
      steps = apply(step, steps);
  const auto scale = [i]<int kFactor>(auto x) { return x * kFactor + i; };
  const auto size = []<class T>(T) { return static_cast<int>(sizeof(T)); };
  struct Pair {
    int first;
    float second;
  };
  const Pair pair(i, 0.5f);  // an aggregate in round brackets
  return {.kinds = kind(i) * 100 + kind(1.5f) * 10 + kind(box),
          .order = (order < 0   ? -1
                    : order > 0 ? 1
                                : 0) +
                   (box == other) * 10,
          .volume = volume<Box{.width = 2, .height = 3, .depth = 4}>(),
          .steps = steps,
          .sum = later(i, 2 * i, 3)(),
          .templates = scale.operator()<3>(i) + size('a') + size(1.0),
          .pairs = pair.first + static_cast<int>(pair.second * 4)};
}

__global__ void compute(Results* out, uint32_t* sums) {
  out[threadIdx.x] = results_of(threadIdx.x);
  sums[threadIdx.x] = crc(threadIdx.x);
}

uint32_t crc_by_bits(uint32_t word) {
  uint32_t rest = ~0u ^ word;
  for (int bit = 0; bit < 32; ++bit)
    rest = rest & 1 ? rest >> 1 ^ 0xEDB88320u : rest >> 1;
  return ~rest;
}

int main() {
  Results* out;
  uint32_t* sums;
  CUDA_CHECK(cudaMallocManaged(&out, kThreads * sizeof(Results)));
  CUDA_CHECK(cudaMallocManaged(&sums, kThreads * sizeof(uint32_t)));
  compute<<<1, kThreads>>>(out, sums);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
  int wrong = 0;
  for (int i = 0; i < kThreads; ++i)
    wrong += out[i] != results_of(i) || sums[i] != crc_by_bits(i);
  for (int i : {0, 1, 2, 7, 63}) {
    const auto& [kinds, order, volume, steps, sum, templates, pairs] = out[i];
    std::printf("%d: %d %d %d %d %d %d %d %08x\n", i, kinds, order, volume,
                steps, sum, templates, pairs, sums[i]);
  }
  std::printf("unlike the host: %d\n", wrong);
  CUDA_CHECK(cudaFree(out));
  CUDA_CHECK(cudaFree(sums));
}
