// SPDX-License-Identifier: MIT
// One wgmma.mma_async of one warpgroup, and how numbers lie in its operands.
// Every operand has rows of 32 bytes: the k of one row of A or column of B.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "common/cuda_check.h"

namespace warpgroup {

struct Args {
  const uint4* image = nullptr;  // of shared memory
  uint32_t pieces = 0;           // of 16 bytes
  uint64_t a = 0, b = 0;         // descriptors from the image's begin
  const uint32_t* a_registers = nullptr;
  const uint32_t* c = nullptr;
  uint32_t* d = nullptr;
  int scale_d = 1;
};

template <class Op>
__global__ void __launch_bounds__(128) run(Args args) {
  extern __shared__ __align__(1024) uint4 shared[];
  for (uint32_t i = threadIdx.x; i < args.pieces; i += 128)
    shared[i] = args.image[i];
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  const uint64_t base = __cvta_generic_to_shared(shared) >> 4;
  constexpr int kCount = Op::kRegisters;
  uint32_t d[kCount], a[4];
  for (int i = 0; i < 4; ++i) a[i] = args.a_registers[threadIdx.x * 4 + i];
#pragma unroll
  for (int i = 0; i < kCount; ++i) d[i] = args.c[threadIdx.x * kCount + i];
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  Op::issue(d, a, args.a + base, args.b + base, args.scale_d);
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
#pragma unroll
  for (int i = 0; i < kCount; ++i) args.d[threadIdx.x * kCount + i] = d[i];
}

struct Entry {
  std::string name;
  std::string d, a, b;  // types
  int n, k, registers;
  bool a_in_registers, negative_a, negative_b, trans_a, trans_b, satfinite;
  void (*kernel)(Args);
};

#include "warpgroup_forms.inc"

inline const Entry& form(const std::string& name) {
  for (const Entry& entry : kForms)
    if (entry.name == name) return entry;
  std::fprintf(stderr, "no form %s\n", name.c_str());
  std::exit(2);
}

inline int bits_of(const std::string& type) {
  if (type == "tf32" || type == "f32" || type == "s32") return 32;
  if (type == "f16" || type == "bf16") return 16;
  return type == "b1" ? 1 : 8;
}

template <class T>
uint32_t bits(T x) {
  uint32_t out = 0;
  std::memcpy(&out, &x, sizeof(T));
  return out;
}

/// The bits of `x` as an element of `type`.
inline uint32_t encode(const std::string& type, double x) {
  const auto f = static_cast<float>(x);
  if (type == "f32") return bits(f);
  if (type == "tf32") return bits(f) & ~0x1fffu;
  if (type == "f16") return bits(__float2half_rn(f));
  if (type == "bf16") return bits(__float2bfloat16_rn(f));
  if (type == "e4m3")
    return __nv_cvt_float_to_fp8(f, __NV_SATFINITE, __NV_E4M3);
  if (type == "e5m2")
    return __nv_cvt_float_to_fp8(f, __NV_SATFINITE, __NV_E5M2);
  const auto whole = static_cast<uint32_t>(static_cast<int64_t>(x));
  return type == "s32" ? whole : whole & ((1u << bits_of(type)) - 1);
}

inline double decode(const std::string& type, uint32_t word) {
  if (type == "f32" || type == "tf32") {
    float f;
    std::memcpy(&f, &word, 4);
    return f;
  }
  if (type == "f16") {
    const auto half = static_cast<uint16_t>(word);
    __half h;
    std::memcpy(&h, &half, 2);
    return static_cast<double>(__half2float(h));
  }
  if (type == "bf16") return decode("f32", word << 16);
  if (type == "e4m3" || type == "e5m2") {
    const __half_raw raw = __nv_cvt_fp8_to_halfraw(
        static_cast<uint8_t>(word), type == "e4m3" ? __NV_E4M3 : __NV_E5M2);
    return decode("f16", raw.x);
  }
  if (type == "s32") return static_cast<int32_t>(word);
  if (type == "s8") return static_cast<int8_t>(word);
  return word;
}

/// One factor: rows of A, or columns of B, as 32 bytes each.
struct Factor {
  std::string type;
  std::vector<std::array<uint8_t, 32>> rows;

