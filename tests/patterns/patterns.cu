// SPDX-License-Identifier: MIT
// Launches each access pattern once, as one warp that does nothing else in
// that space and direction: what a counter shows is the pattern's own cost.
// Knows nothing of counters; ncu or the emulator counts from outside.
//
//   patterns list           the patterns as CSV, in the order of the launches
//   patterns run [A [B]]    launch them, or those of index A .. B - 1
//
// Shared memory is never filled, since that would be a second access: on the
// emulator run it with SIMT_CHECKS=none.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "common/cuda_check.h"
#include "tests/patterns/shapes.h"

namespace {

using patterns::Op;
using patterns::Pattern;
using patterns::Space;

__constant__ uint32_t offsets[32];  // in bytes, one a lane

__device__ bool takes_part(uint32_t active) {
  return (active >> threadIdx.x & 1) != 0;
}

extern __shared__ __align__(128) char shared_memory[];

// The value leaves through global memory: nothing else loads or is shared.
template <typename T>
__global__ void load_shared(uint32_t active, T* out) {
  if (!takes_part(active)) return;
  out[threadIdx.x] =
      *reinterpret_cast<const T*>(shared_memory + offsets[threadIdx.x]);
}

template <typename T>
__global__ void store_shared(uint32_t active) {
  if (!takes_part(active)) return;
  *reinterpret_cast<T*>(shared_memory + offsets[threadIdx.x]) = T{};
}

__global__ void add_shared(uint32_t active, unsigned* out) {
  if (!takes_part(active)) return;
  auto* word =
      reinterpret_cast<unsigned*>(shared_memory + offsets[threadIdx.x]);
  out[threadIdx.x] = atomicAdd(word, threadIdx.x + 2);
}

template <typename T>
__global__ void load_global(uint32_t active, const char* memory, T* out) {
  if (!takes_part(active)) return;
  out[threadIdx.x] = *reinterpret_cast<const T*>(memory + offsets[threadIdx.x]);
}

template <typename T>
__global__ void store_global(uint32_t active, char* memory) {
  if (!takes_part(active)) return;
  *reinterpret_cast<T*>(memory + offsets[threadIdx.x]) = T{};
}

template <typename T>
__global__ void add_global(uint32_t active, char* memory, T* out) {
  if (!takes_part(active)) return;
  auto* word = reinterpret_cast<T*>(memory + offsets[threadIdx.x]);
  out[threadIdx.x] = atomicAdd(word, T{threadIdx.x} + 2);
}

template <typename T>
__global__ void reduce_global(uint32_t active, char* memory) {
  if (!takes_part(active)) return;
  auto* word = reinterpret_cast<T*>(memory + offsets[threadIdx.x]);
  atomicAdd(word, T{threadIdx.x} + 2);
}

template <typename T>
void launch_global_atomic(const Pattern& pattern, char* memory, T* out) {
  if (pattern.op == Op::kAtomic) {
    add_global<<<1, 32>>>(pattern.active, memory, out);
  } else {
    reduce_global<T><<<1, 32>>>(pattern.active, memory);
  }
  CUDA_CHECK(cudaGetLastError());
}

template <typename T>
void launch(const Pattern& pattern, char* memory, void* out) {
  const bool shared = pattern.space == Space::kShared;
  const uint32_t bytes = shared ? patterns::kMemoryBytes : 0;
  const uint32_t active = pattern.active;
  T* result = static_cast<T*>(out);
  if (pattern.op == Op::kAtomic) {
    add_shared<<<1, 32, bytes>>>(active, static_cast<unsigned*>(out));
  } else if (shared && pattern.op == Op::kLoad) {
    load_shared<T><<<1, 32, bytes>>>(active, result);
  } else if (shared) {
    store_shared<T><<<1, 32, bytes>>>(active);
  } else if (pattern.op == Op::kLoad) {
    load_global<T><<<1, 32>>>(active, memory, result);
  } else {
    store_global<T><<<1, 32>>>(active, memory);
  }
  CUDA_CHECK(cudaGetLastError());
}

void launch_width(const Pattern& pattern, char* memory, void* out) {
  if (patterns::is_global_atomic(pattern.space, pattern.op)) {
    if (pattern.width == 4) {
      launch_global_atomic(pattern, memory, static_cast<unsigned*>(out));
    } else {
      launch_global_atomic(pattern, memory,
                           static_cast<unsigned long long*>(out));
    }
    return;
  }
  switch (pattern.width) {
    case 1:
      return launch<unsigned char>(pattern, memory, out);
    case 2:
      return launch<unsigned short>(pattern, memory, out);
    case 4:
      return launch<unsigned>(pattern, memory, out);
    case 8:
      return launch<uint2>(pattern, memory, out);
    default:
      return launch<uint4>(pattern, memory, out);
  }
}

void run(size_t first, size_t last) {
  const std::vector<Pattern> all = patterns::all_patterns();
  const std::vector<char> zeros(patterns::kMemoryBytes);
  char* memory = nullptr;
  uint4* out = nullptr;
  CUDA_CHECK(cudaMalloc(&memory, zeros.size()));
  CUDA_CHECK(cudaMalloc(&out, 32 * sizeof *out));
  CUDA_CHECK(
      cudaMemcpy(memory, zeros.data(), zeros.size(), cudaMemcpyHostToDevice));
  for (size_t i = first; i < last && i < all.size(); ++i) {
    CUDA_CHECK(cudaMemcpyToSymbol(offsets, all[i].offsets.data(),
                                  sizeof all[i].offsets));
    launch_width(all[i], memory, out);
    CUDA_CHECK(cudaDeviceSynchronize());
  }
  CUDA_CHECK(cudaFree(out));
  CUDA_CHECK(cudaFree(memory));
}

void list() {
  std::puts("name,space,op,width");
  for (const Pattern& one : patterns::all_patterns()) {
    std::printf("\"%s\",%s,%s,%u\n", one.name.c_str(),
                one.space == Space::kShared ? "shared" : "global",
                patterns::name_of(one.op), one.width);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], "list") == 0) {
    list();
  } else if (argc >= 2 && argc <= 4 && std::strcmp(argv[1], "run") == 0) {
    run(argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 0,
        argc > 3 ? std::strtoul(argv[3], nullptr, 10) : SIZE_MAX);
  } else {
    std::fputs("usage: patterns list | patterns run [FIRST [LAST]]\n", stderr);
    return 2;
  }
}
