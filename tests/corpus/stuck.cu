// SPDX-License-Identifier: MIT
// Kernels that never end: nobody can run, nothing changes, or blocks wait for
// blocks that cannot start.
#include "tests/corpus/corpus.h"

using namespace corpus;

namespace {

// program one_warp_too_many: A named barrier waits for 96 threads of a block of
// 64.
template <bool kFixed>
__global__ void meet(int* out) {
  const int threads = kFixed ? 64 : 96;
  asm volatile("bar.sync 1, %0;" ::"r"(threads) : "memory");  // bug: deadlock
  out[threadIdx.x] = 1;
}

template <bool kFixed>
void one_warp_too_many() {
  Device<int> out(64);
  meet<kFixed><<<1, 64>>>(out);
  finish();
}

// program crossed_barriers: Warp 0 waits at barrier 1 and then 2, warp 1 at 2
// and then 1.
template <bool kFixed>
__global__ void crossed(int* out) {
  const int first = kFixed || threadIdx.x < 32 ? 1 : 2;
  asm volatile("bar.sync %0, 64;" ::"r"(first) : "memory");  // bug: deadlock
  asm volatile("bar.sync %0, 64;" ::"r"(3 - first) : "memory");
  out[threadIdx.x] = 1;
}

template <bool kFixed>
void crossed_barriers() {
  Device<int> out(64);
  crossed<kFixed><<<1, 64>>>(out);
  finish();
}

// program one_item_more: The consumer takes one item more than the producer
// makes.
template <bool kFixed>
__global__ void feed(const int* in, int* out) {
  __shared__ int slots[8][32];
  const int lane = threadIdx.x % 32;
  const int items = 3;
  if (threadIdx.x < 32) {
    for (int i = 0; i < items; ++i) {
      slots[i][lane] = in[lane];
      asm volatile("bar.arrive %0, 64;" ::"r"(1 + i) : "memory");
    }
  } else {
    for (int i = 0; i < (kFixed ? items : items + 1); ++i) {
      // bug: deadlock
      asm volatile("bar.sync %0, 64;" ::"r"(1 + i) : "memory");
      if (i < items) out[lane] = slots[i][lane];
    }
  }
}

template <bool kFixed>
void one_item_more() {
  Device<int> in(32, 1), out(32);
  feed<kFixed><<<1, 64>>>(in, out);
  finish();
}

// program barrier_for_the_leader: One warp waits at the barrier of the block,
// the other at a named barrier for both.
template <bool kFixed>
__global__ void two_meetings(int* out) {
  if (threadIdx.x < 32 || kFixed)
    __syncthreads();  // bug: deadlock
  else
    asm volatile("bar.sync 1, 64;" ::: "memory");  // bug: deadlock
  out[threadIdx.x] = 1;
}

template <bool kFixed>
void barrier_for_the_leader() {
  Device<int> out(64);
  two_meetings<kFixed><<<1, 64>>>(out);
  finish();
}

// program flag_never_set: A thread waits for a flag that only its own later
// code would set.
template <bool kFixed>
__global__ void wait_then_set(volatile int* flag) {
  if (kFixed) *flag = 1;
  __threadfence();
  while (*flag == 0) {  // bug: livelock
  }
  *flag = 1;
}

template <bool kFixed>
void flag_never_set() {
  Device<int> flag(1, 0);
  wait_then_set<kFixed><<<1, 1>>>(flag);
  finish();
}

// program patient_poll: A thread naps the longer, the longer it has waited for
// a flag that nobody sets.
template <bool kFixed>
__global__ void poll_with_naps(volatile int* flag) {
  if (threadIdx.x == 0) {
    const long long begin = clock64();
    while (*flag == 0) {  // bug: livelock
      const long long waited = clock64() - begin;
      if (waited > 1000) __nanosleep(min(waited / 4, 500ll));
    }
  } else if (kFixed && threadIdx.x == 32) {
    *flag = 1;
  }
}

template <bool kFixed>
void patient_poll() {
  Device<int> flag(1, 0);
  poll_with_naps<kFixed><<<1, 64>>>(flag);
  finish();
}

// program lock_not_released: One path leaves the critical section without
// giving the lock back.
template <bool kFixed>
__global__ void critical(const int* in, int* lock, int* sum) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {  // bug: livelock
  }
  __threadfence();
  if (in[blockIdx.x] == 0) {
    if (kFixed) atomicExch(lock, 0);
    return;
  }
  *sum += in[blockIdx.x];
  __threadfence();
  atomicExch(lock, 0);
}

