// SPDX-License-Identifier: MIT
// Mistakes with cuda::atomic_ref and cuda::barrier: orders and scopes.
#include <cuda/atomic>
#include <cuda/barrier>

#include "tests/corpus/corpus.h"

using namespace corpus;

namespace {

template <class T>
using DeviceRef = cuda::atomic_ref<T, cuda::thread_scope_device>;

// program relaxed_flag: The flag is stored and loaded without an order.
template <bool kFixed>
__global__ void publish(const int* in, int* data, int* flag, int* out) {
  constexpr auto kStore =
      kFixed ? cuda::memory_order_release : cuda::memory_order_relaxed;
  constexpr auto kLoad =
      kFixed ? cuda::memory_order_acquire : cuda::memory_order_relaxed;
  if (threadIdx.x != 0) return;
  DeviceRef<int> ready(*flag);
  if (blockIdx.x == 0) {
    *data = *in;
    ready.store(1, kStore);
  } else {
    while (ready.load(kLoad) == 0) {
    }
    *out = *data;  // bug: missing-fence
  }
}

template <bool kFixed>
void relaxed_flag() {
  Device<int> in(1, 1), data(1, 0), flag(1, 0), out(1);
  publish<kFixed><<<2, 32>>>(in, data, flag, out);
  finish();
}

// program release_of_a_block: The release has block scope, and the reader is in
// another block.
template <bool kFixed>
__global__ void to_neighbour(int* data, int* flags, int* out) {
  constexpr auto kScope =
      kFixed ? cuda::thread_scope_device : cuda::thread_scope_block;
  if (threadIdx.x != 0) return;
  data[blockIdx.x] = blockIdx.x;
  cuda::atomic_ref<int, kScope> mine(flags[blockIdx.x]);
  mine.store(1, cuda::memory_order_release);  // bug: missing-fence
  if (blockIdx.x == 0) return;
  cuda::atomic_ref<int, kScope> left(flags[blockIdx.x - 1]);
  while (left.load(cuda::memory_order_acquire) == 0) {
  }
  out[blockIdx.x] = data[blockIdx.x - 1];  // bug: missing-fence
}

// also: global-race

template <bool kFixed>
void release_of_a_block() {
  Device<int> data(4, 0), flags(4, 0), out(4);
  to_neighbour<kFixed><<<4, 32>>>(data, flags, out);
  finish();
}

// program plain_reader: The writer uses an atomic reference, the reader looks
// at the word without one.
template <bool kFixed>
__global__ void watch(int* progress, int* seen) {
  if (threadIdx.x != 0) return;
  DeviceRef<int> count(*progress);
  count.fetch_add(1, cuda::memory_order_relaxed);
  seen[blockIdx.x] = kFixed ? count.load(cuda::memory_order_relaxed)
                            : *progress;  // bug: global-race
}

template <bool kFixed>
void plain_reader() {
  Device<int> progress(1, 0), seen(4);
  watch<kFixed><<<4, 32>>>(progress, seen);
  finish();
}

// program relaxed_lock: The lock is taken and given back without an order.
template <bool kFixed>
__global__ void under_lock(int* lock, int* value) {
  constexpr auto kTake =
      kFixed ? cuda::memory_order_acquire : cuda::memory_order_relaxed;
  constexpr auto kGive =
      kFixed ? cuda::memory_order_release : cuda::memory_order_relaxed;
  if (threadIdx.x != 0) return;
  DeviceRef<int> owner(*lock);
  while (owner.exchange(1, kTake) != 0) {
  }
  *value += 1;  // bug: missing-fence
  owner.store(0, kGive);
}

template <bool kFixed>
void relaxed_lock() {
  Device<int> lock(1, 0), value(1, 0);
  under_lock<kFixed><<<4, 32>>>(lock, value);
  finish();
}

// program relaxed_reader: The store of the flag releases, but its load does not
// acquire.
template <bool kFixed>
__global__ void half_ordered(const int* in, int* data, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  DeviceRef<int> ready(*flag);
  if (blockIdx.x == 0) {
    *data = *in;
    ready.store(1, cuda::memory_order_release);
  } else {
    while (ready.load(kFixed ? cuda::memory_order_acquire
                             : cuda::memory_order_relaxed) == 0) {
    }
    *out = *data;  // bug: missing-fence
  }
}

template <bool kFixed>
void relaxed_reader() {
  Device<int> in(1, 1), data(1, 0), flag(1, 0), out(1);
  half_ordered<kFixed><<<2, 32>>>(in, data, flag, out);
  finish();
}

// program flag_in_shared: Warp 0 announces a value to warp 1 by a relaxed flag
// in shared memory.
template <bool kFixed>
__global__ void between_warps(const int* in, int* out) {
  __shared__ int value, flag;
  cuda::atomic_ref<int, cuda::thread_scope_block> ready(flag);
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    value = in[0];
    ready.store(
        1, kFixed ? cuda::memory_order_release : cuda::memory_order_relaxed);
  }
  if (threadIdx.x == 32) {
    while (ready.load(kFixed ? cuda::memory_order_acquire
                             : cuda::memory_order_relaxed) == 0) {
    }
    *out = value;  // bug: shared-race
  }
}

