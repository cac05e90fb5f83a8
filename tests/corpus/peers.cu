// SPDX-License-Identifier: MIT
// Two devices: kernels on one that use memory of the other, and work of the one
// that does not wait for the other.
#include "tests/corpus/corpus.h"
#include "tests/corpus/host_async.h"

using namespace corpus;

namespace {

/// Makes a device the current one and another one's memory open to it.
void open_to(int visitor, int owner) {
  must(cudaSetDevice(visitor));
  must(cudaDeviceEnablePeerAccess(owner, 0));
}

int* on_device(int device, int value) {
  int* data = nullptr;
  must(cudaSetDevice(device));
  must(cudaMalloc(&data, kBytes));
  fill<<<1, kCount>>>(data, value);
  must(cudaDeviceSynchronize());
  return data;
}

// program halo_of_the_neighbour: Each device reads the edge of its neighbour,
// and only one of the two was given access.
__global__ void average(const int* mine, const int* halo, int* out) {
  // bug: peer-access
  out[threadIdx.x] = (mine[threadIdx.x] + halo[threadIdx.x]) / 2;
}

template <bool kFixed>
void halo_of_the_neighbour() {
  int* parts[2] = {on_device(0, 2), on_device(1, 4)};
  int* sums[2] = {on_device(0, 0), on_device(1, 0)};
  open_to(0, 1);
  if (kFixed) open_to(1, 0);
  for (int device = 0; device < 2; ++device) {
    must(cudaSetDevice(device));
    average<<<1, kCount>>>(parts[device], parts[1 - device], sums[device]);
    std::puts(cudaGetErrorName(cudaDeviceSynchronize()));
  }
  if (!kFixed) return;
  for (int* data : {parts[0], parts[1], sums[0], sums[1]}) must(cudaFree(data));
}

// program result_on_the_first_device: The devices add their results up in
// memory of the first one, which the second one was never given.
__global__ void add_to(int* total, const int* part) {
  atomicAdd(total, part[threadIdx.x]);  // bug: peer-access
}

template <bool kFixed>
void result_on_the_first_device() {
  int *total = on_device(0, 0), *part = on_device(1, 3);
  if (kFixed) open_to(1, 0);
  must(cudaSetDevice(1));
  add_to<<<1, kCount>>>(total, part);
  std::puts(cudaGetErrorName(cudaDeviceSynchronize()));
  if (!kFixed) return;
  must(cudaFree(total));
  must(cudaFree(part));
}

// program access_closed_too_early: Access is taken away again before the last
// kernel that needs it.
__global__ void double_of(const int* in, int* out) {
  out[threadIdx.x] = 2 * in[threadIdx.x];  // bug: peer-access
}

template <bool kFixed>
void access_closed_too_early() {
  int *in = on_device(1, 5), *out = on_device(0, 0);
  open_to(0, 1);
  for (int round = 0; round < 2; ++round) {
    double_of<<<1, kCount>>>(in, out);
    std::puts(cudaGetErrorName(cudaDeviceSynchronize()));
    if (!kFixed && round == 0) must(cudaDeviceDisablePeerAccess(1));
  }
  if (!kFixed) return;
  must(cudaDeviceDisablePeerAccess(1));
  must(cudaFree(in));
  must(cudaFree(out));
}

// program memory_of_a_pool: Peer access opens what cudaMalloc gives, not memory
// of a pool, which has a list of its own.
__global__ void copy_from(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x];  // bug: peer-access
}

