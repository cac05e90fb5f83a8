// SPDX-License-Identifier: MIT
// Mistakes of the host: memory that is not freed, launches that cannot start,
// errors that nobody reads, kernels that are loaded too late.
#include "tests/corpus/corpus.h"

using namespace corpus;

namespace {

/// Says so when a call failed.
void check(cudaError_t error) {
  if (error != cudaSuccess) std::puts(cudaGetErrorName(error));
}

__global__ void fill(int* out) {
  const int in_block = threadIdx.x + threadIdx.y * blockDim.x;
  out[blockIdx.x * blockDim.x * blockDim.y + in_block] = 1;
}

// program return_before_free: A function returns before it frees its memory.
template <bool kFixed>
void work(int count) {
  int* data = nullptr;
  // bug: memory-leak cudaMalloc
  check(cudaMalloc(&data, 128));
  if (count == 0) {
    if (kFixed) check(cudaFree(data));
    return;
  }
  fill<<<1, 32>>>(data);
  finish();
  check(cudaFree(data));
}

template <bool kFixed>
void return_before_free() {
  work<kFixed>(1);
  work<kFixed>(0);
}

// program pointer_assigned_twice: A pointer gets new memory while it still
// holds the only address of the old one.
template <bool kFixed>
void pointer_assigned_twice() {
  int* data = nullptr;
  // bug: memory-leak cudaMalloc
  check(cudaMalloc(&data, 128));
  fill<<<1, 32>>>(data);
  finish();
  if (kFixed) check(cudaFree(data));
  check(cudaMalloc(&data, 256));
  fill<<<1, 64>>>(data);
  finish();
  check(cudaFree(data));
}

// program pinned_buffer: Page-locked memory of the host is never freed.
template <bool kFixed>
void pinned_buffer() {
  Device<int> data(32, 4);
  int* host = nullptr;
  // bug: memory-leak cudaHostAlloc
  check(cudaMallocHost(&host, 128));
  check(cudaMemcpy(host, data, 128, cudaMemcpyDeviceToHost));
  std::printf("%d\n", host[3]);
  if (kFixed) check(cudaFreeHost(host));
}

// program list_of_temporaries: Each round of a loop takes memory; only the last
// one is freed.
template <bool kFixed>
void list_of_temporaries() {
  int* temporary = nullptr;
  for (int round = 0; round < 4; ++round) {
    if (kFixed) check(cudaFree(temporary));
    // bug: memory-leak cudaMalloc
    check(cudaMalloc(&temporary, 128));
    fill<<<1, 32>>>(temporary);
  }
  finish();
  check(cudaFree(temporary));
}

// program block_too_large: The block is 32 by 32 by 2: twice as many threads as
// a block may have.
template <bool kFixed>
void block_too_large() {
  Device<int> data(2048);
  // bug: invalid-launch 2048
  fill<<<1, dim3(32, 32, kFixed ? 1 : 2)>>>(data);
  finish();
}

// program empty_grid: n / 256 blocks are none at all when n is small.
template <bool kFixed>
void empty_grid() {
  const int n = 100;
  Device<int> data(256);
  // bug: invalid-launch fill
  fill<<<kFixed ? (n + 255) / 256 : n / 256, 256>>>(data);
  finish();
}

// program shared_not_allowed: The launch asks for 64 KiB of dynamic shared
// memory without the attribute that allows it.
template <bool kFixed>
void shared_not_allowed() {
  Device<int> data(32);
  if (kFixed)
    check(cudaFuncSetAttribute(
        fill, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 * 1024));
  // bug: invalid-launch fill
  fill<<<1, 32, 64 * 1024>>>(data);
  finish();
}

// program beyond_its_bounds: The kernel was compiled for blocks of at most 64
// threads.
__global__ void __launch_bounds__(64) bounded(int* out) {
  out[threadIdx.x] = 1;
}

template <bool kFixed>
void beyond_its_bounds() {
  Device<int> data(128);
  // bug: invalid-launch bounded
  bounded<<<1, kFixed ? 64 : 128>>>(data);
  finish();
}

// program cooperative_too_large: A cooperative launch has more blocks than can
// run at the same time.
template <bool kFixed>
void cooperative_too_large() {
  const int blocks = kFixed ? 8 : 100000;
  Device<int> data(size_t{32} * blocks);
  int* pointer = data;
  void* args[] = {&pointer};
  // bug: invalid-launch fill
  (void)cudaLaunchCooperativeKernel(fill, blocks, 32, args);
  finish();
}

// program wrong_direction: The direction of a copy is the wrong one, and nobody
// looks at what it returned.
template <bool kFixed>
void wrong_direction() {
  Device<int> data(32, 5);
  int result = 0;
  const auto direction =
      kFixed ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice;
  // bug: wrong-kind cudaMemcpy
  (void)cudaMemcpy(&result, data, sizeof result, direction);
  std::printf("%d\n", result);
}

// program no_such_device: The program asks for a device that is not there and
// goes on.
template <bool kFixed>
void no_such_device() {
  // bug: unchecked-error cudaSetDevice
  (void)cudaSetDevice(kFixed ? 0 : 999);
  std::puts("on");
}

// program too_much_shared: The attribute for dynamic shared memory is set to
// more than the device has.
template <bool kFixed>
void too_much_shared() {
  // bug: unchecked-error cudaFuncSetAttribute
  (void)cudaFuncSetAttribute(fill, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             kFixed ? 64 * 1024 : 1024 * 1024);
  std::puts("on");
}

// program no_memory: An allocation that is too large fails, and the program
// does without it.
template <bool kFixed>
void no_memory() {
  int* cache = nullptr;
  // bug: unchecked-error cudaMalloc
  (void)cudaMalloc(&cache, kFixed ? 128 : size_t{1} << 60);
  if (cache != nullptr) (void)cudaFree(cache);
}

class Stream {
 public:
  Stream() { check(cudaStreamCreate(&stream_)); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() { check(cudaStreamDestroy(stream_)); }
  operator cudaStream_t() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

// program waits_for_a_new_kernel: A kernel waits for what another one stores,
// which is launched for the first time while the first one runs.
template <bool kFixed>
__global__ void await(int* flag) {
  while (atomicAdd(flag, 0) == 0) {  // bug: kernel-loaded-late announce
  }
}

template <bool kFixed>
__global__ void announce(int* flag) {
  atomicExch(flag, 1);
}

template <bool kFixed>
void waits_for_a_new_kernel() {
  Device<int> flag(1, 0);
  const Stream one, two;
  cudaFuncAttributes attributes;
  if (kFixed) check(cudaFuncGetAttributes(&attributes, announce<kFixed>));
  await<kFixed><<<1, 1, 0, one>>>(flag);
  announce<kFixed><<<1, 1, 0, two>>>(flag);
  finish();
}

// program new_kernel_before_the_go: A kernel waits for the host, which first
// runs another one, new to the program, to its end.
template <bool kFixed>
__global__ void start(const volatile int* go) {
  while (*go == 0) {  // bug: kernel-loaded-late prepare
  }
}

template <bool kFixed>
__global__ void prepare(int* out) {
  out[threadIdx.x] = 1;
}

template <bool kFixed>
void new_kernel_before_the_go() {
  Device<int> data(32);
  int* go = nullptr;
  check(cudaMallocHost(&go, sizeof *go));
  *go = 0;
  const Stream one, two;
  if (kFixed) prepare<kFixed><<<1, 32, 0, two>>>(data);
  check(cudaStreamSynchronize(two));
  start<kFixed><<<1, 1, 0, one>>>(go);
  prepare<kFixed><<<1, 32, 0, two>>>(data);
  check(cudaStreamSynchronize(two));
  *static_cast<volatile int*>(go) = 1;
  finish();
  check(cudaFreeHost(go));
}

// program stages_of_a_pipeline: Each stage is a kernel of its own and waits for
// the one before it; the last is launched first.
template <int kStage>
__global__ void stage(int* passed) {
  while (atomicAdd(passed, 0) != kStage) {  // bug: kernel-loaded-late stage
  }
  atomicAdd(passed, 1);
}

template <bool kFixed>
void stages_of_a_pipeline() {
  constexpr int kFirst = kFixed ? 8 : 0;  // kernels of its own for each
  Device<int> passed(1, kFirst);
  const Stream one, two;
  int blocks = 0;
  if (kFixed) {
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, stage<kFirst>,
                                                        1, 0));
  }
  stage<kFirst + 1><<<1, 1, 0, one>>>(passed);
  stage<kFirst><<<1, 1, 0, two>>>(passed);
  finish();
}

}  // namespace

