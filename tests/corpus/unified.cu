// SPDX-License-Identifier: MIT
// Memory that host and device share, managed, mapped or registered, and a host
// that does not wait for the kernel.
#include <memory>
#include <new>
#include <numeric>
#include <utility>
#include <vector>

#include "tests/corpus/corpus.h"
#include "tests/corpus/host_async.h"

using namespace corpus;

namespace {

__global__ void twice(const int* in, int* out) {
  out[threadIdx.x] = 2 * in[threadIdx.x];
}

int* managed(int count = kCount, int value = 0) {
  int* data = nullptr;
  must(cudaMallocManaged(&data, count * sizeof(int)));
  for (int i = 0; i < count; ++i) data[i] = value;
  return data;
}

// program read_after_launch: The host reads managed memory right after the
// launch that writes it.
template <bool kFixed>
void read_after_launch() {
  int* data = managed();
  hold(nullptr);
  fill<<<1, kCount>>>(data, 7);
  if (kFixed) must(cudaDeviceSynchronize());
  saw(data[3]);  // bug: host-race read_after_launch
  must(cudaFree(data));
}

// program next_input_too_early: The host writes the input of the next round
// while the kernel still reads that of this one.
template <bool kFixed>
void next_input_too_early() {
  int *in = managed(), *total = managed();
  for (int round = 1; round <= 3; ++round) {
    // bug: host-race next_input_too_early
    for (int i = 0; i < kCount; ++i) in[i] = round;
    hold(nullptr);
    add<<<1, kCount>>>(total, in);
    if (kFixed) must(cudaDeviceSynchronize());
  }
  must(cudaDeviceSynchronize());
  saw(total[0]);
  must(cudaFree(in));
  must(cudaFree(total));
}

// program waits_for_the_other_stream: Two streams work, and the host waits for
// the one whose result it does not read.
template <bool kFixed>
void waits_for_the_other_stream() {
  Stream left, right;
  int *a = managed(), *b = managed();
  fill<<<1, kCount, 0, left>>>(a, 1);
  hold(right);
  fill<<<1, kCount, 0, right>>>(b, 2);
  (kFixed ? right : left).wait();
  saw(b[0]);  // bug: host-race waits_for_the_other_stream
  must(cudaDeviceSynchronize());
  must(cudaFree(a));
  must(cudaFree(b));
}

// program event_before_the_kernel: The event that the host waits for was
// recorded before the kernel.
template <bool kFixed>
void event_before_the_kernel() {
  cudaEvent_t done;
  int* data = managed();
  must(cudaEventCreate(&done));
  hold(nullptr);
  if (!kFixed) must(cudaEventRecord(done));
  hold(nullptr);
  fill<<<1, kCount>>>(data, 5);
  if (kFixed) must(cudaEventRecord(done));
  must(cudaEventSynchronize(done));
  saw(data[31]);  // bug: host-race event_before_the_kernel
  must(cudaEventDestroy(done));
  must(cudaFree(data));
}

// program managed_variable: A managed variable is read like one of the host.
__managed__ int found;

__global__ void find(const int* in, int wanted) {
  if (in[threadIdx.x] == wanted) found = threadIdx.x;
}

template <bool kFixed>
void managed_variable() {
  std::vector<int> values(kCount);
  std::iota(values.begin(), values.end(), 100);
  Device<int> in(values);
  hold(nullptr);
  find<<<1, kCount>>>(in, 117);
  if (kFixed) must(cudaDeviceSynchronize());
  saw(found);  // bug: host-race managed_variable
}

// program managed_object: An object in managed memory has a method that
// launches, and one that reads what the launch has not written yet.
struct Managed {
  void* operator new(size_t bytes) {
    void* place = nullptr;
    must(cudaMallocManaged(&place, bytes));
    return place;
  }
  void operator delete(void* place) { must(cudaFree(place)); }
};

struct Histogram : Managed {
  int bins[4] = {};
  template <bool kFixed>
  void add(const int* values);
  int total() const { return std::accumulate(bins, bins + 4, 0); }
};

__global__ void count(Histogram* histogram, const int* values) {
  atomicAdd(&histogram->bins[values[threadIdx.x] & 3], 1);
}

template <bool kFixed>
void Histogram::add(const int* values) {
  hold(nullptr);
  count<<<1, kCount>>>(this, values);
  if (kFixed) must(cudaDeviceSynchronize());
}

template <bool kFixed>
void managed_object() {
  std::unique_ptr<Histogram> histogram(new Histogram);
  Device<int> values(kCount, 5);
  histogram->add<kFixed>(values);
  saw(histogram->total());  // bug: host-race Histogram
}

// program slice_in_work: A pipeline over slices of one allocation; the host
// takes the slice that was just launched instead of the one before.
template <bool kFixed>
void slice_in_work() {
  constexpr int kSlices = 4;
  int* data = managed(kSlices * kCount);
  Event done[kSlices];
  int sum = 0;
  for (int slice = 0; slice < kSlices; ++slice) {
    hold(nullptr);
    fill<<<1, kCount>>>(data + slice * kCount, slice + 1);
    done[slice].record(nullptr);
    const int ready = kFixed ? slice - 1 : slice;
    if (slice == 0) continue;
    done[slice - 1].wait();
    sum += data[ready * kCount];  // bug: host-race slice_in_work
  }
  must(cudaDeviceSynchronize());
  saw(sum);
  must(cudaFree(data));
}

// program prefetch_is_no_wait: The memory is fetched to the host, which is one
// more thing that happens later.
template <bool kFixed>
void prefetch_is_no_wait() {
  Stream stream;
  int* data = managed();
  hold(stream);
  fill<<<1, kCount, 0, stream>>>(data, 9);
  const cudaMemLocation host{cudaMemLocationTypeHost, 0};
  must(cudaMemPrefetchAsync(data, kBytes, host, 0, stream));
  if (kFixed) stream.wait();
  saw(data[0]);  // bug: host-race prefetch_is_no_wait
  stream.wait();
  must(cudaFree(data));
}

// program memset_async_then_read: cudaMemset of managed memory has finished
// when it returns; cudaMemsetAsync has not.
template <bool kFixed>
void memset_async_then_read() {
  int* data = managed(kCount, 3);
  hold(nullptr);
  if (kFixed)
    must(cudaMemset(data, 0, kBytes));
  else
    must(cudaMemsetAsync(data, 0, kBytes, nullptr));
  saw(data[8]);  // bug: host-race memset_async_then_read
  must(cudaDeviceSynchronize());
  must(cudaFree(data));
}

// program mapped_result: A kernel stores its result to the host's memory, and
// nobody waits for the kernel.
__global__ void sum(const int* in, int* out) {
  int value = in[threadIdx.x];
  for (int step = 16; step > 0; step /= 2)
    value += __shfl_down_sync(~0u, value, step);
  if (threadIdx.x == 0) *out = value;
}

template <bool kFixed>
void mapped_result() {
  Device<int> in(kCount, 2);
  int *result = nullptr, *on_device = nullptr;
  must(cudaHostAlloc(&result, sizeof(int), cudaHostAllocMapped));
  *result = -1;
  must(cudaHostGetDevicePointer(&on_device, result, 0));
  hold(nullptr);
  sum<<<1, kCount>>>(in, on_device);
  if (kFixed) must(cudaStreamSynchronize(nullptr));
  saw(*result);  // bug: host-race mapped_result
  must(cudaDeviceSynchronize());
  must(cudaFreeHost(result));
}

// program mapped_ring: Two mapped buffers take turns, and the host fills one
// again that the kernel of two rounds before may still read.
template <bool kFixed>
void mapped_ring() {
  Stream stream;
  Pinned<int> first(kCount, 0, cudaHostAllocMapped);
  Pinned<int> second(kCount, 0, cudaHostAllocMapped);
  Event read[2];
  Device<int> out(4 * kCount, 0);
  for (int frame = 0; frame < 4; ++frame) {
    int* buffer = frame % 2 == 0 ? first : second;
    if (kFixed) read[frame % 2].wait();
    // bug: host-race mapped_ring
    for (int i = 0; i < kCount; ++i) buffer[i] = 10 + frame;
    hold(stream);
    twice<<<1, kCount, 0, stream>>>(buffer, out + frame * kCount);
    read[frame % 2].record(stream);
  }
  stream.wait();
  int result = 0;
  must(cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost));
  saw(result);
}

