// SPDX-License-Identifier: MIT
// Asynchronous copies, and a host that uses their memory too early; queries
// whose answer is "not yet".
#include <algorithm>
#include <array>
#include <atomic>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/corpus/corpus.h"
#include "tests/corpus/host_async.h"

using namespace corpus;

namespace {

// program download_read_early: The result is read as soon as its download has
// been asked for.
template <bool kFixed>
void download_read_early() {
  cudaStream_t stream;
  int *result = nullptr, *data = nullptr;
  must(cudaStreamCreate(&stream));
  must(cudaMallocHost(&result, kBytes));
  must(cudaMalloc(&data, kBytes));
  result[0] = -1;
  hold(stream);
  fill<<<1, kCount, 0, stream>>>(data, 8);
  must(cudaMemcpyAsync(result, data, kBytes, cudaMemcpyDeviceToHost, stream));
  if (kFixed) must(cudaStreamSynchronize(stream));
  saw(result[0]);  // bug: host-race download_read_early
  must(cudaStreamSynchronize(stream));
  must(cudaFree(data));
  must(cudaFreeHost(result));
  must(cudaStreamDestroy(stream));
}

// program upload_source_reused: One pinned buffer is filled for the next chunk
// while the upload of this one is in flight.
template <bool kFixed>
void upload_source_reused() {
  Stream stream;
  Pinned<int> chunk(kCount);
  Device<int> data(kCount, 0), total(kCount, 0);
  for (int number = 1; number <= 3; ++number) {
    // bug: host-race upload_source_reused
    std::fill_n(chunk.data(), kCount, number);
    hold(stream);
    must(cudaMemcpyAsync(data, chunk, kBytes, cudaMemcpyHostToDevice, stream));
    add<<<1, kCount, 0, stream>>>(total, data);
    if (kFixed) stream.wait();
  }
  stream.wait();
  int sum = 0;
  must(cudaMemcpy(&sum, total, sizeof sum, cudaMemcpyDeviceToHost));
  saw(sum);
}

// program event_of_the_other_buffer: Two buffers take turns, each with a stream
// and an event; the host always waits for the event of the first one.
template <bool kFixed>
void event_of_the_other_buffer() {
  Stream streams[2];
  Event sent[2];
  Pinned<int> buffer(2 * kCount);
  Device<int> data(2 * kCount, 0), total(2 * kCount, 0);
  for (int i = 0; i < 6; ++i) {
    const int mine = i % 2;
    sent[kFixed ? mine : 0].wait();  // at once, if never recorded
    int *from = buffer + mine * kCount, *to = data + mine * kCount;
    // bug: host-race event_of_the_other_buffer
    for (int k = 0; k < kCount; ++k) from[k] = i;
    for (int n = 0; n <= mine; ++n) hold(streams[mine]);  // the second: longer
    must(cudaMemcpyAsync(to, from, kBytes, cudaMemcpyHostToDevice,
                         streams[mine]));
    sent[mine].record(streams[mine]);
    add<<<1, kCount, 0, streams[mine]>>>(total + mine * kCount, to);
  }
  must(cudaDeviceSynchronize());
  int sum = 0;
  must(cudaMemcpy(&sum, total + kCount, sizeof sum, cudaMemcpyDeviceToHost));
  saw(sum);
}

// program rows_of_a_picture: The visible part of a picture comes by a copy of
// rows; its first row is checked at once.
template <bool kFixed>
void rows_of_a_picture() {
  constexpr int kWidth = 8, kHeight = 4;
  int* picture = nullptr;
  size_t pitch = 0;
  must(cudaMallocPitch(&picture, &pitch, kWidth * sizeof(int), kHeight));
  must(cudaMemset2D(picture, pitch, 1, kWidth * sizeof(int), kHeight));
  Pinned<int> rows(kWidth * kHeight);
  hold(nullptr);
  must(cudaMemcpy2DAsync(rows, kWidth * sizeof(int), picture, pitch,
                         kWidth * sizeof(int), kHeight,
                         cudaMemcpyDeviceToHost));
  if (kFixed) must(cudaStreamSynchronize(nullptr));
  saw(rows[kWidth]);  // bug: host-race rows_of_a_picture
  must(cudaFree(picture));
}

// program symbol_to_pinned: A variable of the device is fetched, and its value
// decides whether the loop goes on.
__device__ int remaining = 3;

__global__ void work_off() { remaining = remaining - 1; }

template <bool kFixed>
void symbol_to_pinned() {
  Pinned<int> left(1, 0);
  int rounds = 0;
  do {
    hold(nullptr);
    work_off<<<1, 1>>>();
    must(cudaMemcpyFromSymbolAsync(left, remaining, sizeof(int)));
    if (kFixed) must(cudaDeviceSynchronize());
    ++rounds;
  } while (*left > 0);  // bug: host-race symbol_to_pinned
  saw(rounds);
  must(cudaDeviceSynchronize());
}

// program callback_before_the_copy: A host function tells that the result has
// come; it stands before the copy.
void CUDART_CB set_flag(void* flag) {
  static_cast<std::atomic<bool>*>(flag)->store(true);
}

template <bool kFixed>
void callback_before_the_copy() {
  Stream stream;
  Device<int> data(kCount, 3);
  Pinned<int> result(kCount, -1);
  std::atomic<bool> ready{false};
  hold(stream);
  if (!kFixed) must(cudaLaunchHostFunc(stream, set_flag, &ready));
  hold(stream);
  must(cudaMemcpyAsync(result, data, kBytes, cudaMemcpyDeviceToHost, stream));
  if (kFixed) must(cudaLaunchHostFunc(stream, set_flag, &ready));
  while (!ready.load()) std::this_thread::yield();
  saw(result[0]);  // bug: host-race callback_before_the_copy
  stream.wait();
}

// program callback_of_the_other_stream: A host function adds up what a copy in
// another stream brings.
struct Sum {
  const int* values;
  int total;
};

void CUDART_CB add_up(void* data) {
  auto* sum = static_cast<Sum*>(data);
  sum->total = 0;
  // bug: host-race add_up
  for (int i = 0; i < kCount; ++i) sum->total += sum->values[i];
}

template <bool kFixed>
void callback_of_the_other_stream() {
  Stream copies(cudaStreamNonBlocking), calls(cudaStreamNonBlocking);
  Event copied;
  Device<int> data(kCount, 2);
  Pinned<int> values(kCount, 0);
  must(cudaDeviceSynchronize());
  Sum sum{values, 0};
  hold(copies);
  must(cudaMemcpyAsync(values, data, kBytes, cudaMemcpyDeviceToHost, copies));
  copied.record(copies);
  if (kFixed) must(cudaStreamWaitEvent(calls, copied, 0));
  must(cudaLaunchHostFunc(calls, add_up, &sum));
  calls.wait();
  saw(sum.total);
  copies.wait();
}

// program promise_kept_too_early: A class hands out its result by a method that
// should wait, and does not.
template <bool kFixed>
class Answer {
 public:
  void compute(int value) {
    hold(stream_);
    fill<<<1, kCount, 0, stream_>>>(data_, value);
    must(cudaMemcpyAsync(result_, data_, kBytes, cudaMemcpyDeviceToHost,
                         stream_));
    done_.record(stream_);
  }
  int get() {
    if (kFixed) done_.wait();
    return result_[kCount - 1];  // bug: host-race promise_kept_too_early
  }
  ~Answer() { stream_.wait(); }