  Factor(std::string t, int count) : type(std::move(t)), rows(count) {
    for (auto& row : rows) row.fill(0);
  }
  void put(int row, int k, uint32_t word) {
    const int size = bits_of(type);
    if (size == 1) {
      rows[row][k / 8] |= static_cast<uint8_t>(word << k % 8);
    } else {
      std::memcpy(&rows[row][k * size / 8], &word, size / 8);
    }
  }
  uint32_t at(int row, int k) const {
    const int size = bits_of(type);
    uint32_t word = 0;
    if (size == 1) return rows[row][k / 8] >> k % 8 & 1;
    std::memcpy(&word, &rows[row][k * size / 8], size / 8);
    return word;
  }
};

/// A whole number that sums of k products hold exactly in `sum`.
inline double draw_whole(std::mt19937& random, const std::string& type) {
  const uint32_t r = random();
  if (type == "s8") return static_cast<double>(r % 256) - 128;
  if (type == "u8") return r % 256;
  if (type == "b1") return r % 2;
  if (type == "e4m3" || type == "e5m2") return static_cast<double>(r % 9) - 4;
  return static_cast<double>(r % 17) - 8;
}

inline Factor draw_factor(std::mt19937& random, const std::string& type,
                          int rows, int k) {
  Factor f(type, rows);
  for (int row = 0; row < rows; ++row)
    for (int i = 0; i < k; ++i)
      f.put(row, i, encode(type, draw_whole(random, type)));
  return f;
}

/// The numbers of a factor, k of each row. To decode them for each product took
/// three quarters of the time of tensor.warpgroup.
inline std::vector<double> numbers(const Factor& f, int k) {
  std::vector<double> out;
  for (int row = 0; row < static_cast<int>(f.rows.size()); ++row)
    for (int i = 0; i < k; ++i) out.push_back(decode(f.type, f.at(row, i)));
  return out;
}

/// A matrix descriptor, all in bytes (PTX ISA 9.7.15.5.1.2.2).
struct Descriptor {
  uint32_t start = 0, leading = 0, stride = 0, base = 0, swizzle = 0;
  uint64_t word() const {
    return (start >> 4 & 0x3fffu) | uint64_t{leading >> 4 & 0x3fffu} << 16 |
           uint64_t{stride >> 4 & 0x3fffu} << 32 | uint64_t{base} << 49 |
           uint64_t{swizzle} << 62;
  }
};

using Image = std::vector<uint8_t>;

/// Lays a factor out as a descriptor without swizzle says: 8 by 16 bytes side
/// by side, K-major or MN-major.
inline void place(Image& image, const Factor& f, const Descriptor& at,
                  bool trans) {
  for (uint32_t row = 0; row < f.rows.size(); ++row) {
    for (uint32_t byte = 0; byte < 32; ++byte) {
      const uint32_t k = byte / 2;  // 16-bit elements where trans
      const uint32_t to = trans ? row / 8 * at.stride + row % 8 * 2 +
                                      k % 8 * 16 + k / 8 * at.leading + byte % 2
                                : row / 8 * at.stride + row % 8 * 16 +
                                      byte / 16 * at.leading + byte % 16;
      image[at.start + to] = f.rows[row][byte];
    }
  }
}

/// The registers of A (PTX ISA 9.7.15.5.1.1).
inline std::vector<uint32_t> fragments(const Factor& a) {
  std::vector<uint32_t> out(128 * 4);
  for (int thread = 0; thread < 128; ++thread) {
    for (int i = 0; i < 4; ++i) {
      const int row = thread / 32 * 16 + thread % 32 / 4 + i % 2 * 8;
      std::memcpy(&out[thread * 4 + i],
                  &a.rows[row][thread % 4 * 4 + i / 2 * 16], 4);
    }
  }
  return out;
}

/// Where element (m, n) of the sum is: the word, and the half of it.
struct Place {
  int word, half;
};
inline Place place_of(const Entry& f, int m, int n) {
  const int thread = m / 16 * 32 + m % 8 * 4 + n % 8 / 2, high = m % 16 / 8;
  if (f.d == "f16") return {thread * f.registers + n / 8 * 2 + high, n % 2};
  return {thread * f.registers + n / 8 * 4 + high * 2 + n % 2, 0};
}

using Words = std::vector<uint32_t>;
inline void put_sum(const Entry& f, Words& words, int m, int n,
                    uint32_t value) {
  const Place p = place_of(f, m, n);
  if (f.d == "f16") {
    words[p.word] &= p.half ? 0xffffu : 0xffff0000u;
    words[p.word] |= value << 16 * p.half;
  } else {
    words[p.word] = value;
  }
}
inline uint32_t get_sum(const Entry& f, const Words& words, int m, int n) {
  const Place p = place_of(f, m, n);
  const uint32_t word = words[p.word];
  return f.d == "f16" ? (p.half ? word >> 16 : word & 0xffff) : word;
}

template <class T>
T* upload(const std::vector<T>& values) {
  T* device = nullptr;
  const size_t bytes = values.size() * sizeof(T);
  CUDA_CHECK(cudaMalloc(&device, bytes));
  CUDA_CHECK(cudaMemcpy(device, values.data(), bytes, cudaMemcpyHostToDevice));
  return device;
}

/// Runs a form. `c` and the result: 128 threads' registers, one by one.
inline Words launch(const Entry& f, const Image& image,
                    const Words& a_registers, const Descriptor& a,
                    const Descriptor& b, const Words& c, int scale_d) {
  Args args;
  uint8_t* const bytes = upload(image);
  uint32_t* const a_device = upload(a_registers);
  uint32_t* const c_device = upload(c);
  args.image = reinterpret_cast<const uint4*>(bytes);
  args.pieces = static_cast<uint32_t>(image.size() / 16);
  args.a = a.word();
  args.b = b.word();
  args.a_registers = a_device;
  args.c = c_device;
  CUDA_CHECK(cudaMalloc(&args.d, c.size() * 4));
  args.scale_d = scale_d;
  CUDA_CHECK(cudaFuncSetAttribute(f.kernel,
                                  cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  static_cast<int>(image.size())));
  f.kernel<<<1, 128, image.size()>>>(args);
  CUDA_CHECK(cudaGetLastError());
  Words d(c.size());
  CUDA_CHECK(
      cudaMemcpy(d.data(), args.d, d.size() * 4, cudaMemcpyDeviceToHost));
  for (void* p : {static_cast<void*>(bytes), static_cast<void*>(a_device),
                  static_cast<void*>(c_device), static_cast<void*>(args.d)})
    CUDA_CHECK(cudaFree(p));
  return d;
}

}  // namespace warpgroup
