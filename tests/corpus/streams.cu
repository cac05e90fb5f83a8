// SPDX-License-Identifier: MIT
// Work in several streams that nothing orders: copies, memsets, allocations and
// kernels.
#include <thread>
#include <vector>

#include "tests/corpus/corpus.h"
#include "tests/corpus/host_async.h"

using namespace corpus;

namespace {

int first_of(const int* data) {
  int value = 0;
  must(cudaMemcpy(&value, data, sizeof value, cudaMemcpyDeviceToHost));
  return value;
}

// program download_beside_the_stream: cudaMemcpy waits for the default stream
// and for those that it orders, not for a non-blocking one.
template <bool kFixed>
void download_beside_the_stream() {
  Stream work(kFixed ? cudaStreamDefault : cudaStreamNonBlocking);
  Device<int> data(kCount, 0);
  must(cudaDeviceSynchronize());
  hold(work);
  fill<<<1, kCount, 0, work>>>(data, 3);
  int value = 0;
  // bug: stream-race download_beside_the_stream
  must(cudaMemcpy(&value, data, sizeof value, cudaMemcpyDeviceToHost));
  saw(value);
  work.wait();
}

// program cleared_in_the_default_stream: cudaMemset is work of the default
// stream and does not block the host; a non-blocking stream overtakes it.
template <bool kFixed>
void cleared_in_the_default_stream() {
  Stream work(cudaStreamNonBlocking);
  Device<int> total(kCount, 9), one(kCount, 1);
  must(cudaDeviceSynchronize());
  hold(kFixed ? work : cudaStream_t{});
  if (kFixed)
    must(cudaMemsetAsync(total, 0, kBytes, work));
  else
    must(cudaMemset(total, 0, kBytes));
  // bug: stream-race cleared_in_the_default_stream
  add<<<1, kCount, 0, work>>>(total, one);
  must(cudaDeviceSynchronize());
  saw(first_of(total));
}

// program upload_in_a_copy_stream: Copies have a stream of their own, and the
// kernel does not wait for it.
template <bool kFixed>
void upload_in_a_copy_stream() {
  Stream copies(cudaStreamNonBlocking), kernels(cudaStreamNonBlocking);
  Event uploaded;
  Pinned<int> input(kCount, 5);
  Device<int> data(kCount, 0), total(kCount, 0);
  must(cudaDeviceSynchronize());
  hold(copies);
  must(cudaMemcpyAsync(data, input, kBytes, cudaMemcpyHostToDevice, copies));
  uploaded.record(copies);
  if (kFixed) must(cudaStreamWaitEvent(kernels, uploaded, 0));
  // bug: stream-race upload_in_a_copy_stream
  add<<<1, kCount, 0, kernels>>>(total, data);
  must(cudaDeviceSynchronize());
  saw(first_of(total));
}

// program waits_before_it_is_recorded: A stream waits for an event that is
// recorded only afterwards, so it waits for nothing.
template <bool kFixed>
void waits_before_it_is_recorded() {
  Stream first(cudaStreamNonBlocking), second(cudaStreamNonBlocking);
  Event ready;
  Device<int> data(kCount, 0);
  Pinned<int> result(kCount, -1);
  must(cudaDeviceSynchronize());
  if (!kFixed) must(cudaStreamWaitEvent(second, ready, 0));
  hold(first);
  fill<<<1, kCount, 0, first>>>(data, 6);
  ready.record(first);
  if (kFixed) must(cudaStreamWaitEvent(second, ready, 0));
  // bug: stream-race waits_before_it_is_recorded
  must(cudaMemcpyAsync(result, data, kBytes, cudaMemcpyDeviceToHost, second));
  second.wait();
  saw(result[0]);
  first.wait();
}

// program one_event_for_all: One event is recorded in two streams in turn; who
// waits for it waits for the second one only.
template <bool kFixed>
void one_event_for_all() {
  Stream left(cudaStreamNonBlocking), right(cudaStreamNonBlocking);
  Stream last(cudaStreamNonBlocking);
  Event a, b;
  Device<int> data(2 * kCount, 0);
  Pinned<int> result(2 * kCount, -1);
  must(cudaDeviceSynchronize());
  hold(left);
  fill<<<1, kCount, 0, left>>>(data, 1);
  a.record(left);
  fill<<<1, kCount, 0, right>>>(data + kCount, 2);
  (kFixed ? b : a).record(right);
  must(cudaStreamWaitEvent(last, a, 0));
  if (kFixed) must(cudaStreamWaitEvent(last, b, 0));
  // bug: stream-race one_event_for_all
  must(cudaMemcpyAsync(result, data, 2 * kBytes, cudaMemcpyDeviceToHost, last));
  last.wait();
  saw(result[0] + result[kCount]);
  left.wait();
}

// program wrong_stream_waits: The stream that produces waits for its own event,
// and the one that consumes does not.
template <bool kFixed>
void wrong_stream_waits() {
  cudaStream_t producer, consumer;
  cudaEvent_t made;
  must(cudaStreamCreateWithFlags(&producer, cudaStreamNonBlocking));
  must(cudaStreamCreateWithFlags(&consumer, cudaStreamNonBlocking));
  must(cudaEventCreateWithFlags(&made, cudaEventDisableTiming));
  Device<int> data(kCount, 0), copy(kCount, 0);
  must(cudaDeviceSynchronize());
  hold(producer);
  fill<<<1, kCount, 0, producer>>>(data, 8);
  must(cudaEventRecord(made, producer));
  must(cudaStreamWaitEvent(kFixed ? consumer : producer, made, 0));
  // bug: stream-race wrong_stream_waits
  must(cudaMemcpyAsync(copy, data, kBytes, cudaMemcpyDeviceToDevice, consumer));
  must(cudaDeviceSynchronize());
  saw(first_of(copy));
  must(cudaEventDestroy(made));
  must(cudaStreamDestroy(producer));
  must(cudaStreamDestroy(consumer));
}

// program half_a_pipeline: Upload, kernel and download have a stream each; the
// event between the last two is missing.
template <bool kFixed>
void half_a_pipeline() {
  std::vector<Stream> streams(3);
  Event up, worked;
  Pinned<int> in(kCount, 4), out(kCount, -1);
  Device<int> data(kCount), sum(kCount, 0);
  must(cudaMemcpyAsync(data, in, kBytes, cudaMemcpyHostToDevice, streams[0]));
  up.record(streams[0]);
  must(cudaStreamWaitEvent(streams[1], up, 0));
  hold(streams[1]);
  add<<<1, kCount, 0, streams[1]>>>(sum, data);
  worked.record(streams[1]);
  must(cudaStreamWaitEvent(streams[2], kFixed ? worked : up, 0));
  // bug: stream-race half_a_pipeline
  must(cudaMemcpyAsync(out, sum, kBytes, cudaMemcpyDeviceToHost, streams[2]));
  must(cudaDeviceSynchronize());
  saw(out[0]);
}

// program next_chunk_over_this_one: The next chunk is uploaded into the buffer
// that the kernel of this one still reads.
template <bool kFixed>
void next_chunk_over_this_one() {
  Stream copies, kernels;
  Event uploaded, used;
  Pinned<int> chunks(3 * kCount);
  for (int i = 0; i < 3 * kCount; ++i) chunks[i] = 1 + i / kCount;
  Device<int> buffer(kCount, 0), total(kCount, 0);
  for (int i = 0; i < 3; ++i) {
    if (kFixed) must(cudaStreamWaitEvent(copies, used, 0));
    // bug: stream-race next_chunk_over_this_one
    must(cudaMemcpyAsync(buffer, chunks + i * kCount, kBytes,
                         cudaMemcpyHostToDevice, copies));
    uploaded.record(copies);
    must(cudaStreamWaitEvent(kernels, uploaded, 0));
    hold(kernels);
    add<<<1, kCount, 0, kernels>>>(total, buffer);
    used.record(kernels);
  }
  must(cudaDeviceSynchronize());
  saw(first_of(total));
}

// program cleared_while_downloaded: The counters are cleared for the next frame
// in one stream while the other one downloads them.
template <bool kFixed>
void cleared_while_downloaded() {
  Stream download, clear;
  Event saved;
  Device<int> counters(kCount, 7);
  Pinned<int> frame(kCount, -1);
  hold(download);
  must(cudaMemcpyAsync(frame, counters, kBytes, cudaMemcpyDeviceToHost,
                       download));
  saved.record(download);
  if (kFixed) must(cudaStreamWaitEvent(clear, saved, 0));
  // bug: stream-race cleared_while_downloaded
  must(cudaMemsetAsync(counters, 0, kBytes, clear));
  download.wait();
  saw(frame[0]);
  clear.wait();
}

// program halves_that_overlap: Two streams upload the halves of an array, and
// one half is an element too long.
template <bool kFixed>
void halves_that_overlap() {
  Stream left, right;
  Pinned<int> low(kCount, 1), tail(kCount + 1, 2);
  Device<int> data(2 * kCount, 0);
  const size_t bytes = kFixed ? kBytes : kBytes + sizeof(int);
  int* middle = data + 2 * kCount - bytes / sizeof(int);
  hold(left);
  must(cudaMemcpyAsync(data, low, kBytes, cudaMemcpyHostToDevice, left));
  // bug: stream-race halves_that_overlap
  must(cudaMemcpyAsync(middle, tail, bytes, cudaMemcpyHostToDevice, right));
  must(cudaDeviceSynchronize());
  saw(first_of(data + kCount - 1));
}

// program copied_on_the_device: cudaMemcpy from device to device does not wait
// for its end, and a non-blocking stream does not either.
template <bool kFixed>
void copied_on_the_device() {
  Stream work(cudaStreamNonBlocking);
  Device<int> from(kCount, 2), to(kCount, 0), total(kCount, 0);
  must(cudaDeviceSynchronize());
  hold(nullptr);
  must(cudaMemcpy(to, from, kBytes, cudaMemcpyDeviceToDevice));
  if (kFixed) must(cudaStreamSynchronize(nullptr));
  // bug: stream-race copied_on_the_device
  add<<<1, kCount, 0, work>>>(total, to);
  must(cudaDeviceSynchronize());
  saw(first_of(total));
}

// program staged_upload: cudaMemcpy of pageable memory returns when the bytes
// are staged; they may not be on the device yet.
template <bool kFixed>
void staged_upload() {
  Stream work(cudaStreamNonBlocking);
  Device<int> data(kCount, 0), total(kCount, 0);
  must(cudaDeviceSynchronize());
  const std::vector<int> input(kCount, 11);
  hold(nullptr);
  must(cudaMemcpy(data, input.data(), kBytes, cudaMemcpyHostToDevice));
  if (kFixed) must(cudaStreamSynchronize(nullptr));
  // bug: stream-race staged_upload
  add<<<1, kCount, 0, work>>>(total, data);
  must(cudaDeviceSynchronize());
  saw(first_of(total));
}

// program stream_left_to_its_default: A helper takes a stream as its last
// argument, and the caller leaves it out.
void set_all(int* data, int value, int count, cudaStream_t stream = nullptr) {
  hold(stream);
  fill<<<1, count, 0, stream>>>(data, value);
}

template <bool kFixed>
void stream_left_to_its_default() {
  Stream work(cudaStreamNonBlocking);
  Device<int> data(kCount, 0);
  Pinned<int> result(kCount, -1);
  must(cudaDeviceSynchronize());
  if (kFixed)
    set_all(data, 4, kCount, work);
  else
    set_all(data, 4, kCount);
  // bug: stream-race stream_left_to_its_default
  must(cudaMemcpyAsync(result, data, kBytes, cudaMemcpyDeviceToHost, work));
  work.wait();
  saw(result[0]);
  must(cudaDeviceSynchronize());
}

// program streams_of_two_threads: Each thread of the host has a default stream
// of its own, and joining a thread does not wait for it.
template <bool kFixed>
void streams_of_two_threads() {
  Device<int> data(kCount, 0);
  Pinned<int> result(kCount, -1);
  std::thread producer([&] {
    hold(cudaStreamPerThread);
    fill<<<1, kCount, 0, cudaStreamPerThread>>>(data, 13);
    if (kFixed) must(cudaStreamSynchronize(cudaStreamPerThread));
  });
  producer.join();
  // bug: stream-race streams_of_two_threads
  must(cudaMemcpyAsync(result, data, kBytes, cudaMemcpyDeviceToHost,
                       cudaStreamPerThread));
  must(cudaStreamSynchronize(cudaStreamPerThread));
  saw(result[0]);
  must(cudaDeviceSynchronize());
}

}  // namespace

