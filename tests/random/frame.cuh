// SPDX-License-Identifier: MIT
// What every program of generate.py shares: the memory its kernels use, helpers
// whose result is one on every device, and the host that runs and hashes.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr unsigned kWords = 1024;   // of the input
constexpr unsigned kSlots = 16;     // of each kind of counter
constexpr unsigned kThreads = 160;  // the largest block
constexpr unsigned kBlocks = 4;     // the largest grid

/// What atomics change. Operations on one array commute.
struct Counters {
  unsigned sum[kSlots], most[kSlots], parity[kSlots], any[kSlots];
  unsigned wrapped[kSlots], swapped[kSlots];
  int least[kSlots];
  float real[kSlots];  // whole numbers, few enough that each sum is exact
  unsigned long long wide[kSlots];
};

/// What a block shares; the arrays hold one element a thread.
struct Shared {
  unsigned long long longs[kThreads];
  double doubles[kThreads];
  unsigned words[kThreads];
  int ints[kThreads];
  unsigned short halves[kThreads];
  unsigned char bytes[kThreads];
  unsigned sum[kSlots], most[kSlots], parity[kSlots], any[kSlots];
  unsigned wrapped[kSlots], swapped[kSlots];
  int least[kSlots];
  float real[kSlots];
  unsigned long long wide[kSlots];
};

__constant__ unsigned table[64];

using Bytes = const unsigned char*;
using Pairs = const unsigned long long*;
__device__ inline Bytes bytes_of(const unsigned* in) {
  return reinterpret_cast<Bytes>(in);
}
__device__ inline Pairs pairs_of(const unsigned* in) {
  return reinterpret_cast<Pairs>(in);
}

// The bits of a value; those of a NaN are open, so all are taken for one.
__device__ inline unsigned bits(unsigned x) { return x; }
__device__ inline unsigned bits(int x) { return unsigned(x); }
__device__ inline unsigned long long bits(unsigned long long x) { return x; }
__device__ inline unsigned bits(float x) {
  return x != x ? 0x7fc00000u : __float_as_uint(x);
}
__device__ inline unsigned long long bits(double x) {
  return x != x ? 0x7ff8000000000000ull
                : static_cast<unsigned long long>(__double_as_longlong(x));
}

__device__ inline unsigned long long mix(unsigned long long h,
                                         unsigned long long x) {
  h = (h ^ x) * 0x9e3779b97f4a7c15ull;
  return h ^ h >> 29;
}

/// A multiple of 1/8 in [-1000, 1000].
__device__ inline float small(unsigned x) {
  return float(int(x % 16001u) - 8000) / 8.0f;
}

__device__ inline void add_by_swap(unsigned* p, unsigned x) {
  unsigned seen, old = 0;
  do {
    seen = old;
    old = atomicCAS(p, seen, seen + x);
  } while (old != seen);
}

// Calls: early returns, a loop whose rounds differ, recursion.
__device__ __noinline__ unsigned call0(unsigned x, float y) {
  if ((x & 3u) == 0) return bits(y);
  if (y < 0.0f) return x * 5u;
  return x ^ bits(__fadd_rn(y, 1.0f));
}
__device__ __noinline__ unsigned call1(unsigned x, float y) {
  for (unsigned n = 0; n < (x & 7u); ++n) {
    y = __fmaf_rn(y, 0.5f, 3.0f);
    if (y > 100.0f) return n + x;
  }
  return bits(y);
}
__device__ __noinline__ unsigned call2(unsigned x, float y) {
  if ((x & 7u) == 0) return call0(x, y);
  return call2(x - 1, __fmul_rn(y, 0.75f)) * 3u + 1u;
}

__device__ inline void zero(Shared& shared, unsigned thread, unsigned threads) {
  auto* words = reinterpret_cast<unsigned*>(&shared);
  for (unsigned n = thread; n < sizeof(Shared) / 4; n += threads) words[n] = 0;
  __syncthreads();
}

__device__ inline void add_up(const Shared& shared, Counters* to,
                              unsigned thread, unsigned threads) {
  __syncthreads();
  for (unsigned n = thread; n < kSlots; n += threads) {
    atomicAdd(&to->sum[n], shared.sum[n] ^ shared.parity[n]);
    atomicMax(&to->most[n], shared.most[n]);
    atomicMin(&to->least[n], shared.least[n]);
    atomicXor(&to->parity[n], shared.any[n] + shared.wrapped[n]);
    atomicAdd(&to->wide[n], shared.wide[n] + __float_as_uint(shared.real[n]));
    atomicAdd(&to->swapped[n], shared.swapped[n]);
  }
}

