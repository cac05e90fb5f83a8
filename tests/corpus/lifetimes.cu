// SPDX-License-Identifier: MIT
// Memory that is freed twice or by the wrong call, copies in a direction that
// their pointers contradict, and handles that are used after their end.
#include <array>
#include <memory>
#include <vector>

#include "tests/corpus/corpus.h"
#include "tests/corpus/host_async.h"

using namespace corpus;

namespace {

/// What a call answered; the program goes on.
void answer(cudaError_t error) { std::puts(cudaGetErrorName(error)); }

// program cleaned_up_twice: The error path calls the same cleanup as the end of
// the program, and the program goes on after it.
struct Buffers {
  int *in = nullptr, *out = nullptr;
};

template <bool kFixed>
void clean_up(Buffers* buffers) {
  answer(cudaFree(buffers->in));  // bug: double-free clean_up
  answer(cudaFree(buffers->out));
  if (kFixed) *buffers = {};
}

template <bool kFixed>
void cleaned_up_twice() {
  Buffers buffers;
  must(cudaMalloc(&buffers.in, kBytes));
  must(cudaMalloc(&buffers.out, kBytes));
  fill<<<1, kCount>>>(buffers.in, 1);
  must(cudaDeviceSynchronize());
  clean_up<kFixed>(&buffers);
  clean_up<kFixed>(&buffers);
}

// program copied_owner: An owner of memory is passed by value, so that two
// destructors free it.
class Owner {
 public:
  explicit Owner(int count) { must(cudaMalloc(&data_, count * sizeof(int))); }
  ~Owner() { answer(cudaFree(data_)); }  // bug: double-free copied_owner
  int* get() const { return data_; }

 private:
  int* data_ = nullptr;
};

void run_by_value(Owner owner) {  // NOLINT: the bug
  fill<<<1, kCount>>>(owner.get(), 2);
  must(cudaDeviceSynchronize());
}

void run_by_reference(const Owner& owner) {
  fill<<<1, kCount>>>(owner.get(), 2);
  must(cudaDeviceSynchronize());
}

template <bool kFixed>
void copied_owner() {
  const Owner owner(kCount);
  kFixed ? run_by_reference(owner) : run_by_value(owner);
}

// program two_names_for_one_buffer: After a swap that only half happened, two
// pointers hold the same pinned buffer.
template <bool kFixed>
void two_names_for_one_buffer() {
  int *front = nullptr, *back = nullptr;
  must(cudaMallocHost(&front, kBytes));
  must(cudaMallocHost(&back, kBytes));
  int* const old = front;
  front = back;
  if (kFixed) back = old;
  answer(cudaFreeHost(front));
  answer(cudaFreeHost(back));  // bug: double-free two_names_for_one_buffer
  if (!kFixed) answer(cudaFreeHost(old));
}

// program stream_and_hand: Memory is given back in the order of a stream, and
// once more at the end.
template <bool kFixed>
void stream_and_hand() {
  Stream stream;
  int* data = nullptr;
  must(cudaMallocAsync(&data, kBytes, stream));
  fill<<<1, kCount, 0, stream>>>(data, 1);
  must(cudaFreeAsync(data, stream));
  stream.wait();
  // bug: double-free stream_and_hand
  if (!kFixed) answer(cudaFree(data));
}

// program one_pointer_for_all: A list of buffers is made by resize with one
// value, so that all of them are the same.
template <bool kFixed>
void one_pointer_for_all() {
  std::vector<int*> buffers;
  int* data = nullptr;
  if (kFixed) {
    buffers.resize(3);
    for (int*& buffer : buffers) must(cudaMalloc(&buffer, kBytes));
  } else {
    must(cudaMalloc(&data, kBytes));
    buffers.resize(3, data);
  }
  // bug: double-free one_pointer_for_all
  for (int* buffer : buffers) answer(cudaFree(buffer));
}

// program array_of_two_owners: An array is freed by the one who made it and by
// the one who used it.
template <bool kFixed>
void array_of_two_owners() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  cudaArray_t array = nullptr;
  must(cudaMallocArray(&array, &format, 8, 8));
  const auto deleter = [](cudaArray_t held) {
    // bug: double-free array_of_two_owners
    if (held != nullptr) answer(cudaFreeArray(held));
  };
  std::unique_ptr<cudaArray, decltype(deleter)> maker(array, deleter);
  std::unique_ptr<cudaArray, decltype(deleter)> user(
      kFixed ? maker.release() : maker.get(), deleter);
}