 private:
  Stream stream_;
  Event done_;
  Device<int> data_{kCount};
  Pinned<int> result_{kCount, -1};
};

template <bool kFixed>
void promise_kept_too_early() {
  Answer<kFixed> answer;
  answer.compute(42);
  saw(answer.get());
}

// program reader_thread: The thread that uses the result starts before the
// stream has been waited for.
template <bool kFixed>
void reader_thread() {
  Stream stream;
  Device<int> data(kCount, 6);
  Pinned<int> result(kCount, -1);
  int value = 0;
  hold(stream);
  must(cudaMemcpyAsync(result, data, kBytes, cudaMemcpyDeviceToHost, stream));
  if (kFixed) stream.wait();
  std::thread reader([&] {
    value = result[0];  // bug: host-race reader_thread
  });
  reader.join();
  stream.wait();
  saw(value);
}

// program feeder_thread: A thread prepares the next chunk in the buffer that
// the main thread is uploading.
template <bool kFixed>
void feeder_thread() {
  Stream stream;
  Device<int> data(kCount, 0);
  Pinned<int> chunk(kCount, 1);
  hold(stream);
  must(cudaMemcpyAsync(data, chunk, kBytes, cudaMemcpyHostToDevice, stream));
  if (kFixed) stream.wait();
  std::thread feeder([values = chunk.data()] {
    // bug: host-race feeder_thread
    for (int i = 0; i < kCount; ++i) values[i] = 2;
  });
  feeder.join();
  stream.wait();
  int value = 0;
  must(cudaMemcpy(&value, data, sizeof value, cudaMemcpyDeviceToHost));
  saw(value);
}

// program newest_of_two: Two results are in flight; the host takes the newer
// one when only the older one has come.
template <bool kFixed>
void newest_of_two() {
  Stream stream;
  Event come[2];
  Device<int> data(kCount);
  std::array<Pinned<int>, 2> results{Pinned<int>(kCount), Pinned<int>(kCount)};
  for (int i = 0; i < 2; ++i) {
    hold(stream);
    fill<<<1, kCount, 0, stream>>>(data, 100 + i);
    must(cudaMemcpyAsync(results[i], data, kBytes, cudaMemcpyDeviceToHost,
                         stream));
    come[i].record(stream);
  }
  come[0].wait();
  saw(results[kFixed ? 0 : 1][0]);  // bug: host-race newest_of_two
  stream.wait();
}

// program text_from_the_device: The bytes of a message are made into a string
// while they are still on their way.
__global__ void greet(char* text) {
  text[threadIdx.x] = static_cast<char>('a' + threadIdx.x);
}

template <bool kFixed>
void text_from_the_device() {
  Device<char> text(8);
  Pinned<char> copy(8, '-');
  hold(cudaStreamPerThread);
  greet<<<1, 8, 0, cudaStreamPerThread>>>(text);
  must(cudaMemcpyAsync(copy, text, 8, cudaMemcpyDeviceToHost,
                       cudaStreamPerThread));
  if (kFixed) must(cudaStreamSynchronize(cudaStreamPerThread));
  // bug: host-race text_from_the_device
  const std::string message(copy.data(), 8);
  std::puts(message.c_str());
  must(cudaStreamSynchronize(cudaStreamPerThread));
}

// program event_asked_once: The host asks an event once, and reads whatever the
// answer is.
template <bool kFixed>
void event_asked_once() {
  Event done;
  Device<int> data(kCount, 12);
  Pinned<int> result(kCount, -1);
  hold(nullptr);
  must(cudaMemcpyAsync(result, data, kBytes, cudaMemcpyDeviceToHost));
  done.record(nullptr);
  cudaError_t answer = cudaEventQuery(done);
  while (kFixed && answer == cudaErrorNotReady) answer = cudaEventQuery(done);
  saw(result[0]);  // bug: host-race event_asked_once
  done.wait();
}

// program time_without_a_wait: The time between two events is asked for before
// the second one has happened.
template <bool kFixed>
void time_without_a_wait() {
  // prints: cudaErrorNotReady
  Event start(cudaEventDefault), stop(cudaEventDefault);
  Device<int> data(kCount);
  start.record(nullptr);
  hold(nullptr);
  fill<<<1, kCount>>>(data, 1);
  stop.record(nullptr);
  if (kFixed) stop.wait();
  float milliseconds = -1;
  std::puts(cudaGetErrorName(cudaEventElapsedTime(&milliseconds, start, stop)));
  must(cudaDeviceSynchronize());
}

// program waits_for_the_start: The host waits for the event at the start of
// what it measures.
template <bool kFixed>
void waits_for_the_start() {
  // prints: cudaErrorNotReady
  Stream stream;
  Event start(cudaEventDefault), stop(cudaEventDefault);
  Device<int> data(kCount);
  start.record(stream);
  for (int i = 0; i < 3; ++i) {
    hold(stream);
    fill<<<1, kCount, 0, stream>>>(data, i);
  }
  stop.record(stream);
  must(cudaEventSynchronize(kFixed ? stop : start));
  float milliseconds = -1;
  const cudaError_t error = cudaEventElapsedTime(&milliseconds, start, stop);
  std::printf("%s\n", cudaGetErrorName(error));
  stream.wait();
}

// program gives_up_at_once: The host asks the stream once whether it is done,
// and does without the result.
template <bool kFixed>
void gives_up_at_once() {
  // prints: cudaErrorNotReady
  Stream stream;
  Device<int> data(kCount);
  hold(stream);
  fill<<<1, kCount, 0, stream>>>(data, 1);
  if (kFixed) stream.wait();
  const cudaError_t answer = cudaStreamQuery(stream);
  std::puts(cudaGetErrorName(answer));
  stream.wait();
}

}  // namespace

