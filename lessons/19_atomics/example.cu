// SPDX-License-Identifier: MIT
// Three experiments. Every access below is an atomic, so nothing is a race and
// every single access is whole; the results are wrong all the same, where
// several accesses should have been one.
#include <cstdio>
#include <vector>

#include "common/counters.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"

using lockstep::DeviceBuffer;

__global__ void count_in_two_steps(unsigned* count) {
  const unsigned old = atomicAdd(count, 0);  // look
  atomicExch(count, old + 1);                // write
}

__global__ void count_in_one_step(unsigned* count) { atomicAdd(count, 1); }

// Four lanes write a record of four words, each lane its own number four times.
// A 16-byte store is defined as four stores in no fixed order; here lane l
// begins with word l.
__global__ void write_record(unsigned* record) {
  const unsigned lane = threadIdx.x;
  for (int step = 0; step < 4; ++step) {
    atomicExch(&record[(lane + step) % 4], lane);
    __syncwarp(0xf);
  }
}

// The word that changes as a whole may have 8 bytes: value above, place below.
__global__ void find_largest(unsigned long long* best) {
  const unsigned long long value = (threadIdx.x * 37) % 256;
  atomicMax(best, value << 32 | threadIdx.x);
}

void show_count(const char* name, void (*kernel)(unsigned*)) {
  const DeviceBuffer<unsigned> count(std::vector<unsigned>{0});
  kernel<<<1, 256>>>(count.data());
  CUDA_CHECK(cudaGetLastError());
  std::printf("%-28s %3u\n", name, count.download()[0]);
}

int main() {
  std::printf("256 threads add 1\n");
  show_count("look, then write", count_in_two_steps);
  show_count("one atomicAdd", count_in_one_step);

  const DeviceBuffer<unsigned> record(4);
  write_record<<<1, 4>>>(record.data());
  CUDA_CHECK(cudaGetLastError());
  std::printf("\nfour writers, one record:   ");
  for (unsigned writer : record.download()) std::printf(" %u", writer);
  std::printf("\n");

  const DeviceBuffer<unsigned long long> best(
      std::vector<unsigned long long>{0});
  find_largest<<<1, 256>>>(best.data());
  CUDA_CHECK(cudaGetLastError());
  const unsigned long long found = best.download()[0];
  std::printf("largest value and its place: %llu, thread %llu\n", found >> 32,
              found & 0xffffffff);
}
