// SPDX-License-Identifier: MIT
// Kernels that wait for a store of the host, which comes after the launch: in
// page-locked and registered memory, by the host's own code, by a copy in
// another stream, back and forth without any call.
#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "common/cuda_check.h"

struct Mail {
  int question, answer;
};

/// Asks `rounds` times; each answer is one more than the question.
__global__ void ask(volatile Mail* mail, int* sum, int rounds) {
  int total = 0;
  for (int i = 1; i <= rounds; ++i) {
    mail->question = 10 * i;
    __threadfence_system();
    while (mail->answer != 10 * i + 1) {
    }
    total += mail->answer;
  }
  *sum += total;
}

/// Gives up when the host does not answer within `clocks`.
__global__ void ask_in_time(const volatile int* flag, int* sum,
                            long long clocks) {
  const long long begin = clock64();
  while (*flag == 0) {
    if (clock64() - begin > clocks) return;
  }
  *sum += 1;
}

__global__ void triple(int* sum) { *sum *= 3; }

/// All threads of several blocks wait.
__global__ void wait_together(const volatile int* flag, int* sum) {
  while (*flag == 0) {
  }
  atomicAdd(sum, 1);
}

/// Reads and writes as other threads may, too.
int load(const int& word) { return *const_cast<const volatile int*>(&word); }
void store(int& word, int value) {
  std::atomic_thread_fence(std::memory_order_release);
  *const_cast<volatile int*>(&word) = value;
}

void answer(Mail* mail, int rounds) {
  for (int i = 1; i <= rounds; ++i) {
    while (load(mail->question) != 10 * i) {
    }
    store(mail->answer, 10 * i + 1);
  }
}

int read(const int* device) {
  int value = 0;
  CUDA_CHECK(cudaMemcpy(&value, device, sizeof value, cudaMemcpyDeviceToHost));
  return value;
}

int main() {
  cudaStream_t stream, other;
  CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  CUDA_CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  int* sum;
  CUDA_CHECK(cudaMalloc(&sum, sizeof *sum));
  CUDA_CHECK(cudaMemset(sum, 0, sizeof *sum));
  CUDA_CHECK(cudaDeviceSynchronize());
  Mail* mail;
  CUDA_CHECK(cudaMallocHost(&mail, sizeof *mail));
  *mail = {};

  ask<<<1, 1, 0, stream>>>(mail, sum, 3);
  triple<<<1, 1, 0, stream>>>(sum);  // behind it
  CUDA_CHECK(cudaGetLastError());
  std::printf("while it waits: %s\n",
              cudaGetErrorName(cudaStreamQuery(stream)));
  (void)cudaGetLastError();
  answer(mail, 3);
  CUDA_CHECK(cudaStreamSynchronize(stream));
  std::printf("three questions: %d\n", read(sum));

  // A copy brings the answer.
  store(mail->answer, 0);
  CUDA_CHECK(cudaMemset(sum, 0, sizeof *sum));
  CUDA_CHECK(cudaDeviceSynchronize());
  wait_together<<<4, 64, 0, stream>>>(&mail->answer, sum);
  const int one = 1;
  CUDA_CHECK(cudaMemcpyAsync(&mail->answer, &one, sizeof one, cudaMemcpyDefault,
                             other));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  std::printf("by a copy: %d\n", read(sum));

  // In time, although the clock runs.
  store(mail->answer, 0);
  ask_in_time<<<1, 1, 0, stream>>>(&mail->answer, sum, 1LL << 36);
  store(mail->answer, 1);
  cudaError_t error = cudaErrorNotReady;
  while (error == cudaErrorNotReady) error = cudaStreamQuery(stream);
  (void)cudaGetLastError();
  std::printf("in time: %d, %s\n", read(sum), cudaGetErrorName(error));

  auto* own = static_cast<Mail*>(std::calloc(1, sizeof(Mail)));
  CUDA_CHECK(cudaHostRegister(own, sizeof *own, cudaHostRegisterDefault));
  ask<<<1, 1, 0, stream>>>(own, sum, 2);
  answer(own, 2);
  CUDA_CHECK(cudaStreamSynchronize(stream));
  std::printf("registered memory: %d\n", read(sum));

  CUDA_CHECK(cudaHostUnregister(own));
  std::free(own);
  CUDA_CHECK(cudaFreeHost(mail));
  CUDA_CHECK(cudaFree(sum));
  CUDA_CHECK(cudaStreamDestroy(stream));
  CUDA_CHECK(cudaStreamDestroy(other));
}
