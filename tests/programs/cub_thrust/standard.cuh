// SPDX-License-Identifier: MIT
// Types of cuda::std in device code. The same function runs on the host.
#pragma once

#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/complex>
#include <cuda/std/cstdint>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/variant>

#include "support.cuh"

namespace standard {

constexpr int kThreads = 64;

__host__ __device__ inline cuda::std::optional<int> first_above(
    cuda::std::span<const int> values, int limit) {
  for (const int value : values)
    if (value > limit) return value;
  return cuda::std::nullopt;
}

using Shape = cuda::std::variant<int, float, cuda::std::array<int, 2>>;

struct Area {
  __host__ __device__ int operator()(int side) const { return side * side; }
  __host__ __device__ int operator()(float radius) const {
    return static_cast<int>(3.0f * radius * radius);
  }
  __host__ __device__ int operator()(cuda::std::array<int, 2> sides) const {
    return sides[0] * sides[1];
  }
};

__host__ __device__ inline Shape shape_of(int i) {
  if (i % 3 == 0) return i;
  if (i % 3 == 1) return i + 0.5f;
  return cuda::std::array<int, 2>{i, i + 1};
}

struct Results {
  int found, area, kind, sum, ones, zeros, width;
  uint32_t rotated, bits;
  float real, imaginary;  // of small whole numbers, so exact
};

__host__ __device__ inline Results results_of(int i) {
  cuda::std::array<int, 8> values{};
  for (int k = 0; k < 8; ++k) values[k] = (i * 7 + k * 13) % 32;
  const cuda::std::span<const int> all(values);
  const auto part = all.subspan(i % 4, 4);
  const Shape shape = shape_of(i);
  const auto both = cuda::std::tuple_cat(cuda::std::make_tuple(i, 2.5f),
                                         cuda::std::make_tuple('a'));
  const auto [whole, half, letter] = both;
  const uint32_t word = 0x01234567u * static_cast<uint32_t>(i + 1);
  const cuda::std::complex<float> z(i % 8, 3), w(2, -(i % 5));
  const auto product = z * w + cuda::std::conj(z);
  return {first_above(part, 24).value_or(-1),
          cuda::std::visit(Area(), shape),
          static_cast<int>(shape.index()),
          whole + static_cast<int>(half * 2) + letter,
          cuda::std::popcount(word),
          cuda::std::countl_zero(word) + cuda::std::countr_zero(word),
          static_cast<int>(cuda::std::bit_width(word)),
          cuda::std::rotl(word, i % 32),
          cuda::std::bit_cast<uint32_t>(static_cast<float>(i)),
          product.real(),
          product.imag()};
}

__global__ void compute(Results* out) {
  out[threadIdx.x] = results_of(threadIdx.x);
}

inline bool same(const Results& a, const Results& b) {
  return a.found == b.found && a.area == b.area && a.kind == b.kind &&
         a.sum == b.sum && a.ones == b.ones && a.zeros == b.zeros &&
         a.width == b.width && a.rotated == b.rotated && a.bits == b.bits &&
         a.real == b.real && a.imaginary == b.imaginary;
}

inline void all() {
  Device<Results> out(kThreads);
  compute<<<1, kThreads>>>(out.data);
  CUDA_CHECK(cudaGetLastError());
  const std::vector<Results> results = out.host(kThreads);
  bool right = true;
  for (int i = 0; i < kThreads; ++i)
    right = right && same(results[i], results_of(i));
  for (int i : {0, 1, 2, 63}) {
    const Results& r = results[i];
    std::printf("%d: %d %d %d %d %d %d %d %08x %08x %g %g\n", i, r.found,
                r.area, r.kind, r.sum, r.ones, r.zeros, r.width, r.rotated,
                r.bits, r.real, r.imaginary);
  }
  report("cuda::std", right);
}

}  // namespace standard
