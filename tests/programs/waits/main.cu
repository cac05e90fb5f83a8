// SPDX-License-Identifier: MIT
// Which calls wait for a kernel of another stream: each is made beside a kernel
// that waits for a store of the host, in a stream that waits for no other. The
// store comes when the call has returned, or after three seconds. The answers
// were seen on an H200 (driver 580.159.04, 2026-11-23).
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>
#include <utility>

#include "common/cuda_check.h"

__global__ void spin(const volatile int* flag) {
  while (*flag == 0) {
  }
}

__device__ int variable;
char page[2][4096];

/// What the calls use, and what is left of it in the end.
struct Things {
  int *device, *pinned, *managed, *of_pool, *made = nullptr, *locked = nullptr;
  cudaArray_t array;
  cudaStream_t busy, other, created = nullptr;
  cudaEvent_t event;
  void *registered = page[0], *more = nullptr;
  int value = 0;

  Things() {
    CUDA_CHECK(cudaMalloc(&device, sizeof(int)));
    CUDA_CHECK(cudaMallocHost(&pinned, sizeof(int)));
    CUDA_CHECK(cudaMallocManaged(&managed, sizeof(int)));
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    CUDA_CHECK(cudaMallocArray(&array, &format, 16, 16));
    CUDA_CHECK(cudaStreamCreateWithFlags(&busy, cudaStreamNonBlocking));
    CUDA_CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
    CUDA_CHECK(cudaEventCreate(&event));
    CUDA_CHECK(cudaMallocAsync(&of_pool, sizeof(int), other));
    CUDA_CHECK(cudaHostRegister(registered, sizeof page[0], 0));
    CUDA_CHECK(cudaDeviceSynchronize());
  }
  Things(const Things&) = delete;
  Things& operator=(const Things&) = delete;
  ~Things() {
    for (int* memory : {device, managed, of_pool, made}) {
      CUDA_CHECK(cudaFree(memory));
    }
    for (int* memory : {pinned, locked}) CUDA_CHECK(cudaFreeHost(memory));
    CUDA_CHECK(cudaFreeArray(array));
    for (cudaStream_t stream : {busy, other, created}) {
      if (stream) CUDA_CHECK(cudaStreamDestroy(stream));
    }
    if (event) CUDA_CHECK(cudaEventDestroy(event));
    for (void* memory : {registered, more}) {
      if (memory) CUDA_CHECK(cudaHostUnregister(memory));
    }
  }
};

/// Gives up what `thing` names.
template <class Thing>
Thing take(Thing& thing) {
  return std::exchange(thing, nullptr);
}

/// Stores when the call has returned, or after three seconds.
class Watchdog {
 public:
  explicit Watchdog(volatile int* flag)
      : thread_([this, flag] {
          std::unique_lock lock(mutex_);
          const auto returned = [this] { return returned_; };
          told_.wait_for(lock, std::chrono::seconds(3), returned);
          stored_ = true;
          *flag = 1;
        }) {}

  /// The call has returned; whether it was the store that let it.
  bool waited() {
    std::unique_lock lock(mutex_);
    const bool stored = stored_;
    returned_ = true;
    lock.unlock();
    told_.notify_one();
    thread_.join();
    return stored;
  }

 private:
  std::mutex mutex_;
  std::condition_variable told_;
  bool returned_ = false, stored_ = false;
  std::thread thread_;  // which uses the others
};

template <class Call>
void ask(const char* name, Call call) {
  Things things;
  volatile int* flag;
  CUDA_CHECK(cudaMallocHost(const_cast<int**>(&flag), sizeof *flag));
  *flag = 0;
  spin<<<1, 1, 0, things.busy>>>(flag);
  CUDA_CHECK(cudaGetLastError());
  Watchdog watchdog(flag);
  const cudaError_t error = call(things);
  const bool waited = watchdog.waited();
  CUDA_CHECK(cudaDeviceSynchronize());
  std::printf("%-24s %s, %s\n", name, waited ? "waits" : "at once",
              cudaGetErrorName(error));
  CUDA_CHECK(cudaFreeHost(const_cast<int*>(flag)));
}

int main() {
  ask("cudaFree", [](Things& t) { return cudaFree(take(t.device)); });
  ask("cudaFree, managed", [](Things& t) { return cudaFree(take(t.managed)); });
  ask("cudaFree, of a pool",
      [](Things& t) { return cudaFree(take(t.of_pool)); });
  ask("cudaFreeAsync",
      [](Things& t) { return cudaFreeAsync(take(t.of_pool), t.other); });
  ask("cudaFreeHost", [](Things& t) { return cudaFreeHost(take(t.pinned)); });
  ask("cudaFreeArray", [](Things& t) { return cudaFreeArray(take(t.array)); });
  ask("cudaHostUnregister",
      [](Things& t) { return cudaHostUnregister(take(t.registered)); });
  ask("cudaHostRegister", [](Things& t) {
    t.more = page[1];
    return cudaHostRegister(t.more, sizeof page[1], 0);
  });
  ask("cudaMalloc", [](Things& t) { return cudaMalloc(&t.made, 1 << 20); });
  ask("cudaMallocHost",
      [](Things& t) { return cudaMallocHost(&t.locked, 4096); });
  ask("cudaMallocManaged",
      [](Things& t) { return cudaMallocManaged(&t.made, 4096); });
  ask("cudaMemset", [](Things& t) { return cudaMemset(t.device, 0, 4); });
  ask("cudaMemcpy to", [](Things& t) {
    return cudaMemcpy(t.device, &t.value, 4, cudaMemcpyHostToDevice);
  });
  ask("cudaMemcpy from", [](Things& t) {
    return cudaMemcpy(&t.value, t.device, 4, cudaMemcpyDeviceToHost);
  });
  ask("cudaMemcpyToSymbol",
      [](Things& t) { return cudaMemcpyToSymbol(variable, &t.value, 4); });
  ask("cudaMemGetInfo", [](Things&) {
    size_t free, total;
    return cudaMemGetInfo(&free, &total);
  });
  ask("cudaStreamCreate",
      [](Things& t) { return cudaStreamCreate(&t.created); });
  ask("cudaStreamDestroy",
      [](Things& t) { return cudaStreamDestroy(take(t.busy)); });
  ask("cudaEventDestroy", [](Things& t) {
    CUDA_CHECK(cudaEventRecord(t.event, t.busy));
    return cudaEventDestroy(take(t.event));
  });
}