// program pinned_with_cuda_free: Page-locked memory of the host is given to
// cudaFree.
template <bool kFixed>
void pinned_with_cuda_free() {
  int* data = nullptr;
  must(cudaMallocHost(&data, kBytes));
  if (!kFixed) answer(cudaFree(data));  // bug: wrong-kind cudaFree
  answer(cudaFreeHost(data));
}

// program device_with_free_host: A list of buffers of two kinds is freed by one
// loop.
template <bool kFixed>
void device_with_free_host() {
  std::array<void*, 2> buffers{};
  must(cudaMallocHost(&buffers[0], kBytes));
  must(cudaMalloc(&buffers[1], kBytes));
  if (kFixed) {
    answer(cudaFreeHost(buffers[0]));
  } else {
    // bug: wrong-kind cudaFreeHost
    for (void* buffer : buffers) answer(cudaFreeHost(buffer));
  }
  answer(cudaFree(buffers[1]));
}

// program managed_with_free_host: Managed memory can be used on the host, but
// is not freed like memory of the host.
template <bool kFixed>
void managed_with_free_host() {
  const auto free_host = [](int* data) { answer(cudaFreeHost(data)); };
  int* data = nullptr;
  must(cudaMallocManaged(&data, kBytes));
  data[0] = 3;
  fill<<<1, kCount>>>(data, 4);
  must(cudaDeviceSynchronize());
  saw(data[0]);
  if (!kFixed) free_host(data);  // bug: wrong-kind cudaFreeHost
  answer(cudaFree(data));
}

// program kinds_swapped: The two copies around a kernel have their directions
// exchanged.
template <bool kFixed>
void kinds_swapped() {
  std::vector<int> values(kCount, 1);
  int* data = nullptr;
  must(cudaMalloc(&data, kBytes));
  const auto up = kFixed ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost;
  const auto down = kFixed ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice;
  // bug: wrong-kind kinds_swapped
  answer(cudaMemcpy(data, values.data(), kBytes, up));
  fill<<<1, kCount>>>(data, 5);
  answer(cudaMemcpy(values.data(), data, kBytes, down));
  saw(values[0]);
  must(cudaFree(data));
}

// program direction_by_default: A helper copies to the device unless it is told
// something else, and the download does not tell it.
template <class T>
cudaError_t copy(T* to, const T* from, int count,
                 cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return cudaMemcpy(to, from, count * sizeof(T), kind);
}

template <bool kFixed>
void direction_by_default() {
  Device<float> data(kCount, 1.5F);
  std::vector<float> values(kCount);
  answer(kFixed ? copy(values.data(), static_cast<float*>(data), kCount,
                       cudaMemcpyDeviceToHost)
                // bug: wrong-kind direction_by_default
                : copy(values.data(), static_cast<float*>(data), kCount));
}

// program download_to_the_device: Both pointers are of the device, and the kind
// says that one is of the host.
template <bool kFixed>
void download_to_the_device() {
  Stream stream;
  Device<int> from(kCount, 6), to(kCount, 0);
  const auto kind = kFixed ? cudaMemcpyDeviceToDevice : cudaMemcpyDeviceToHost;
  // bug: wrong-kind download_to_the_device
  answer(cudaMemcpyAsync(to, from, kBytes, kind, stream));
  stream.wait();
}

// program never_registered: The buffer that is unregistered is a copy of the
// one that was registered.
template <bool kFixed>
void never_registered() {
  std::vector<int> values(1024, 1);
  must(cudaHostRegister(values.data(), values.size() * sizeof(int), 0));
  std::vector<int> copy = values;
  // bug: wrong-kind cudaHostUnregister
  if (!kFixed) answer(cudaHostUnregister(copy.data()));
  answer(cudaHostUnregister(values.data()));
}

// program stream_left_in_the_pool: A stream of a pool is destroyed, and its
// turn comes again.
template <bool kFixed>
void stream_left_in_the_pool() {
  std::vector<cudaStream_t> pool(2);
  for (cudaStream_t& stream : pool) must(cudaStreamCreate(&stream));
  Device<int> data(2 * kCount, 0);
  must(cudaStreamDestroy(pool.back()));
  if (kFixed) must(cudaStreamCreate(&pool.back()));
  int* part = data;
  for (cudaStream_t stream : pool) {
    // bug: stale-handle stream_left_in_the_pool
    answer(cudaMemsetAsync(part, 0, kBytes, stream));
    part += kCount;
  }
  must(cudaDeviceSynchronize());
  must(cudaStreamDestroy(pool.front()));
  if (kFixed) must(cudaStreamDestroy(pool.back()));
}