int main(int argc, char** argv) {
  return choose(
      argc, argv,
      {{"download_beside_the_stream", download_beside_the_stream<false>,
        download_beside_the_stream<true>},
       {"cleared_in_the_default_stream", cleared_in_the_default_stream<false>,
        cleared_in_the_default_stream<true>},
       {"upload_in_a_copy_stream", upload_in_a_copy_stream<false>,
        upload_in_a_copy_stream<true>},
       {"waits_before_it_is_recorded", waits_before_it_is_recorded<false>,
        waits_before_it_is_recorded<true>},
       {"one_event_for_all", one_event_for_all<false>, one_event_for_all<true>},
       {"wrong_stream_waits", wrong_stream_waits<false>,
        wrong_stream_waits<true>},
       {"half_a_pipeline", half_a_pipeline<false>, half_a_pipeline<true>},
       {"next_chunk_over_this_one", next_chunk_over_this_one<false>,
        next_chunk_over_this_one<true>},
       {"cleared_while_downloaded", cleared_while_downloaded<false>,
        cleared_while_downloaded<true>},
       {"halves_that_overlap", halves_that_overlap<false>,
        halves_that_overlap<true>},
       {"copied_on_the_device", copied_on_the_device<false>,
        copied_on_the_device<true>},
       {"staged_upload", staged_upload<false>, staged_upload<true>},
       {"stream_left_to_its_default", stream_left_to_its_default<false>,
        stream_left_to_its_default<true>},
       {"streams_of_two_threads", streams_of_two_threads<false>,
        streams_of_two_threads<true>}});
}
