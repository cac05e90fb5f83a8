// SPDX-License-Identifier: MIT
// Who may use whose memory: peer access, pools, copies between devices, events
// of another device. Prints answers only; no kernel here goes wrong.
#include <cstdio>

#include "common/cuda_check.h"

__global__ void bump(int* at) { *at += 1; }

void say(const char* what, cudaError_t error) {
  printf("%s: %s\n", what, cudaGetErrorName(error));
  cudaGetLastError();
}

void switch_access() {
  int can = 0;
  CUDA_CHECK(cudaDeviceCanAccessPeer(&can, 0, 1));
  printf("0 can reach 1: %d\n", can);
  CUDA_CHECK(cudaDeviceCanAccessPeer(&can, 0, 0));
  printf("0 can reach 0 as a peer: %d\n", can);
  CUDA_CHECK(cudaSetDevice(0));
  say("enable itself", cudaDeviceEnablePeerAccess(0, 0));
  say("enable none", cudaDeviceEnablePeerAccess(99, 0));
  say("enable with flags", cudaDeviceEnablePeerAccess(1, 1));
  say("disable first", cudaDeviceDisablePeerAccess(1));
  say("enable", cudaDeviceEnablePeerAccess(1, 0));
  say("enable again", cudaDeviceEnablePeerAccess(1, 0));
}

int read_back(const int* at) {
  int value = -1;
  CUDA_CHECK(cudaMemcpy(&value, at, sizeof(int), cudaMemcpyDefault));
  return value;
}

// Memory that was there before access was given, and memory made after.
void use_both_ways(int* before) {
  CUDA_CHECK(cudaSetDevice(1));
  int* after = nullptr;
  CUDA_CHECK(cudaMalloc(&after, sizeof(int)));
  CUDA_CHECK(cudaMemset(after, 0, sizeof(int)));
  CUDA_CHECK(cudaDeviceSynchronize());
  CUDA_CHECK(cudaSetDevice(0));
  bump<<<1, 1>>>(before);
  bump<<<1, 1>>>(after);
  CUDA_CHECK(cudaDeviceSynchronize());
  printf("peer memory: %d %d\n", read_back(before), read_back(after));
  say("disable", cudaDeviceDisablePeerAccess(1));
  CUDA_CHECK(cudaFree(after));
}

void copy_without_access(int* from) {
  int* to = nullptr;
  CUDA_CHECK(cudaMalloc(&to, sizeof(int)));
  CUDA_CHECK(cudaMemcpyPeer(to, 0, from, 1, sizeof(int)));
  printf("copied: %d\n", read_back(to));
  say("copy to no device", cudaMemcpyPeer(to, 9, from, 1, sizeof(int)));
  CUDA_CHECK(cudaFree(to));
}

void use_pool() {
  cudaMemPool_t pool = nullptr;
  CUDA_CHECK(cudaDeviceGetDefaultMemPool(&pool, 1));
  cudaMemLocation zero{cudaMemLocationTypeDevice, {0}};
  cudaMemAccessFlags flags;
  CUDA_CHECK(cudaMemPoolGetAccess(&flags, pool, &zero));
  printf("pool of 1, seen from 0: %d\n", flags);
  CUDA_CHECK(cudaSetDevice(1));
  int* mine = nullptr;
  CUDA_CHECK(cudaMallocAsync(&mine, sizeof(int), nullptr));
  CUDA_CHECK(cudaMemsetAsync(mine, 0, sizeof(int), nullptr));
  CUDA_CHECK(cudaStreamSynchronize(nullptr));
  cudaMemAccessDesc open{zero, cudaMemAccessFlagsProtReadWrite};
  CUDA_CHECK(cudaMemPoolSetAccess(pool, &open, 1));
  CUDA_CHECK(cudaMemPoolGetAccess(&flags, pool, &zero));
  CUDA_CHECK(cudaSetDevice(0));
  int* from_there = nullptr;
  cudaPointerAttributes facts;
  CUDA_CHECK(cudaMallocFromPoolAsync(&from_there, sizeof(int), pool, nullptr));
  CUDA_CHECK(cudaPointerGetAttributes(&facts, from_there));
  printf("memory of its pool lies on device %d\n", facts.device);
  CUDA_CHECK(cudaFreeAsync(from_there, nullptr));
  bump<<<1, 1>>>(mine);
  CUDA_CHECK(cudaDeviceSynchronize());
  printf("opened: %d, bumped: %d\n", flags, read_back(mine));
  CUDA_CHECK(cudaSetDevice(1));
  CUDA_CHECK(cudaFreeAsync(mine, nullptr));
  CUDA_CHECK(cudaStreamSynchronize(nullptr));
}

void use_events() {
  CUDA_CHECK(cudaSetDevice(0));
  cudaEvent_t of_0, of_1;
  CUDA_CHECK(cudaEventCreate(&of_0));
  CUDA_CHECK(cudaSetDevice(1));
  CUDA_CHECK(cudaEventCreate(&of_1));
  say("record an event of device 0 on 1", cudaEventRecord(of_0, nullptr));
  CUDA_CHECK(cudaEventRecord(of_1, nullptr));
  CUDA_CHECK(cudaSetDevice(0));
  CUDA_CHECK(cudaEventRecord(of_0, nullptr));
  say("wait for an event of device 1 on 0",
      cudaStreamWaitEvent(nullptr, of_1, 0));
  CUDA_CHECK(cudaEventSynchronize(of_0));
  CUDA_CHECK(cudaEventSynchronize(of_1));
  float ms = 0;
  say("time between two devices", cudaEventElapsedTime(&ms, of_0, of_1));
  CUDA_CHECK(cudaEventDestroy(of_0));
  CUDA_CHECK(cudaEventDestroy(of_1));
}

int main() {
  int* before = nullptr;
  CUDA_CHECK(cudaSetDevice(1));
  CUDA_CHECK(cudaMalloc(&before, sizeof(int)));
  CUDA_CHECK(cudaMemset(before, 0, sizeof(int)));
  CUDA_CHECK(cudaDeviceSynchronize());
  switch_access();
  use_both_ways(before);
  copy_without_access(before);
  CUDA_CHECK(cudaFree(before));
  use_pool();
  use_events();
}