// A kernel's first and last lines. `all`: the lanes that this warp has.
#define PROLOGUE(threads)                                     \
  __shared__ Shared shared;                                   \
  const unsigned thread = threadIdx.x, lane = thread % 32u;   \
  const unsigned lanes = min(32u, threads - (thread - lane)); \
  const unsigned all = 0xffffffffu >> (32u - lanes);          \
  zero(shared, thread, threads)
#define EPILOGUE                                   \
  out[blockIdx.x * blockDim.x + thread] = h ^ all; \
  add_up(shared, counters, thread, blockDim.x)

struct Entry {
  void (*kernel)(const unsigned*, unsigned long long*, Counters*);
  unsigned blocks, threads;
};

inline unsigned long long hash_of(unsigned long long h, const void* data,
                                  size_t size) {
  const auto* p = static_cast<const unsigned char*>(data);
  for (size_t n = 0; n < size; ++n) h = (h ^ p[n]) * 0x100000001b3ull;
  return h;
}

inline std::vector<unsigned> input(unsigned seed) {
  std::vector<unsigned> words = {0,          1,          0x7fffffff, 0x80000000,
                                 0xffffffff, 0x7f800000, 0xff800000, 0x7fc00001,
                                 0x7f7fffff, 0x00000001, 0x00800000, 0x807fffff,
                                 0x3f800000, 0xbf800000, 0x4f000000, 0xcf000000,
                                 0x4f800000, 0x5f000000, 0x7f800001, 31};
  unsigned long long state = seed;
  while (words.size() < kWords) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    words.push_back(unsigned(state >> 32) >> (words.size() % 5u * 6u));
  }
  return words;
}

inline int failed(const char* what, cudaError_t error) {
  if (error == cudaSuccess) return 0;
  std::printf("%s: %s\n", what, cudaGetErrorString(error));
  return 1;
}

/// Runs every kernel alone and prints "SEED.INDEX HASH" for each; the first is
/// number `first`. With an argument it prints what each thread of that entry
/// stored, 16 digits a line.
inline int run_all(unsigned seed, const Entry* entries, unsigned count,
                   int argc, char** argv, unsigned first = 0) {
  const unsigned only = argc > 1 ? unsigned(std::atoi(argv[1])) : count;
  const std::vector<unsigned> words = input(seed);
  unsigned* in = nullptr;
  unsigned long long* out = nullptr;
  Counters* counters = nullptr;
  constexpr size_t kOut = kBlocks * kThreads * sizeof(*out);
  if (failed("malloc", cudaMalloc(&in, kWords * 4)) ||
      failed("malloc", cudaMalloc(&out, kOut)) ||
      failed("malloc", cudaMalloc(&counters, sizeof(*counters))))
    return 1;
  cudaMemcpy(in, words.data(), kWords * 4, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(table, words.data() + 100, sizeof(table));
  std::vector<unsigned char> got(kOut);
  for (unsigned n = 0; n < count; ++n) {
    cudaMemset(out, 0, kOut);
    cudaMemset(counters, 0, sizeof(*counters));
    entries[n].kernel<<<entries[n].blocks, entries[n].threads>>>(in, out,
                                                                 counters);
    if (failed("launch", cudaGetLastError())) return 1;
    if (failed("kernel", cudaDeviceSynchronize())) return 1;
    cudaMemcpy(got.data(), out, kOut, cudaMemcpyDeviceToHost);
    if (n == only) {
      const auto* each = reinterpret_cast<unsigned long long*>(got.data());
      for (unsigned t = 0; t < entries[n].blocks * entries[n].threads; ++t)
        std::printf("%016llx\n", each[t]);
    }
    auto h = hash_of(0xcbf29ce484222325ull, got.data(), kOut);
    cudaMemcpy(got.data(), counters, sizeof(*counters), cudaMemcpyDeviceToHost);
    h = hash_of(h, got.data(), sizeof(*counters));
    if (only == count) std::printf("%u.%u %016llx\n", seed, first + n, h);
  }
  cudaFree(in);
  cudaFree(out);
  cudaFree(counters);
  return 0;
}
