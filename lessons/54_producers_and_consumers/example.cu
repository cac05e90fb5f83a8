// SPDX-License-Identifier: MIT
// A ring of two slots, one producing warp and two consuming ones; the slots
// hold one int each. Every deed takes the next number, so the output shows the
// order of one run. How far does the producer get ahead?
#include <cstdio>
#include <cuda/ptx>
#include <vector>

#include "common/cuda_check.h"
#include "common/device_buffer.h"

namespace ptx = cuda::ptx;

constexpr int kConsumers = 2, kSlots = 2, kSteps = 4;
constexpr int kDeeds = kSteps * (1 + kConsumers);

struct Deed {
  int warp, step;
};

/// Waits until phase `count` of `barrier` is over: 0 is the first one.
__device__ void wait_for(uint64_t& barrier, int count) {
  while (!ptx::mbarrier_try_wait_parity(&barrier, count % 2)) continue;
}

__global__ void relay(Deed* deeds, int* wrong) {
  __shared__ int slots[kSlots], next;
  __shared__ uint64_t full[kSlots], empty[kSlots];
  const int warp = threadIdx.x / 32;
  if (threadIdx.x == 0) {
    next = 0;
    for (uint64_t& barrier : full) ptx::mbarrier_init(&barrier, 1);
    for (uint64_t& barrier : empty) ptx::mbarrier_init(&barrier, kConsumers);
  }
  __syncthreads();
  if (threadIdx.x % 32 != 0) return;
  for (int step = 0; step < kSteps; ++step) {
    const int at = step % kSlots, round = step / kSlots;
    if (warp == 0) {
      if (round > 0) wait_for(empty[at], round - 1);
      deeds[atomicAdd(&next, 1)] = {warp, step};
      slots[at] = step;  // fills
      ptx::mbarrier_arrive(&full[at]);
    } else {
      wait_for(full[at], round);
      if (slots[at] != step) *wrong = 1;  // uses
      deeds[atomicAdd(&next, 1)] = {warp, step};
      ptx::mbarrier_arrive(&empty[at]);
    }
  }
}

int main() {
  const lockstep::DeviceBuffer<Deed> deeds(kDeeds);
  const lockstep::DeviceBuffer<int> wrong(std::vector<int>{0});
  relay<<<1, 32 * (1 + kConsumers)>>>(deeds.data(), wrong.data());
  CUDA_CHECK(cudaGetLastError());
  const auto all = deeds.download();
  std::printf("producer      consumers\n");
  int done[1 + kConsumers] = {}, most = 0;
  for (const Deed& deed : all) {
    if (deed.warp == 0) {
      std::printf("fills %d\n", deed.step);
    } else {
      std::printf("%*s warp %d uses %d\n", 12, "", deed.warp, deed.step);
    }
    done[deed.warp] = deed.step + 1;
    const int slowest = done[1] < done[2] ? done[1] : done[2];
    most = done[0] - slowest > most ? done[0] - slowest : most;
  }
  std::printf("most steps ahead of the slower consumer: %d of %d slots\n", most,
              kSlots);
  return wrong.download()[0];
}