template <bool kFixed>
void flag_in_shared() {
  Device<int> in(1, 1), out(1);
  between_warps<kFixed><<<1, 64>>>(in, out);
  finish();
}

// program one_arrival_too_few: A cuda::barrier expects more arrivals than there
// are threads.
template <bool kFixed>
__global__ void meet(int* out) {
  using Barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ alignas(Barrier) char room[sizeof(Barrier)];
  Barrier& barrier = *reinterpret_cast<Barrier*>(room);
  if (threadIdx.x == 0) init(&barrier, blockDim.x + (kFixed ? 0 : 1));
  __syncthreads();
  barrier.arrive_and_wait();  // bug: livelock
  out[threadIdx.x] = 1;
}

// limit: 100000

template <bool kFixed>
void one_arrival_too_few() {
  Device<int> out(64);
  meet<kFixed><<<1, 64>>>(out);
  finish();
}

// program arrive_without_wait: Threads arrive at a cuda::barrier, but read on
// without waiting.
template <bool kFixed>
__global__ void arrive_only(const int* in, int* out) {
  using Barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ alignas(Barrier) char room[sizeof(Barrier)];
  __shared__ int buf[64];
  Barrier& barrier = *reinterpret_cast<Barrier*>(room);
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  buf[threadIdx.x] = in[threadIdx.x];
  auto token = barrier.arrive();
  if (kFixed) barrier.wait(std::move(token));
  out[threadIdx.x] = buf[threadIdx.x ^ 32];  // bug: shared-race
}

template <bool kFixed>
void arrive_without_wait() {
  Device<int> in(64, 1), out(64);
  arrive_only<kFixed><<<1, 64>>>(in, out);
  finish();
}

/// One int that a kernel and the host may both see.
class Shared {
 public:
  explicit Shared(bool managed) : managed_(managed) {
    const cudaError_t error = managed ? cudaMallocManaged(&data_, sizeof *data_)
                                      : cudaMallocHost(&data_, sizeof *data_);
    if (error != cudaSuccess) std::puts("no memory");
    *data_ = 0;
  }
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;
  ~Shared() { (void)(managed_ ? cudaFree(data_) : cudaFreeHost(data_)); }
  operator int*() { return data_; }

 private:
  bool managed_;
  int* data_ = nullptr;
};

// program tickets_for_the_host: Threads of the device and the host draw tickets
// from one counter in page-locked memory.
__global__ void draw(int* next) {
  atomicAdd_system(next, 1);  // bug: host-atomic
}

template <bool kFixed>
void tickets_for_the_host() {
  Shared next(kFixed);
  draw<<<1, 32>>>(next);
  finish();
  std::printf("%d\n", *next);
}

// program flag_by_exchange: A flag for the host is exchanged, where a store is
// enough.
template <bool kFixed>
__global__ void announce(int* flag) {
  cuda::atomic_ref<int, cuda::thread_scope_system> seen(*flag);
  if constexpr (kFixed) {
    seen.store(1, cuda::memory_order_release);
  } else {
    seen.exchange(1, cuda::memory_order_release);  // bug: host-atomic
  }
}

template <bool kFixed>
void flag_by_exchange() {
  Shared flag(false);
  announce<kFixed><<<1, 1>>>(flag);
  finish();
  std::printf("%d\n", *flag);
}

// program scope_of_the_standard: cuda::std::atomic_ref has the scope of the
// system; only threads of the device count here.
template <bool kFixed>
__global__ void tally(int* count) {
  if constexpr (kFixed) {
    DeviceRef<int>(*count).fetch_add(1);
  } else {
    cuda::std::atomic_ref<int>(*count).fetch_add(1);  // bug: host-atomic
  }
}

template <bool kFixed>
void scope_of_the_standard() {
  Shared count(false);
  tally<kFixed><<<2, 32>>>(count);
  finish();
  std::printf("%d\n", *count);
}

}  // namespace

int main(int argc, char** argv) {
  return choose(
      argc, argv,
      {{"relaxed_flag", relaxed_flag<false>, relaxed_flag<true>},
       {"release_of_a_block", release_of_a_block<false>,
        release_of_a_block<true>},
       {"plain_reader", plain_reader<false>, plain_reader<true>},
       {"relaxed_lock", relaxed_lock<false>, relaxed_lock<true>},
       {"relaxed_reader", relaxed_reader<false>, relaxed_reader<true>},
       {"flag_in_shared", flag_in_shared<false>, flag_in_shared<true>},
       {"one_arrival_too_few", one_arrival_too_few<false>,
        one_arrival_too_few<true>},
       {"arrive_without_wait", arrive_without_wait<false>,
        arrive_without_wait<true>},
       {"tickets_for_the_host", tickets_for_the_host<false>,
        tickets_for_the_host<true>},
       {"flag_by_exchange", flag_by_exchange<false>, flag_by_exchange<true>},
       {"scope_of_the_standard", scope_of_the_standard<false>,
        scope_of_the_standard<true>}});
}
