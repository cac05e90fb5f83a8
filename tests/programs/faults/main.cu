// SPDX-License-Identifier: MIT
// A program that makes each of its own calls fail, one after the other: each
// failure is noticed, nothing is lost, and the last time all is well.
#include <cstdio>

#include "common/counters.h"

__global__ void twice(const int* in, int* out) {
  out[threadIdx.x] = 2 * in[threadIdx.x];
}

constexpr int kCount = 64;

struct Work {
  int* data = nullptr;
  int* pinned = nullptr;
  cudaStream_t stream = nullptr;
  cudaEvent_t done = nullptr;
  const char* at = "all is well";
  cudaError_t error = cudaSuccess;

  bool good(const char* what, cudaError_t returned) {
    if (returned == cudaSuccess) return true;
    at = what;
    error = returned;
    return false;
  }
  bool run() {
    int host[kCount];
    for (int i = 0; i < kCount; ++i) host[i] = i;
    const size_t bytes = sizeof host;
    return good("cudaMalloc", cudaMalloc(&data, 2 * bytes)) &&
           good("cudaMallocHost", cudaMallocHost(&pinned, bytes)) &&
           good("cudaStreamCreate", cudaStreamCreate(&stream)) &&
           good("cudaEventCreate", cudaEventCreate(&done)) &&
           good("cudaMemset", cudaMemset(data, 0, 2 * bytes)) &&
           good("cudaMemcpy",
                cudaMemcpy(data, host, bytes, cudaMemcpyHostToDevice)) &&
           launched() &&
           good("cudaEventRecord", cudaEventRecord(done, stream)) &&
           good("cudaEventSynchronize", cudaEventSynchronize(done)) &&
           good("cudaMemcpyAsync",
                cudaMemcpyAsync(pinned, data + kCount, bytes,
                                cudaMemcpyDeviceToHost, stream)) &&
           good("cudaStreamSynchronize", cudaStreamSynchronize(stream)) &&
           good("cudaDeviceSynchronize", cudaDeviceSynchronize());
  }
  bool launched() {
    twice<<<1, kCount, 0, stream>>>(data, data + kCount);
    return good("<<<...>>>", cudaGetLastError());
  }
  void give_back() {
    cudaFree(data);
    cudaFreeHost(pinned);
    if (done) cudaEventDestroy(done);
    if (stream) cudaStreamDestroy(stream);
  }
};

int main() {
  for (int call = 1;; ++call) {
    Work work;
    lockstep::fail_call(call);
    const bool good = work.run();
    const bool failed = lockstep::call_failed();
    cudaGetLastError();
    std::printf("%2d: %s, %s%s", call, work.at, cudaGetErrorName(work.error),
                good == failed ? ", and nobody noticed" : "");
    if (good) std::printf(", %d", work.pinned[kCount - 1]);
    std::printf("\n");
    work.give_back();
    if (!failed) return 0;
  }
}
