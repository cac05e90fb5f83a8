// SPDX-License-Identifier: MIT
// One thread looks 1000 times whether a flag is set; nobody sets it. How many
// of the looks are loads from memory? Each way is one line of source.
#include <cstdio>
#include <cuda/atomic>
#include <vector>

#include "common/counters.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"

constexpr int kLooks = 1000;

struct Plain {
  static __device__ int look(int* flag) { return *flag; }
};
struct CopyIsVolatile {
  static __device__ int look(int* flag) {
    volatile int copy = *flag;
    return copy;
  }
};
struct Volatile {
  static __device__ int look(int* flag) {
    return *static_cast<volatile int*>(flag);
  }
};
struct Ptx {
  static __device__ int look(int* flag) {
    int seen;
    asm("ld.relaxed.gpu.s32 %0, [%1];" : "=r"(seen) : "l"(flag));
    return seen;
  }
};
struct VolatilePtx {
  static __device__ int look(int* flag) {
    int seen;
    asm volatile("ld.relaxed.gpu.s32 %0, [%1];" : "=r"(seen) : "l"(flag));
    return seen;
  }
};
struct AtomicRef {
  static __device__ int look(int* flag) {
    cuda::atomic_ref<int, cuda::thread_scope_device> shared(*flag);
    return shared.load(cuda::memory_order_relaxed);
  }
};

template <typename Way>
__global__ void wait_a_while(int* flag, int most, int* looks) {
  int count = 0;
  while (count < most && Way::look(flag) == 0) ++count;
  *looks = count;
}

template <typename Way>
void show(const char* name) {
  const lockstep::DeviceBuffer<int> flag(std::vector<int>{0}), looks(1);
  const lockstep::Recording recording;
  wait_a_while<Way><<<1, 1>>>(flag.data(), kLooks, looks.data());
  CUDA_CHECK(cudaGetLastError());
  std::printf("%-22s %5d", name, looks.download()[0]);
  if (lockstep::counters_available()) {
    std::printf(" %5d\n", int(recording.traffic(flag.data()).loads.requests));
  } else {
    std::printf(" %5s\n", "-");
  }
}

int main() {
  std::printf("way                    looks loads\n");
  show<Plain>("plain");
  show<CopyIsVolatile>("volatile copy");
  show<Volatile>("volatile access");
  show<Ptx>("asm");
  show<VolatilePtx>("asm volatile");
  show<AtomicRef>("cuda::atomic_ref");
}
