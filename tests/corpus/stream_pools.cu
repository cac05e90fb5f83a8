// SPDX-License-Identifier: MIT
// Two streams and one piece of memory: allocations in the order of a stream,
// symbols, and kernels that run beside each other.
#include <array>

#include "tests/corpus/corpus.h"
#include "tests/corpus/host_async.h"

using namespace corpus;

namespace {

// program freed_in_another_stream: Pool memory is freed in a stream that does
// not wait for the kernel that uses it; the next allocation may be the same.
// also: use-after-free
template <bool kFixed>
void freed_in_another_stream() {
  Stream work, cleanup;
  Event used;
  Pinned<int> result(kCount, -1);
  int *data = nullptr, *other = nullptr;
  must(cudaMallocAsync(&data, kBytes, work));
  fill<<<1, kCount, 0, work>>>(data, 1);
  hold(work);
  must(cudaMemcpyAsync(result, data, kBytes, cudaMemcpyDeviceToHost, work));
  used.record(work);
  if (kFixed) must(cudaStreamWaitEvent(cleanup, used, 0));
  // bug: stream-race freed_in_another_stream
  must(cudaFreeAsync(data, cleanup));
  must(cudaMallocAsync(&other, kBytes, cleanup));
  must(cudaMemsetAsync(other, 0, kBytes, cleanup));
  must(cudaFreeAsync(other, cleanup));
  must(cudaDeviceSynchronize());
  saw(result[0]);
}

// program allocated_in_another_stream: Memory is used in a stream that does not
// wait for the one that allocates it, where its last owner is still at work.
// also: use-after-free
template <bool kFixed>
void allocated_in_another_stream() {
  Stream setup, work;
  Event allocated;
  Pinned<int> result(kCount, -1);
  int *last = nullptr, *data = nullptr;
  must(cudaMallocAsync(&last, kBytes, setup));
  hold(setup);
  fill<<<1, kCount, 0, setup>>>(last, 1);
  must(cudaFreeAsync(last, setup));
  must(cudaMallocAsync(&data, kBytes, setup));  // may be the same
  allocated.record(setup);
  if (kFixed) must(cudaStreamWaitEvent(work, allocated, 0));
  // bug: stream-race allocated_in_another_stream
  fill<<<1, kCount, 0, work>>>(data, 2);
  must(cudaDeviceSynchronize());
  must(cudaMemcpyAsync(result, data, kBytes, cudaMemcpyDeviceToHost, work));
  work.wait();
  saw(result[0]);
  must(cudaFreeAsync(data, work));
  work.wait();
}

// program pool_memory_freed_at_once: cudaFree waits for the device, but not for
// memory that came from cudaMallocAsync.
// also: use-after-free
template <bool kFixed>
void pool_memory_freed_at_once() {
  Stream work;
  Pinned<int> result(kCount, -1);
  int* data = nullptr;
  must(cudaMallocAsync(&data, kBytes, work));
  fill<<<1, kCount, 0, work>>>(data, 3);
  hold(work);
  must(cudaMemcpyAsync(result, data, kBytes, cudaMemcpyDeviceToHost, work));
  if (kFixed) work.wait();
  // bug: stream-race pool_memory_freed_at_once
  must(cudaFree(data));
  work.wait();
  saw(result[0]);
}

// program constant_still_in_use: The table of the next round is uploaded while
// the kernel of this one reads it.
__constant__ int factors[kCount];

__global__ void scale(int* data) { data[threadIdx.x] *= factors[threadIdx.x]; }

template <bool kFixed>
void constant_still_in_use() {
  Stream copies, kernels;
  Event uploaded, used;
  Device<int> data(kCount, 1);
  std::array<int*, 2> tables{};
  for (int i = 0; i < 2; ++i) {
    must(cudaMallocHost(&tables[i], kBytes));
    for (int k = 0; k < kCount; ++k) tables[i][k] = 2 + i;
  }
  for (int i = 0; i < 2; ++i) {
    if (kFixed) must(cudaStreamWaitEvent(copies, used, 0));
    // bug: stream-race constant_still_in_use
    must(cudaMemcpyToSymbolAsync(factors, tables[i], kBytes, 0,
                                 cudaMemcpyHostToDevice, copies));
    uploaded.record(copies);
    must(cudaStreamWaitEvent(kernels, uploaded, 0));
    hold(kernels);
    scale<<<1, kCount, 0, kernels>>>(data);
    used.record(kernels);
  }
  must(cudaDeviceSynchronize());
  int value = 0;
  must(cudaMemcpy(&value, data, sizeof value, cudaMemcpyDeviceToHost));
  saw(value);
  for (int* table : tables) must(cudaFreeHost(table));
}

// program priority_is_no_order: A stream of high priority is trusted to be done
// before one of low priority begins.
__global__ void square(int* data) {
  data[threadIdx.x] *= data[threadIdx.x];  // bug: global-race
}

template <bool kFixed>
void priority_is_no_order() {
  int least = 0, greatest = 0;
  must(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  cudaStream_t urgent, later;
  must(cudaStreamCreateWithPriority(&urgent, cudaStreamNonBlocking, greatest));
  must(cudaStreamCreateWithPriority(&later, cudaStreamNonBlocking, least));
  Device<int> data(kCount, 0);
  must(cudaDeviceSynchronize());
  hold(urgent);
  fill<<<1, kCount, 0, urgent>>>(data, 3);
  if (kFixed) must(cudaStreamSynchronize(urgent));
  square<<<1, kCount, 0, later>>>(data);
  must(cudaDeviceSynchronize());
  int value = 0;
  must(cudaMemcpy(&value, data, sizeof value, cudaMemcpyDeviceToHost));
  saw(value);
  must(cudaStreamDestroy(urgent));
  must(cudaStreamDestroy(later));
}

// program last_of_four: Four streams fill a quarter each, and the sum waits for
// the last one only.
__global__ void sum_up(const int* parts, int* total) {
  int sum = 0;
  for (int part = 0; part < 4; ++part)
    sum += parts[part * kCount + threadIdx.x];  // bug: global-race
  total[threadIdx.x] = sum;
}

template <bool kFixed>
void last_of_four() {
  Stream streams[4], last;
  Event done[4];
  Device<int> parts(size_t{4} * kCount, 0), total(kCount, 0);
  for (int i = 0; i < 4; ++i) {
    if (i == 0) hold(streams[i]);
    fill<<<1, kCount, 0, streams[i]>>>(parts + i * kCount, 1 + i);
    done[i].record(streams[i]);
    if (kFixed || i == 3) must(cudaStreamWaitEvent(last, done[i], 0));
  }
  sum_up<<<1, kCount, 0, last>>>(parts, total);
  int value = 0;
  must(cudaMemcpy(&value, total, sizeof value, cudaMemcpyDeviceToHost));
  saw(value);
}

// program waits_with_an_old_event: The event of the first round is waited for
// in the second, for it is recorded again after the wait.
__global__ void increase(int* data) {
  data[threadIdx.x] += 1;  // bug: global-race
}

template <bool kFixed>
void waits_with_an_old_event() {
  Stream first(cudaStreamNonBlocking), second(cudaStreamNonBlocking);
  Event ready;
  Device<int> data(kCount, 0);
  must(cudaDeviceSynchronize());
  for (int round = 1; round <= 2; ++round) {
    hold(first);
    fill<<<1, kCount, 0, first>>>(data, 10 * round);
    if (kFixed) ready.record(first);
    must(cudaStreamWaitEvent(second, ready, 0));
    if (!kFixed) ready.record(first);
    increase<<<1, kCount, 0, second>>>(data);
    second.wait();
  }
  must(cudaDeviceSynchronize());
  int value = 0;
  must(cudaMemcpy(&value, data, sizeof value, cudaMemcpyDeviceToHost));
  saw(value);
}

}  // namespace

int main(int argc, char** argv) {
  return choose(
      argc, argv,
      {{"freed_in_another_stream", freed_in_another_stream<false>,
        freed_in_another_stream<true>},
       {"allocated_in_another_stream", allocated_in_another_stream<false>,
        allocated_in_another_stream<true>},
       {"pool_memory_freed_at_once", pool_memory_freed_at_once<false>,
        pool_memory_freed_at_once<true>},
       {"constant_still_in_use", constant_still_in_use<false>,
        constant_still_in_use<true>},
       {"priority_is_no_order", priority_is_no_order<false>,
        priority_is_no_order<true>},
       {"last_of_four", last_of_four<false>, last_of_four<true>},
       {"waits_with_an_old_event", waits_with_an_old_event<false>,
        waits_with_an_old_event<true>}});
}
