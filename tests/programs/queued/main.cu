// SPDX-License-Identifier: MIT
// Work of several streams and graphs that events order: each step is applied to
// what the ones before left, so that another order gives another number. With
// `unordered`: two streams that nothing orders, and who came first. With
// `freed`: memory that another stream frees while a kernel may still use it.
// With `between`: two kernels that do not wait, and what is lost where parts of
// one run between parts of the other.
#include <cstdio>
#include <cstring>
#include <vector>

#include "common/cuda_check.h"

constexpr int kCount = 64;

__global__ void step(unsigned* data, unsigned by) {
  data[threadIdx.x] = data[threadIdx.x] * 31 + by;
}
__global__ void add(unsigned* to, const unsigned* from) {
  to[threadIdx.x] = to[threadIdx.x] * 31 + from[threadIdx.x];
}
__global__ void sign(int* log, int who) { log[atomicAdd(log, 1) + 1] = who; }

/// `count` is read by one atomic and stored by another; `sum` needs one.
__global__ void add_in_two(int* count, int* sum) {
  for (int i = 0; i < 4; ++i) {
    atomicExch(count, atomicAdd(count, 0) + 1);
    atomicAdd(sum, 1);
  }
}

struct Streams {
  cudaStream_t a, b;
  cudaEvent_t event;
  Streams() {
    CUDA_CHECK(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
    CUDA_CHECK(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
    CUDA_CHECK(cudaEventCreate(&event));
  }
  /// What is given to `second` from now on comes after the work of `first`.
  void order(cudaStream_t first, cudaStream_t second) const {
    CUDA_CHECK(cudaEventRecord(event, first));
    CUDA_CHECK(cudaStreamWaitEvent(second, event, 0));
  }
};

unsigned last_of(const unsigned* data) {
  unsigned value = 0;
  CUDA_CHECK(cudaMemcpy(&value, data + kCount - 1, sizeof value,
                        cudaMemcpyDeviceToHost));
  return value;
}

void streams_and_events(const Streams& s, unsigned* x, unsigned* y) {
  const size_t bytes = kCount * sizeof(unsigned);
  CUDA_CHECK(cudaMemsetAsync(x, 0, bytes, s.a));
  CUDA_CHECK(cudaMemsetAsync(y, 0, bytes, s.b));
  for (unsigned i = 0; i < 40; ++i) {
    step<<<1, kCount, 0, s.a>>>(x, i);
    step<<<1, kCount, 0, s.b>>>(y, 7 * i);
    if (i % 8 != 3) continue;
    s.order(s.a, s.b);
    add<<<1, kCount, 0, s.b>>>(y, x);
    s.order(s.b, s.a);
  }
  s.order(s.b, s.a);
  CUDA_CHECK(cudaMemcpyAsync(x, y, bytes / 2, cudaMemcpyDeviceToDevice, s.a));
  step<<<1, kCount, 0, s.a>>>(x, 1);
  CUDA_CHECK(cudaStreamSynchronize(s.a));
  std::printf("events: %u\n", last_of(x));
}

void graph(const Streams& s, unsigned* x, unsigned* y) {
  cudaGraph_t graph;
  CUDA_CHECK(cudaStreamBeginCapture(s.a, cudaStreamCaptureModeThreadLocal));
  s.order(s.a, s.b);
  step<<<1, kCount, 0, s.a>>>(x, 3);
  step<<<1, kCount, 0, s.b>>>(y, 5);
  s.order(s.b, s.a);
  add<<<1, kCount, 0, s.a>>>(x, y);
  CUDA_CHECK(cudaStreamEndCapture(s.a, &graph));
  cudaGraphExec_t exec;
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
  // In two streams, and still one after the other: it is one graph.
  for (int i = 0; i < 6; ++i) {
    CUDA_CHECK(cudaGraphLaunch(exec, i % 2 == 0 ? s.a : s.b));
  }
  CUDA_CHECK(cudaGraphExecDestroy(exec));
  CUDA_CHECK(cudaGraphDestroy(graph));
  CUDA_CHECK(cudaDeviceSynchronize());
  std::printf("graph: %u %u\n", last_of(x), last_of(y));
}

/// Handles may go while work of theirs is under way; memory of a stream goes
/// behind it.
void handles() {
  const Streams s;
  unsigned *x, *kept;
  CUDA_CHECK(cudaMalloc(&kept, kCount * sizeof *kept));
  CUDA_CHECK(cudaMallocAsync(&x, kCount * sizeof *x, s.a));
  CUDA_CHECK(cudaMemsetAsync(x, 0, kCount * sizeof *x, s.a));
  CUDA_CHECK(cudaMemsetAsync(kept, 0, kCount * sizeof *x, s.a));
  step<<<1, kCount, 0, s.a>>>(x, 9);
  add<<<1, kCount, 0, s.a>>>(kept, x);
  s.order(s.a, s.b);
  add<<<1, kCount, 0, s.b>>>(kept, x);
  CUDA_CHECK(cudaFreeAsync(x, s.b));
  CUDA_CHECK(cudaEventRecord(s.event, s.b));
  CUDA_CHECK(cudaEventDestroy(s.event));
  CUDA_CHECK(cudaStreamDestroy(s.a));
  CUDA_CHECK(cudaStreamDestroy(s.b));
  CUDA_CHECK(cudaDeviceSynchronize());
  std::printf("handles: %u\n", last_of(kept));
  CUDA_CHECK(cudaFree(kept));
}

__global__ void take(const volatile unsigned* flag, const unsigned* from,
                     unsigned* to) {
  while (*flag == 0) {
  }
  to[threadIdx.x] = from[threadIdx.x] + 1;
}

__global__ void answer(const volatile unsigned* from, volatile unsigned* to) {
  for (unsigned i = 1; i <= 8; ++i) {
    while (*from < i) {
    }
    *to = i;
  }
}

/// Kernels beside each other wait for stores of the host, which lets the last
/// one go on first; each takes what the one after it left.
void waiting(unsigned* x) {
  constexpr int kKernels = 4;
  volatile unsigned* flags;
  CUDA_CHECK(cudaMallocHost(const_cast<unsigned**>(&flags),
                            (kKernels + 1) * sizeof *flags));
  CUDA_CHECK(cudaMemset(x, 0, kCount * sizeof *x));
  CUDA_CHECK(cudaDeviceSynchronize());
  std::vector<cudaStream_t> streams(kKernels);
  for (int i = 0; i < kKernels; ++i) {
    flags[i] = 0;
    CUDA_CHECK(cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking));
    take<<<1, 8, 0, streams[i]>>>(&flags[i], x + 8 * (i + 1), x + 8 * i);
  }
  for (int i = kKernels - 1; i >= 0; --i) {
    flags[i] = 1;
    CUDA_CHECK(cudaStreamSynchronize(streams[i]));
  }
  unsigned first = 0;
  CUDA_CHECK(cudaMemcpy(&first, x, sizeof first, cudaMemcpyDeviceToHost));
  std::printf("waiting: %u\n", first);
  // Each answers the one before it, and the last one the host, which calls
  // nothing meanwhile.
  for (int i = 0; i <= kKernels; ++i) flags[i] = 0;
  for (int i = 0; i < kKernels; ++i) {
    answer<<<1, 1, 0, streams[i]>>>(&flags[i], &flags[i + 1]);
  }
  for (unsigned i = 1; i <= 8; ++i) {
    flags[0] = i;
    while (flags[kKernels] != i) {
    }
  }
  for (cudaStream_t stream : streams) {
    CUDA_CHECK(cudaStreamSynchronize(stream));
    CUDA_CHECK(cudaStreamDestroy(stream));
  }
  std::printf("answers: %u\n", flags[kKernels]);
  CUDA_CHECK(cudaFreeHost(const_cast<unsigned*>(flags)));
}

void unordered(const Streams& s) {
  int* log;
  CUDA_CHECK(cudaMalloc(&log, 3 * sizeof *log));
  CUDA_CHECK(cudaMemset(log, 0, 3 * sizeof *log));
  CUDA_CHECK(cudaDeviceSynchronize());
  sign<<<1, 1, 0, s.a>>>(log, 1);
  sign<<<1, 1, 0, s.b>>>(log, 2);
  CUDA_CHECK(cudaDeviceSynchronize());
  int host[3] = {};
  CUDA_CHECK(cudaMemcpy(host, log, sizeof host, cudaMemcpyDeviceToHost));
  std::printf("%d %d\n", host[1], host[2]);
  CUDA_CHECK(cudaFree(log));
}

void between(const Streams& s) {
  int* sums;
  CUDA_CHECK(cudaMalloc(&sums, 2 * sizeof *sums));
  CUDA_CHECK(cudaMemset(sums, 0, 2 * sizeof *sums));
  CUDA_CHECK(cudaDeviceSynchronize());
  add_in_two<<<1, 1, 0, s.a>>>(sums, sums + 1);
  add_in_two<<<1, 1, 0, s.b>>>(sums, sums + 1);
  CUDA_CHECK(cudaDeviceSynchronize());
  int host[2] = {};
  CUDA_CHECK(cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost));
  std::printf("%d %d\n", host[0], host[1]);
  CUDA_CHECK(cudaFree(sums));
}

void freed(const Streams& s) {
  unsigned* x;
  CUDA_CHECK(cudaMallocAsync(&x, kCount * sizeof *x, s.a));
  CUDA_CHECK(cudaMemsetAsync(x, 0, kCount * sizeof *x, s.a));
  s.order(s.a, s.b);
  step<<<1, kCount, 0, s.a>>>(x, 1);
  CUDA_CHECK(cudaFreeAsync(x, s.b));
  CUDA_CHECK(cudaDeviceSynchronize());
}

int main(int argc, char** argv) {
  const Streams s;
  const auto is = [&](const char* name) {
    return argc > 1 && std::strcmp(argv[1], name) == 0;
  };
  if (is("unordered")) return unordered(s), 0;
  if (is("between")) return between(s), 0;
  if (is("freed")) return freed(s), 0;
  unsigned *x, *y;
  CUDA_CHECK(cudaMalloc(&x, kCount * sizeof *x));
  CUDA_CHECK(cudaMalloc(&y, kCount * sizeof *y));
  streams_and_events(s, x, y);
  graph(s, x, y);
  handles();
  waiting(x);
  CUDA_CHECK(cudaFree(x));
  CUDA_CHECK(cudaFree(y));
}
