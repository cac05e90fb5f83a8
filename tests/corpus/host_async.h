// SPDX-License-Identifier: MIT
// What programs share whose host does not wait: a way to make work late, so
// that a missing wait can be seen on a GPU as well, and owners of streams,
// events and pinned memory. Knows none of the programs.
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>

namespace corpus {

constexpr int kCount = 32;
constexpr size_t kBytes = kCount * sizeof(int);

/// Ends a program whose call fails, for then it shows nothing.
inline void must(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::puts(cudaGetErrorName(error));
  std::exit(1);
}

/// The value that the program came to see.
inline void saw(int value) { std::printf("saw %d\n", value); }

/// Clock cycles for which hold() keeps a stream busy: CORPUS_DELAY, else 0.
inline long long delay() {
  const char* text = std::getenv("CORPUS_DELAY");
  return text == nullptr ? 0 : std::atoll(text);
}

static __global__ void spin(long long cycles) {
  const long long start = clock64();
  while (clock64() - start < cycles) {
  }
}

/// What comes next in `stream` begins late, if there is a delay.
inline void hold(cudaStream_t stream) {
  if (delay() > 0) spin<<<1, 1, 0, stream>>>(delay());
}

/// For one block of threads.
static __global__ void fill(int* out, int value) { out[threadIdx.x] = value; }

/// The same.
static __global__ void add(int* to, const int* from) {
  to[threadIdx.x] += from[threadIdx.x];
}

class Stream {
 public:
  explicit Stream(unsigned flags = cudaStreamDefault) {
    must(cudaStreamCreateWithFlags(&stream_, flags));
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() { must(cudaStreamDestroy(stream_)); }
  void wait() const { must(cudaStreamSynchronize(stream_)); }
  operator cudaStream_t() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

class Event {
 public:
  explicit Event(unsigned flags = cudaEventDisableTiming) {
    must(cudaEventCreateWithFlags(&event_, flags));
  }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  ~Event() { must(cudaEventDestroy(event_)); }
  void record(cudaStream_t stream) const {
    must(cudaEventRecord(event_, stream));
  }
  void wait() const { must(cudaEventSynchronize(event_)); }
  operator cudaEvent_t() const { return event_; }

 private:
  cudaEvent_t event_ = nullptr;
};

/// `count` elements of page-locked memory, all of them `value`.
template <class T>
class Pinned {
 public:
  explicit Pinned(size_t count, T value = T{}, unsigned flags = 0) {
    must(cudaHostAlloc(&data_, count * sizeof(T), flags));
    for (size_t i = 0; i < count; ++i) data_[i] = value;
  }
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;
  ~Pinned() { must(cudaFreeHost(data_)); }
  operator T*() { return data_; }
  T* data() { return data_; }

 private:
  T* data_ = nullptr;
};

}  // namespace corpus