int main(int argc, char** argv) {
  return choose(
      argc, argv,
      {{"download_read_early", download_read_early<false>,
        download_read_early<true>},
       {"upload_source_reused", upload_source_reused<false>,
        upload_source_reused<true>},
       {"event_of_the_other_buffer", event_of_the_other_buffer<false>,
        event_of_the_other_buffer<true>},
       {"rows_of_a_picture", rows_of_a_picture<false>, rows_of_a_picture<true>},
       {"symbol_to_pinned", symbol_to_pinned<false>, symbol_to_pinned<true>},
       {"callback_before_the_copy", callback_before_the_copy<false>,
        callback_before_the_copy<true>},
       {"callback_of_the_other_stream", callback_of_the_other_stream<false>,
        callback_of_the_other_stream<true>},
       {"promise_kept_too_early", promise_kept_too_early<false>,
        promise_kept_too_early<true>},
       {"reader_thread", reader_thread<false>, reader_thread<true>},
       {"feeder_thread", feeder_thread<false>, feeder_thread<true>},
       {"newest_of_two", newest_of_two<false>, newest_of_two<true>},
       {"text_from_the_device", text_from_the_device<false>,
        text_from_the_device<true>},
       {"event_asked_once", event_asked_once<false>, event_asked_once<true>},
       {"time_without_a_wait", time_without_a_wait<false>,
        time_without_a_wait<true>},
       {"waits_for_the_start", waits_for_the_start<false>,
        waits_for_the_start<true>},
       {"gives_up_at_once", gives_up_at_once<false>, gives_up_at_once<true>}});
}
