// SPDX-License-Identifier: MIT
// Which grid barrier is the fastest one? 200 barriers in one launch, nothing
// between them, beside grid.sync(). Needs a GPU. From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. bench/38_grid_barrier_tuning.cu
//     -o /tmp/b && /tmp/b
// A row per barrier and grid; time per barrier. Before that, each barrier lets
// blocks pass values to each other; exit code 1 when one of them is old.
#include <cooperative_groups.h>

#include <cstdio>

#include "bench/timing.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"

namespace {

constexpr int kBarriers = 200, kRepeats = 15;

__device__ unsigned arrived;
__device__ unsigned far_apart[64];  // [0] counts, [32] tells the round

__device__ unsigned add_release(unsigned* at, unsigned value) {
  unsigned old;
  asm volatile("atom.add.release.gpu.u32 %0, [%1], %2;"
               : "=r"(old)
               : "l"(at), "r"(value)
               : "memory");
  return old;
}
__device__ unsigned add_acq_rel(unsigned* at, unsigned value) {
  unsigned old;
  asm volatile("atom.add.acq_rel.gpu.u32 %0, [%1], %2;"
               : "=r"(old)
               : "l"(at), "r"(value)
               : "memory");
  return old;
}
__device__ void red_release(unsigned* at, unsigned value) {
  asm volatile("red.add.release.gpu.u32 [%0], %1;" ::"l"(at), "r"(value)
               : "memory");
}
__device__ unsigned load_acquire(const unsigned* at) {
  unsigned value;
  asm volatile("ld.acquire.gpu.u32 %0, [%1];"
               : "=r"(value)
               : "l"(at)
               : "memory");
  return value;
}
__device__ unsigned load_relaxed(const unsigned* at) {
  unsigned value;
  asm volatile("ld.relaxed.gpu.u32 %0, [%1];"
               : "=r"(value)
               : "l"(at)
               : "memory");
  return value;
}
__device__ void store_release(unsigned* at, unsigned value) {
  asm volatile("st.release.gpu.u32 [%0], %1;" ::"l"(at), "r"(value) : "memory");
}
__device__ void fence_acq_rel() {
  asm volatile("fence.acq_rel.gpu;" ::: "memory");
}
__device__ bool before(unsigned now, unsigned complete) {
  return static_cast<int>(now - complete) < 0;
}

enum Way {
  kNone,           // only the two block barriers
  kCooperative,    // grid.sync()
  kFences,         // lesson 38: two __threadfence(), ticket, volatile
  kFencesLast,     // the same; the last block does not read
  kTicket,         // atom.release, ticket, ld.acquire
  kTicketLast,     // the same; the last block does not read
  kTicketRelaxed,  // atom.release, ticket, ld.relaxed, then fence.acq_rel
  kRed,            // red.release, the block counts rounds; ld.acquire
  kRedRelaxed,     // the same, ld.relaxed, then fence.acq_rel
  kFenceRed,       // fence.acq_rel, relaxed red, ld.relaxed, fence.acq_rel
  kRound,          // last block stores the round on another line
  kSleep,          // kRed, and a nap between two reads
  kAllRead,        // kRed, but a whole warp reads
  kScRed,          // __threadfence(), red, volatile, __threadfence()
  kWays
};
const char* const kNames[] = {
    "two __syncthreads()",  "grid.sync()",     "fences, ticket",
    "fences, last goes on", "ticket, acquire", "ticket, last goes on",
    "ticket, relaxed",      "red, acquire",    "red, relaxed, fence",
    "fence, red, fence",    "round elsewhere", "red, acquire, sleep",
    "red, a warp reads",    "sc fences, red"};

template <Way way>
__device__ void barrier(unsigned& round) {
  if (way == kCooperative) {
    cooperative_groups::this_grid().sync();
    return;
  }
  __syncthreads();
  if (way == kAllRead && threadIdx.x < 32) {
    round += gridDim.x;
    if (threadIdx.x == 0) red_release(&arrived, 1);
    __syncwarp();
    while (before(load_acquire(&arrived), round)) {
    }
  }
  if (threadIdx.x == 0 && way != kNone && way != kAllRead) {
    round += gridDim.x;
    if (way == kFences || way == kFencesLast) {
      __threadfence();
      const unsigned ticket = atomicAdd(&arrived, 1u);
      const unsigned complete = (ticket / gridDim.x + 1) * gridDim.x;
      if (way == kFences || ticket + 1 != complete) {
        while (before(*const_cast<volatile unsigned*>(&arrived), complete)) {
        }
      }
      __threadfence();
    } else if (way == kTicket) {
      const unsigned ticket = add_release(&arrived, 1);
      const unsigned complete = (ticket / gridDim.x + 1) * gridDim.x;
      while (before(load_acquire(&arrived), complete)) {
      }
    } else if (way == kTicketLast) {
      const unsigned ticket = add_acq_rel(&arrived, 1);
      if (ticket + 1 != round) {
        while (before(load_acquire(&arrived), round)) {
        }
      }
    } else if (way == kTicketRelaxed) {
      add_release(&arrived, 1);
      while (before(load_relaxed(&arrived), round)) {
      }
      fence_acq_rel();
    } else if (way == kRed) {
      red_release(&arrived, 1);
      while (before(load_acquire(&arrived), round)) {
      }
    } else if (way == kRedRelaxed) {
      red_release(&arrived, 1);
      while (before(load_relaxed(&arrived), round)) {
      }
      fence_acq_rel();
    } else if (way == kFenceRed) {
      fence_acq_rel();
      atomicAdd(&arrived, 1u);
      while (before(load_relaxed(&arrived), round)) {
      }
      fence_acq_rel();
    } else if (way == kRound) {
      const unsigned ticket = add_acq_rel(&far_apart[0], 1);
      if (ticket + 1 == round) {
        store_release(&far_apart[32], round);
      } else {
        while (before(load_acquire(&far_apart[32]), round)) {
        }
      }
    } else if (way == kSleep) {
      red_release(&arrived, 1);
      while (before(load_acquire(&arrived), round)) __nanosleep(20);
    } else if (way == kScRed) {
      __threadfence();
      atomicAdd(&arrived, 1u);
      while (before(*const_cast<volatile unsigned*>(&arrived), round)) {
      }
      __threadfence();
    }
  }
  __syncthreads();
}

template <Way way>
__global__ void wait_only() {
  unsigned round = 0;
  for (int i = 0; i < kBarriers; ++i) barrier<way>(round);
}

/// Block b stores i, and then wants i from block b + 1.
template <Way way>
__global__ void pass_on(unsigned* places, unsigned* wrong) {
  unsigned round = 0;
  for (unsigned i = 1; i <= kBarriers; ++i) {
    if (threadIdx.x == blockDim.x - 1) {
      places[i % 2 * gridDim.x + blockIdx.x] = i;
    }
    barrier<way>(round);
    const unsigned next = (blockIdx.x + 1) % gridDim.x;
    if (places[i % 2 * gridDim.x + next] != i) atomicAdd(wrong, 1u);
  }
}

bool right = true;

template <typename... Arguments>
void launch(void (*kernel)(Arguments...), int blocks, int threads,
            Arguments... arguments) {
  void *one = nullptr, *two = nullptr;
  CUDA_CHECK(cudaGetSymbolAddress(&one, arrived));
  CUDA_CHECK(cudaGetSymbolAddress(&two, far_apart));
  CUDA_CHECK(cudaMemsetAsync(one, 0, sizeof(unsigned)));
  CUDA_CHECK(cudaMemsetAsync(two, 0, 64 * sizeof(unsigned)));
  void* all[] = {static_cast<void*>(&arguments)..., nullptr};
  CUDA_CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<void*>(kernel),
                                         blocks, threads, all, 0, nullptr));
}

