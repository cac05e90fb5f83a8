// SPDX-License-Identifier: MIT
// Host functions of streams and graphs that wait for the thread that gave them
// to the stream: for a mutex, a condition variable, an atomic. The calls return
// all the same, and what comes after the function waits for it.
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

#include "common/cuda_check.h"

__global__ void add(int* value, int more) { *value += more; }

/// Sets a flag that the host reads without any call.
__global__ void tell(const int* value, volatile int* flag) { *flag = *value; }

__global__ void wait_for_host(const volatile int* flag, int* value) {
  while (*flag == 0) {
  }
  *value += 5;
}

std::mutex mutex;
std::condition_variable changed;
bool may_go_on = false;
std::atomic<bool> released{false};

void CUDART_CB double_it(void* data) {
  int* const value = static_cast<int*>(data);
  *value *= 2;
}

void CUDART_CB lock_and_double(void* data) {
  const std::lock_guard<std::mutex> lock(mutex);
  double_it(data);
}

void CUDART_CB wait_and_double(void* data) {
  std::unique_lock<std::mutex> lock(mutex);
  changed.wait(lock, [] { return may_go_on; });
  double_it(data);
}

void CUDART_CB spin_and_double(cudaStream_t, cudaError_t status, void* data) {
  while (!released) std::this_thread::yield();
  if (status == cudaSuccess) double_it(data);
}

struct Case {
  cudaStream_t stream;
  int* value;  // page-locked

  explicit Case(cudaStream_t in) : stream(in) {
    CUDA_CHECK(cudaMallocHost(&value, sizeof *value));
    *value = 3;
    add<<<1, 1, 0, stream>>>(value, 1);
    CUDA_CHECK(cudaGetLastError());
  }
  /// More work, and whether the stream has done all: the function waits.
  void go_on() const {
    add<<<1, 1, 0, stream>>>(value, 1);
    CUDA_CHECK(cudaGetLastError());
    std::printf("%s, ", cudaGetErrorName(cudaStreamQuery(stream)));
    (void)cudaGetLastError();
  }
  void end(const char* name) const {
    CUDA_CHECK(cudaStreamSynchronize(stream));
    std::printf("%s: %d\n", name, *value);
    CUDA_CHECK(cudaFreeHost(value));
  }
};

void a_mutex(cudaStream_t stream) {
  const Case c(stream);
  mutex.lock();
  CUDA_CHECK(cudaLaunchHostFunc(stream, lock_and_double, c.value));
  c.go_on();
  mutex.unlock();
  c.end("a mutex");
}

void a_condition_variable(cudaStream_t stream) {
  const Case c(stream);
  CUDA_CHECK(cudaLaunchHostFunc(stream, wait_and_double, c.value));
  c.go_on();
  {
    const std::lock_guard<std::mutex> lock(mutex);
    may_go_on = true;
  }
  changed.notify_one();
  c.end("a condition variable");
}

void an_atomic(cudaStream_t stream) {
  const Case c(stream);
  CUDA_CHECK(cudaStreamAddCallback(stream, spin_and_double, c.value, 0));
  c.go_on();
  released = true;
  c.end("an atomic");
}

/// A second function of the stream waits for the first one.
void two_functions(cudaStream_t stream) {
  const Case c(stream);
  mutex.lock();
  CUDA_CHECK(cudaLaunchHostFunc(stream, lock_and_double, c.value));
  CUDA_CHECK(cudaLaunchHostFunc(stream, double_it, c.value));
  c.go_on();
  mutex.unlock();
  c.end("two functions");
}

void a_node_of_a_graph(cudaStream_t stream) {
  const Case c(stream);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  add<<<1, 1, 0, stream>>>(c.value, 1);
  CUDA_CHECK(cudaLaunchHostFunc(stream, lock_and_double, c.value));
  add<<<1, 1, 0, stream>>>(c.value, 1);
  CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
  mutex.lock();
  CUDA_CHECK(cudaGraphLaunch(exec, stream));
  c.go_on();
  mutex.unlock();
  c.end("a node of a graph");
  CUDA_CHECK(cudaGraphExecDestroy(exec));
  CUDA_CHECK(cudaGraphDestroy(graph));
}

/// What nothing orders after the function does not wait for it.
void another_stream(cudaStream_t stream, cudaStream_t other) {
  const Case c(stream);
  mutex.lock();
  CUDA_CHECK(cudaLaunchHostFunc(stream, lock_and_double, c.value));
  int* value;
  CUDA_CHECK(cudaMallocHost(&value, sizeof *value));
  *value = 6;
  add<<<1, 1, 0, other>>>(value, 1);
  CUDA_CHECK(cudaStreamSynchronize(other));
  std::printf("beside: %d, ", *value);
  c.go_on();
  mutex.unlock();
  c.end("another stream");
  CUDA_CHECK(cudaFreeHost(value));
}

/// The host calls nothing until the kernel after the function has told it.
void no_call(cudaStream_t stream) {
  const Case c(stream);
  int* flag;
  CUDA_CHECK(cudaMallocHost(&flag, sizeof *flag));
  *flag = 0;
  mutex.lock();
  CUDA_CHECK(cudaLaunchHostFunc(stream, lock_and_double, c.value));
  tell<<<1, 1, 0, stream>>>(c.value, flag);
  CUDA_CHECK(cudaGetLastError());
  mutex.unlock();
  while (*const_cast<volatile int*>(flag) == 0) {
  }
  std::printf("told: %d, ", *const_cast<volatile int*>(flag));
  c.end("no call");
  CUDA_CHECK(cudaFreeHost(flag));
}

/// The function comes after a kernel that waits for a store of the host.
void after_a_waiting_kernel(cudaStream_t stream) {
  const Case c(stream);
  int* flag;
  CUDA_CHECK(cudaMallocHost(&flag, sizeof *flag));
  *flag = 0;
  wait_for_host<<<1, 1, 0, stream>>>(flag, c.value);
  CUDA_CHECK(cudaLaunchHostFunc(stream, double_it, c.value));
  c.go_on();
  *const_cast<volatile int*>(flag) = 1;
  c.end("after a kernel that waits");
  CUDA_CHECK(cudaFreeHost(flag));
}

int main() {
  cudaStream_t stream, other;
  CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  CUDA_CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  a_mutex(stream);
  a_condition_variable(stream);
  an_atomic(stream);
  two_functions(stream);
  a_node_of_a_graph(stream);
  another_stream(stream, other);
  no_call(stream);
  after_a_waiting_kernel(stream);
  CUDA_CHECK(cudaStreamDestroy(stream));
  CUDA_CHECK(cudaStreamDestroy(other));
}