template <bool kFixed>
void memory_of_a_pool() {
  int *out = on_device(0, 0), *in = nullptr;
  must(cudaSetDevice(1));
  must(cudaMallocAsync(&in, kBytes, nullptr));
  fill<<<1, kCount>>>(in, 6);
  must(cudaDeviceSynchronize());
  if (kFixed) {
    cudaMemPool_t pool = nullptr;
    must(cudaDeviceGetDefaultMemPool(&pool, 1));
    const cudaMemAccessDesc open{{cudaMemLocationTypeDevice, 0},
                                 cudaMemAccessFlagsProtReadWrite};
    must(cudaMemPoolSetAccess(pool, &open, 1));
    must(cudaSetDevice(0));
  } else {
    open_to(0, 1);
  }
  copy_from<<<1, kCount>>>(in, out);
  std::puts(cudaGetErrorName(cudaDeviceSynchronize()));
  if (!kFixed) return;
  must(cudaSetDevice(1));
  must(cudaFreeAsync(in, nullptr));
  must(cudaDeviceSynchronize());
  must(cudaFree(out));
}

// program cleared_from_the_first_device: One loop clears the buffers of both
// devices, and never leaves the first one.
template <bool kFixed>
void cleared_from_the_first_device() {
  int* parts[2] = {on_device(0, 2), on_device(1, 4)};
  must(cudaSetDevice(0));
  for (int device = 0; device < 2; ++device) {
    if (kFixed) must(cudaSetDevice(device));
    // bug: peer-access cudaMemset
    std::puts(cudaGetErrorName(cudaMemset(parts[device], 0, kBytes)));
  }
  for (int* data : parts) {
    int value = -1;
    must(cudaMemcpy(&value, data, sizeof value, cudaMemcpyDefault));
    saw(value);
    must(cudaFree(data));
  }
}

// program launched_from_the_first_device: A kernel is given to a stream of the
// second device while the first one is current.
__global__ void mark(int* out) { out[threadIdx.x] = 1; }

template <bool kFixed>
void launched_from_the_first_device() {
  int* there = on_device(1, 0);
  Stream stream;  // of device 1, the current one
  if (!kFixed) must(cudaSetDevice(0));
  // bug: invalid-launch mark
  mark<<<1, kCount, 0, stream>>>(there);
  std::puts(cudaGetErrorName(cudaGetLastError()));
  stream.wait();
  must(cudaFree(there));
}

// program waits_for_one_device: cudaDeviceSynchronize waits for the current
// device, and the result comes from the other one.
template <bool kFixed>
void waits_for_one_device() {
  Pinned<int> result(kCount, -1);
  must(cudaSetDevice(1));
  hold(nullptr);
  fill<<<1, kCount>>>(result, 7);
  if (!kFixed) must(cudaSetDevice(0));
  must(cudaDeviceSynchronize());
  saw(result[0]);  // bug: host-race waits_for_one_device
  must(cudaSetDevice(1));
  must(cudaDeviceSynchronize());
}

// program fetched_without_an_event: A copy fetches the other device's result in
// a stream of its own device, without the event that says that it is there.
template <bool kFixed>
void fetched_without_an_event() {
  int *here = on_device(0, 0), *there = on_device(1, 0);
  Event made;  // of device 1, the current one
  Stream producer;
  hold(producer);
  fill<<<1, kCount, 0, producer>>>(there, 8);
  made.record(producer);
  must(cudaSetDevice(0));
  Stream consumer;
  if (kFixed) must(cudaStreamWaitEvent(consumer, made, 0));
  // bug: stream-race fetched_without_an_event
  must(cudaMemcpyPeerAsync(here, 0, there, 1, kBytes, consumer));
  int value = 0;
  must(
      cudaMemcpyAsync(&value, here, sizeof value, cudaMemcpyDefault, consumer));
  consumer.wait();
  producer.wait();
  saw(value);
  must(cudaFree(here));
  must(cudaFree(there));
}

// program fetched_beside_a_stream: cudaMemcpyPeer comes in turn in the default
// streams of both devices, which wait for no stream of its own.
template <bool kFixed>
void fetched_beside_a_stream() {
  int *here = on_device(0, 0), *there = on_device(1, 0);
  Stream producer(kFixed ? cudaStreamDefault : cudaStreamNonBlocking);
  hold(producer);
  fill<<<1, kCount, 0, producer>>>(there, 6);
  must(cudaSetDevice(0));
  // bug: stream-race fetched_beside_a_stream
  must(cudaMemcpyPeer(here, 0, there, 1, kBytes));
  int value = 0;
  must(cudaMemcpy(&value, here, sizeof value, cudaMemcpyDefault));
  producer.wait();
  saw(value);
  must(cudaFree(here));
  must(cudaFree(there));
}