// program registered_vector: A vector is registered so that a kernel can write
// it; its owner adds it up too early.
template <bool kFixed>
void registered_vector() {
  std::vector<int> values(1024, 0);
  int* on_device = nullptr;
  must(cudaHostRegister(values.data(), values.size() * sizeof(int),
                        cudaHostRegisterMapped));
  must(cudaHostGetDevicePointer(&on_device, values.data(), 0));
  hold(nullptr);
  fill<<<1, 1024>>>(on_device, 1);
  if (kFixed) must(cudaDeviceSynchronize());
  // bug: host-race registered_vector
  saw(std::accumulate(values.begin(), values.end(), 0));
  must(cudaDeviceSynchronize());
  must(cudaHostUnregister(values.data()));
}

// program registered_table: A registered table is filled again too early.
alignas(4096) int table[1024];

__global__ void add_up(const int* in, int* total) {
  total[threadIdx.x] += in[threadIdx.x];
}

template <bool kFixed>
void registered_table() {
  int *on_device = nullptr, *total = managed(1024);
  must(cudaHostRegister(table, sizeof table, cudaHostRegisterMapped));
  must(cudaHostGetDevicePointer(&on_device, table, 0));
  for (int round = 1; round <= 3; ++round) {
    // bug: host-race registered_table
    for (int& value : table) value = round;
    hold(nullptr);
    add_up<<<1, 1024>>>(on_device, total);
    if (kFixed) must(cudaDeviceSynchronize());
  }
  must(cudaDeviceSynchronize());
  saw(total[0]);
  must(cudaHostUnregister(table));
  must(cudaFree(total));
}