// program timer_after_its_end: A timer gives out its event, which is destroyed
// with it.
struct Timer {
  cudaEvent_t stop = nullptr;
  Timer() { must(cudaEventCreate(&stop)); }
  ~Timer() { must(cudaEventDestroy(stop)); }
};

template <bool kFixed>
void timer_after_its_end() {
  auto timer = std::make_unique<Timer>();
  const cudaEvent_t stop = timer->stop;
  if (!kFixed) timer.reset();
  answer(cudaEventRecord(stop));  // bug: stale-handle timer_after_its_end
  must(cudaDeviceSynchronize());
}

// program event_destroyed_before_the_wait: The event is destroyed when its work
// is queued, and a second stream waits for it after that.
template <bool kFixed>
void event_destroyed_before_the_wait() {
  Stream first, second;
  cudaEvent_t ready;
  must(cudaEventCreateWithFlags(&ready, cudaEventDisableTiming));
  must(cudaEventRecord(ready, first));
  if (!kFixed) must(cudaEventDestroy(ready));
  // bug: stale-handle event_destroyed_before_the_wait
  answer(cudaStreamWaitEvent(second, ready, 0));
  if (kFixed) must(cudaEventDestroy(ready));
  must(cudaDeviceSynchronize());
}

// program graph_gone_too_early: The graph is destroyed before the executable is
// made from it, not after.
template <bool kFixed>
void graph_gone_too_early() {
  cudaGraph_t graph;
  cudaGraphExec_t exec = nullptr;
  cudaGraphNode_t node;
  must(cudaGraphCreate(&graph, 0));
  must(cudaGraphAddEmptyNode(&node, graph, nullptr, 0));
  if (!kFixed) must(cudaGraphDestroy(graph));
  // bug: stale-handle graph_gone_too_early
  answer(cudaGraphInstantiate(&exec, graph, 0));
  if (kFixed) must(cudaGraphDestroy(graph));
  if (exec != nullptr) must(cudaGraphExecDestroy(exec));
}

// program exec_destroyed_in_the_loop: The executable graph is destroyed in the
// loop that launches it.
template <bool kFixed>
void exec_destroyed_in_the_loop() {
  Stream stream;
  Device<int> data(kCount, 0);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  must(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  fill<<<1, kCount, 0, stream>>>(data, 1);
  must(cudaStreamEndCapture(stream, &graph));
  must(cudaGraphInstantiate(&exec, graph, 0));
  for (int round = 0; round < 2; ++round) {
    // bug: stale-handle exec_destroyed_in_the_loop
    answer(cudaGraphLaunch(exec, stream));
    stream.wait();
    if (!kFixed && round == 0) must(cudaGraphExecDestroy(exec));
  }
  if (kFixed) must(cudaGraphExecDestroy(exec));
  must(cudaGraphDestroy(graph));
}

}  // namespace

int main(int argc, char** argv) {
  return choose(
      argc, argv,
      {{"cleaned_up_twice", cleaned_up_twice<false>, cleaned_up_twice<true>},
       {"copied_owner", copied_owner<false>, copied_owner<true>},
       {"two_names_for_one_buffer", two_names_for_one_buffer<false>,
        two_names_for_one_buffer<true>},
       {"stream_and_hand", stream_and_hand<false>, stream_and_hand<true>},
       {"one_pointer_for_all", one_pointer_for_all<false>,
        one_pointer_for_all<true>},
       {"array_of_two_owners", array_of_two_owners<false>,
        array_of_two_owners<true>},
       {"pinned_with_cuda_free", pinned_with_cuda_free<false>,
        pinned_with_cuda_free<true>},
       {"device_with_free_host", device_with_free_host<false>,
        device_with_free_host<true>},
       {"managed_with_free_host", managed_with_free_host<false>,
        managed_with_free_host<true>},
       {"kinds_swapped", kinds_swapped<false>, kinds_swapped<true>},
       {"direction_by_default", direction_by_default<false>,
        direction_by_default<true>},
       {"download_to_the_device", download_to_the_device<false>,
        download_to_the_device<true>},
       {"never_registered", never_registered<false>, never_registered<true>},
       {"stream_left_in_the_pool", stream_left_in_the_pool<false>,
        stream_left_in_the_pool<true>},
       {"timer_after_its_end", timer_after_its_end<false>,
        timer_after_its_end<true>},
       {"event_destroyed_before_the_wait",
        event_destroyed_before_the_wait<false>,
        event_destroyed_before_the_wait<true>},
       {"graph_gone_too_early", graph_gone_too_early<false>,
        graph_gone_too_early<true>},
       {"exec_destroyed_in_the_loop", exec_destroyed_in_the_loop<false>,
        exec_destroyed_in_the_loop<true>}});
}