template <bool kFixed>
void lock_not_released() {
  Device<int> in(4, 0), lock(1, 0), sum(1, 0);
  critical<kFixed><<<4, 32>>>(in, lock, sum);
  finish();
}

// program lock_taken_twice: A thread that holds the lock calls a function that
// takes it again.
template <bool kFixed>
__device__ void log_value(int* lock, int* log, int value) {
  if (!kFixed)
    while (atomicCAS(lock, 0, 1) != 0) {  // bug: livelock
    }
  *log = value;
  if (!kFixed) atomicExch(lock, 0);
}

template <bool kFixed>
__global__ void nested(int* lock, int* log) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  log_value<kFixed>(lock, log, 7);
  __threadfence();
  atomicExch(lock, 0);
}

template <bool kFixed>
void lock_taken_twice() {
  Device<int> lock(1, 0), log(1, 0);
  nested<kFixed><<<1, 1>>>(lock, log);
  finish();
}

// program list_in_a_circle: A linked list leads back to its start.
__global__ void length(const int* next, int* out) {
  int at = 0;
  while (next[at] >= 0) at = next[at];  // bug: livelock
  *out = at;
}

template <bool kFixed>
void list_in_a_circle() {
  std::vector<int> links{3, 5, 1, 2, -1, kFixed ? 4 : 3};
  Device<int> next(links), out(1);
  length<<<1, 1>>>(next, out);
  finish();
}

// program two_locks: Two blocks take two locks in opposite order; each holds
// one and waits for the other.
template <bool kFixed>
__global__ void transfer(int* locks, volatile int* holding, int* sum) {
  if (threadIdx.x != 0) return;
  const int first = kFixed ? 0 : blockIdx.x, second = 1 - first;
  while (atomicCAS(&locks[first], 0, 1) != 0) {
  }
  __threadfence();
  if (!kFixed) {  // makes sure that both hold one
    holding[blockIdx.x] = 1;
    while (holding[1 - blockIdx.x] == 0) {
    }
    __threadfence();
  }
  while (atomicCAS(&locks[second], 0, 1) != 0) {  // bug: livelock
  }
  __threadfence();
  *sum += 1;
  __threadfence();
  atomicExch(&locks[second], 0);
  atomicExch(&locks[first], 0);
}

template <bool kFixed>
void two_locks() {
  Device<int> locks(2, 0), holding(2, 0), sum(1, 0);
  transfer<kFixed><<<2, 32>>>(locks, holding, sum);
  finish();
}

// program no_step: The loop forgets to go to the next element.
template <bool kFixed>
__global__ void find_zero(const int* in, int* out, int n) {
  int i = threadIdx.x;
  while (i < n && in[i] != 0) {  // bug: livelock
    if (kFixed) i += blockDim.x;
  }
  out[threadIdx.x] = i;
}

template <bool kFixed>
void no_step() {
  Device<int> in(128, 1), out(32);
  find_zero<kFixed><<<1, 32>>>(in, out, 128);
  finish();
}

constexpr int kWide = 160 * 1024;  // shared bytes: one block a multiprocessor