int main(int argc, char** argv) {
  return choose(
      argc, argv,
      {{"return_before_free", return_before_free<false>,
        return_before_free<true>},
       {"pointer_assigned_twice", pointer_assigned_twice<false>,
        pointer_assigned_twice<true>},
       {"pinned_buffer", pinned_buffer<false>, pinned_buffer<true>},
       {"list_of_temporaries", list_of_temporaries<false>,
        list_of_temporaries<true>},
       {"block_too_large", block_too_large<false>, block_too_large<true>},
       {"empty_grid", empty_grid<false>, empty_grid<true>},
       {"shared_not_allowed", shared_not_allowed<false>,
        shared_not_allowed<true>},
       {"beyond_its_bounds", beyond_its_bounds<false>, beyond_its_bounds<true>},
       {"cooperative_too_large", cooperative_too_large<false>,
        cooperative_too_large<true>},
       {"wrong_direction", wrong_direction<false>, wrong_direction<true>},
       {"no_such_device", no_such_device<false>, no_such_device<true>},
       {"too_much_shared", too_much_shared<false>, too_much_shared<true>},
       {"no_memory", no_memory<false>, no_memory<true>},
       {"waits_for_a_new_kernel", waits_for_a_new_kernel<false>,
        waits_for_a_new_kernel<true>},
       {"new_kernel_before_the_go", new_kernel_before_the_go<false>,
        new_kernel_before_the_go<true>},
       {"stages_of_a_pipeline", stages_of_a_pipeline<false>,
        stages_of_a_pipeline<true>}});
}