// program chain_of_nodes: The device links a list in managed memory, and the
// host follows links that are not there yet.
struct Node {
  int value;
  Node* next;
};

__global__ void link(Node* nodes) {
  const int i = threadIdx.x;
  nodes[i].value = i;
  nodes[i].next = i + 1 < kCount ? &nodes[i + 1] : nullptr;
}

template <bool kFixed>
void chain_of_nodes() {
  Node* nodes = nullptr;
  must(cudaMallocManaged(&nodes, kCount * sizeof(Node)));
  for (int i = 0; i < kCount; ++i) nodes[i] = {0, nullptr};
  hold(nullptr);
  link<<<1, kCount>>>(nodes);
  if (kFixed) must(cudaDeviceSynchronize());
  int length = 0;
  // bug: host-race chain_of_nodes
  for (const Node* node = nodes; node != nullptr; node = node->next) ++length;
  saw(length);
  must(cudaFree(nodes));
}

// program swapped_front: Two managed buffers change places each step; the host
// shows the one that is being written.
template <bool kFixed>
void swapped_front() {
  int *front = managed(kCount, 1), *back = managed(kCount, 1);
  for (int step = 0; step < 3; ++step) {
    hold(nullptr);
    twice<<<1, kCount>>>(front, back);
    if (kFixed) must(cudaDeviceSynchronize());
    std::swap(front, back);
    saw(front[5]);  // bug: host-race swapped_front
  }
  must(cudaDeviceSynchronize());
  must(cudaFree(front));
  must(cudaFree(back));
}

// program query_without_an_if: The host asks whether the stream is ready, and
// does not look at the answer.
template <bool kFixed>
void query_without_an_if() {
  Stream stream;
  int* data = managed();
  hold(stream);
  fill<<<1, kCount, 0, stream>>>(data, 4);
  if (kFixed) {
    while (cudaStreamQuery(stream) == cudaErrorNotReady) {
    }
  } else {
    (void)cudaStreamQuery(stream);
  }
  saw(data[0]);  // bug: host-race query_without_an_if
  stream.wait();
  must(cudaFree(data));
}

// program destroyed_is_not_done: A stream is destroyed in the belief that this
// waits for its work.
template <bool kFixed>
void destroyed_is_not_done() {
  cudaStream_t stream;
  int* data = managed();
  must(cudaStreamCreate(&stream));
  hold(stream);
  fill<<<1, kCount, 0, stream>>>(data, 6);
  if (kFixed) must(cudaStreamSynchronize(stream));
  must(cudaStreamDestroy(stream));
  saw(data[0]);  // bug: host-race destroyed_is_not_done
  must(cudaDeviceSynchronize());
  must(cudaFree(data));
}

}  // namespace

int main(int argc, char** argv) {
  return choose(
      argc, argv,
      {{"read_after_launch", read_after_launch<false>, read_after_launch<true>},
       {"next_input_too_early", next_input_too_early<false>,
        next_input_too_early<true>},
       {"waits_for_the_other_stream", waits_for_the_other_stream<false>,
        waits_for_the_other_stream<true>},
       {"event_before_the_kernel", event_before_the_kernel<false>,
        event_before_the_kernel<true>},
       {"managed_variable", managed_variable<false>, managed_variable<true>},
       {"managed_object", managed_object<false>, managed_object<true>},
       {"slice_in_work", slice_in_work<false>, slice_in_work<true>},
       {"prefetch_is_no_wait", prefetch_is_no_wait<false>,
        prefetch_is_no_wait<true>},
       {"memset_async_then_read", memset_async_then_read<false>,
        memset_async_then_read<true>},
       {"mapped_result", mapped_result<false>, mapped_result<true>},
       {"mapped_ring", mapped_ring<false>, mapped_ring<true>},
       {"registered_vector", registered_vector<false>, registered_vector<true>},
       {"registered_table", registered_table<false>, registered_table<true>},
       {"chain_of_nodes", chain_of_nodes<false>, chain_of_nodes<true>},
       {"swapped_front", swapped_front<false>, swapped_front<true>},
       {"query_without_an_if", query_without_an_if<false>,
        query_without_an_if<true>},
       {"destroyed_is_not_done", destroyed_is_not_done<false>,
        destroyed_is_not_done<true>}});
}