/// Launches so many blocks that only one fits on each multiprocessor.
template <class Kernel, class... Args>
void launch_wide(Kernel kernel, int blocks, Args... args) {
  if (cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                           kWide) != cudaSuccess)
    std::puts("no such shared memory");
  kernel<<<blocks, 32, kWide>>>(args...);
  finish();
}

// program barrier_of_too_many: A counter for the whole grid waits for more
// blocks than fit on the device.
__global__ void grid_barrier(unsigned* come) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(come, 1u);
    while (atomicAdd(come, 0u) < gridDim.x) {  // bug: grid-barrier-not-resident
    }
  }
  __syncthreads();
}

template <bool kFixed>
void barrier_of_too_many() {
  Device<unsigned> come(1, 0u);
  launch_wide(grid_barrier, kFixed ? 64 : 200, static_cast<unsigned*>(come));
}

// program wait_for_the_last: All blocks wait for a value that the last block
// stores.
__global__ void from_last(volatile int* value, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == gridDim.x - 1) {
    *value = 1;
  } else {
    while (*value == 0) {  // bug: grid-barrier-not-resident
    }
  }
  out[blockIdx.x] = 1;
}

template <bool kFixed>
void wait_for_the_last() {
  Device<int> value(1, 0), out(200);
  launch_wide(from_last, kFixed ? 64 : 200, static_cast<int*>(value),
              static_cast<int*>(out));
}

// program chain_from_behind: Each block waits for the one after it.
__global__ void chain(volatile int* done) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x + 1 < gridDim.x)
    while (done[blockIdx.x + 1] == 0) {  // bug: grid-barrier-not-resident
    }
  done[blockIdx.x] = 1;
}

template <bool kFixed>
void chain_from_behind() {
  Device<int> done(200, 0);
  launch_wide(chain, kFixed ? 64 : 200, static_cast<int*>(done));
}

// program generation_barrier: A barrier with generations, written for a grid of
// the size of the device.
__global__ void generations(unsigned* count, volatile unsigned* generation) {
  if (threadIdx.x != 0) return;
  for (unsigned round = 0; round < 2; ++round) {
    __threadfence();
    if (atomicAdd(count, 1u) == gridDim.x - 1) {
      atomicExch(count, 0u);
      __threadfence();
      *generation = round + 1;
    } else {
      while (*generation <= round) {  // bug: grid-barrier-not-resident
      }
    }
    __threadfence();
  }
}

template <bool kFixed>
void generation_barrier() {
  Device<unsigned> count(1, 0u), generation(1, 0u);
  launch_wide(generations, kFixed ? 132 : 133, static_cast<unsigned*>(count),
              static_cast<unsigned*>(generation));
}

}  // namespace

int main(int argc, char** argv) {
  return choose(
      argc, argv,
      {{"one_warp_too_many", one_warp_too_many<false>, one_warp_too_many<true>},
       {"crossed_barriers", crossed_barriers<false>, crossed_barriers<true>},
       {"one_item_more", one_item_more<false>, one_item_more<true>},
       {"barrier_for_the_leader", barrier_for_the_leader<false>,
        barrier_for_the_leader<true>},
       {"flag_never_set", flag_never_set<false>, flag_never_set<true>},
       {"patient_poll", patient_poll<false>, patient_poll<true>},
       {"lock_not_released", lock_not_released<false>, lock_not_released<true>},
       {"lock_taken_twice", lock_taken_twice<false>, lock_taken_twice<true>},
       {"list_in_a_circle", list_in_a_circle<false>, list_in_a_circle<true>},
       {"two_locks", two_locks<false>, two_locks<true>},
       {"no_step", no_step<false>, no_step<true>},
       {"barrier_of_too_many", barrier_of_too_many<false>,
        barrier_of_too_many<true>},
       {"wait_for_the_last", wait_for_the_last<false>, wait_for_the_last<true>},
       {"chain_from_behind", chain_from_behind<false>, chain_from_behind<true>},
       {"generation_barrier", generation_barrier<false>,
        generation_barrier<true>}});
}