template <Way way>
void row(int blocks, int threads) {
  const lockstep::DeviceBuffer<unsigned> places(2 * blocks), wrong(1);
  CUDA_CHECK(cudaMemset(wrong.data(), 0, sizeof(unsigned)));
  launch(pass_on<way>, blocks, threads, places.data(), wrong.data());
  const bool good = way == kNone || wrong.download()[0] == 0;
  const double ms =
      median_ms(kRepeats, 1, [&] { launch(wait_only<way>, blocks, threads); });
  char name[64];
  std::snprintf(name, sizeof name, "%d x %d: %s", blocks, threads, kNames[way]);
  std::printf("%-38s %9.3f us%s\n", name, 1000 * ms / kBarriers,
              good ? "" : "  WRONG");
  right = right && good;
}

template <int way = 0>
void rows(int blocks, int threads) {
  if constexpr (way < kWays) {
    row<Way(way)>(blocks, threads);
    rows<way + 1>(blocks, threads);
  }
}

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, %d barriers in one launch\n", device.name, kBarriers);
  rows(1, 32);
  rows(1, 512);
  for (int blocks : {1, 2, 4, 8, 16, 33, 132, 264, 528, 1056}) {
    rows(blocks, 128);
  }
  rows(132, 1024);
  return right ? 0 : 1;
}