// program event_of_its_own: A step reads its neighbour's edge through peer
// access, and waits for the last step of its own device alone.
__global__ void take_edge(int* mine, const int* edge) {
  mine[threadIdx.x] += edge[threadIdx.x];  // bug: global-race
}

template <bool kFixed>
void event_of_its_own() {
  int *here = on_device(0, 1), *there = on_device(1, 2);
  Event stepped_there;
  Stream neighbour;
  hold(neighbour);
  fill<<<1, kCount, 0, neighbour>>>(there, 5);
  stepped_there.record(neighbour);
  open_to(0, 1);
  Event stepped_here;
  Stream mine;
  stepped_here.record(mine);
  must(cudaStreamWaitEvent(mine, kFixed ? stepped_there : stepped_here, 0));
  take_edge<<<1, kCount, 0, mine>>>(here, there);
  mine.wait();
  neighbour.wait();
  int value = 0;
  must(cudaMemcpy(&value, here, sizeof value, cudaMemcpyDefault));
  saw(value);
  must(cudaFree(here));
  must(cudaFree(there));
}

// program inbox_used_twice: A device sends the next part into the inbox where
// its neighbour has not added up the last one.
template <bool kFixed>
void inbox_used_twice() {
  int *part = on_device(0, 1), *inbox = on_device(1, 0), *sum = on_device(1, 0);
  Event added;
  Stream receiver;
  must(cudaSetDevice(0));
  Event sent;
  Stream sender;
  for (int round = 1; round <= 3; ++round) {
    if (kFixed) must(cudaStreamWaitEvent(sender, added, 0));
    must(cudaSetDevice(0));
    fill<<<1, kCount, 0, sender>>>(part, round);
    // bug: stream-race inbox_used_twice
    must(cudaMemcpyPeerAsync(inbox, 1, part, 0, kBytes, sender));
    sent.record(sender);
    must(cudaSetDevice(1));
    must(cudaStreamWaitEvent(receiver, sent, 0));
    hold(receiver);
    add<<<1, kCount, 0, receiver>>>(sum, inbox);
    added.record(receiver);
  }
  sender.wait();
  receiver.wait();
  int value = 0;
  must(cudaMemcpy(&value, sum, sizeof value, cudaMemcpyDefault));
  saw(value);
  for (int* data : {part, inbox, sum}) must(cudaFree(data));
}

}  // namespace

int main(int argc, char** argv) {
  return choose(
      argc, argv,
      {{"halo_of_the_neighbour", halo_of_the_neighbour<false>,
        halo_of_the_neighbour<true>},
       {"result_on_the_first_device", result_on_the_first_device<false>,
        result_on_the_first_device<true>},
       {"access_closed_too_early", access_closed_too_early<false>,
        access_closed_too_early<true>},
       {"memory_of_a_pool", memory_of_a_pool<false>, memory_of_a_pool<true>},
       {"cleared_from_the_first_device", cleared_from_the_first_device<false>,
        cleared_from_the_first_device<true>},
       {"launched_from_the_first_device", launched_from_the_first_device<false>,
        launched_from_the_first_device<true>},
       {"waits_for_one_device", waits_for_one_device<false>,
        waits_for_one_device<true>},
       {"fetched_without_an_event", fetched_without_an_event<false>,
        fetched_without_an_event<true>},
       {"fetched_beside_a_stream", fetched_beside_a_stream<false>,
        fetched_beside_a_stream<true>},
       {"event_of_its_own", event_of_its_own<false>, event_of_its_own<true>},
       {"inbox_used_twice", inbox_used_twice<false>, inbox_used_twice<true>}});
}
