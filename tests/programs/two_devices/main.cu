// SPDX-License-Identifier: MIT
// What two devices of one kind share and what each has of its own: memory,
// copies, streams, events, graphs, errors. Orders all that it does.
#include <cstdio>

#include "common/cuda_check.h"

constexpr int kCount = 64;
constexpr size_t kBytes = kCount * sizeof(int);

__device__ int own = 1;
__managed__ int of_all = 1;

__global__ void fill(int* out, int value) { out[threadIdx.x] = value; }
__global__ void add_one(int* out) { ++out[threadIdx.x]; }
__global__ void add_to_own(int value) { own += value; }
__global__ void add_to_all(int value) { of_all += value; }
__global__ void count(int* total) { atomicAdd_system(total, 1); }

void say(const char* what, cudaError_t error) {
  std::printf("%s: %s\n", what, cudaGetErrorName(error));
  cudaGetLastError();
}

/// kCount elements of a device, all of them `value`.
int* on_device(int device, int value) {
  int* data = nullptr;
  CUDA_CHECK(cudaSetDevice(device));
  CUDA_CHECK(cudaMalloc(&data, kBytes));
  fill<<<1, kCount>>>(data, value);
  CUDA_CHECK(cudaDeviceSynchronize());
  return data;
}

int last_of(const int* data) {
  int value = -1;
  CUDA_CHECK(
      cudaMemcpy(&value, data + kCount - 1, sizeof value, cudaMemcpyDefault));
  return value;
}

int device_of(const void* pointer) {
  cudaPointerAttributes facts;
  CUDA_CHECK(cudaPointerGetAttributes(&facts, pointer));
  return facts.device;
}

void ask_about_peers() {
  const cudaDeviceP2PAttr attributes[] = {cudaDevP2PAttrAccessSupported,
                                          cudaDevP2PAttrNativeAtomicSupported};
  for (const cudaDeviceP2PAttr attribute : attributes) {
    int value = -1;
    CUDA_CHECK(cudaDeviceGetP2PAttribute(&value, attribute, 0, 1));
    std::printf("attribute %d of 0 and 1: %d\n", attribute, value);
  }
  int value = -1;
  say("attribute of 0 and 0",
      cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 0));
}

// Page-locked and managed memory is open to both, whoever made it.
void use_memory_of_all() {
  int *pinned = nullptr, *managed = nullptr;
  CUDA_CHECK(cudaSetDevice(0));
  CUDA_CHECK(cudaMallocHost(&pinned, kBytes));
  CUDA_CHECK(cudaMallocManaged(&managed, kBytes));
  for (int i = 0; i < kCount; ++i) pinned[i] = managed[i] = 5;
  for (int device = 0; device < 2; ++device) {
    CUDA_CHECK(cudaSetDevice(device));
    add_one<<<1, kCount>>>(pinned);
    add_one<<<1, kCount>>>(managed);
    add_to_own<<<1, 1>>>(10 * (device + 1));
    add_to_all<<<1, 1>>>(10 * (device + 1));
    CUDA_CHECK(cudaDeviceSynchronize());
  }
  std::printf("pinned %d, managed %d, variable of all %d\n", pinned[3],
              managed[3], of_all);
  for (int device = 0; device < 2; ++device) {
    int value = 0;
    CUDA_CHECK(cudaSetDevice(device));
    CUDA_CHECK(cudaMemcpyFromSymbol(&value, own, sizeof value));
    std::printf("variable of device %d: %d\n", device, value);
  }
  CUDA_CHECK(cudaFreeHost(pinned));
  CUDA_CHECK(cudaFree(managed));
}

// Copies go by the addresses and need no access; a memset needs it.
void copy_between() {
  int *of_0 = on_device(0, 1), *of_1 = on_device(1, 2);
  CUDA_CHECK(cudaMemcpyPeer(of_0, 0, of_1, 1, kBytes));
  std::printf("cudaMemcpyPeer: %d\n", last_of(of_0));
  fill<<<1, kCount>>>(of_1, 3);  // the copy comes after it, on both devices
  CUDA_CHECK(cudaSetDevice(0));
  CUDA_CHECK(cudaMemcpy(of_0, of_1, kBytes, cudaMemcpyDeviceToDevice));
  CUDA_CHECK(cudaSetDevice(1));
  std::printf("cudaMemcpy: %d\n", last_of(of_0));
  CUDA_CHECK(cudaSetDevice(0));
  CUDA_CHECK(cudaDeviceEnablePeerAccess(1, 0));
  say("with access", cudaMemset(of_1, 1, kBytes));
  CUDA_CHECK(cudaDeviceSynchronize());
  CUDA_CHECK(cudaDeviceDisablePeerAccess(1));
  std::printf("set to %x, on device %d\n", last_of(of_1), device_of(of_1));
  say("no such device", cudaMemcpyPeer(of_0, 0, of_1, 2, kBytes));
  say("cudaFree of the other one's", cudaFree(of_1));
  CUDA_CHECK(cudaFree(of_0));
}

// A stream keeps its device, whichever is the current one.
void use_the_other_stream() {
  cudaStream_t stream;
  int *of_0 = on_device(0, 1), *of_1 = on_device(1, 2), *of_pool = nullptr;
  CUDA_CHECK(cudaStreamCreate(&stream));
  CUDA_CHECK(cudaSetDevice(0));
  say("copy", cudaMemcpyAsync(of_0, of_1, kBytes, cudaMemcpyDefault, stream));
  say("memset", cudaMemsetAsync(of_1, 0, kBytes, stream));
  say("allocate", cudaMallocAsync(&of_pool, kBytes, stream));
  std::printf("of device %d\n", device_of(of_pool));
  say("free", cudaFreeAsync(of_pool, stream));
  say("wait", cudaStreamSynchronize(stream));
  std::printf("copied %d, set to %d\n", last_of(of_0), last_of(of_1));
  say("destroy", cudaStreamDestroy(stream));
  CUDA_CHECK(cudaFree(of_0));
  CUDA_CHECK(cudaFree(of_1));
}

// An event orders work of two devices.
void order_by_events() {
  int* of_0 = on_device(0, 0);
  int* of_1 = on_device(1, 0);
  cudaStream_t streams[2];
  cudaEvent_t made;
  for (int device = 0; device < 2; ++device) {
    CUDA_CHECK(cudaSetDevice(device));
    CUDA_CHECK(cudaStreamCreate(&streams[device]));
  }
  CUDA_CHECK(cudaSetDevice(0));
  CUDA_CHECK(cudaEventCreateWithFlags(&made, cudaEventDisableTiming));
  fill<<<1, kCount, 0, streams[0]>>>(of_0, 6);
  CUDA_CHECK(cudaEventRecord(made, streams[0]));
  CUDA_CHECK(cudaSetDevice(1));
  CUDA_CHECK(cudaStreamWaitEvent(streams[1], made, 0));
  CUDA_CHECK(
      cudaMemcpyAsync(of_1, of_0, kBytes, cudaMemcpyDefault, streams[1]));
  add_one<<<1, kCount, 0, streams[1]>>>(of_1);
  say("record an event of the other device", cudaEventRecord(made, streams[1]));
  say("wait from the other device", cudaEventSynchronize(made));
  CUDA_CHECK(cudaStreamSynchronize(streams[1]));
  std::printf("passed on: %d\n", last_of(of_1));
  CUDA_CHECK(cudaEventDestroy(made));
  for (const cudaStream_t stream : streams) {
    CUDA_CHECK(cudaStreamDestroy(stream));
  }
  CUDA_CHECK(cudaFree(of_0));
  CUDA_CHECK(cudaFree(of_1));
}

// One graph with a kernel of each device. A copy by cudaMemcpyPeerAsync between
// two is not captured.
void capture_both() {
  int* of_0 = on_device(0, 0);
  int* of_1 = on_device(1, 0);
  cudaStream_t streams[2];
  cudaEvent_t passed[2];
  for (int device = 0; device < 2; ++device) {
    CUDA_CHECK(cudaSetDevice(device));
    CUDA_CHECK(cudaStreamCreate(&streams[device]));
    CUDA_CHECK(
        cudaEventCreateWithFlags(&passed[device], cudaEventDisableTiming));
  }
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CUDA_CHECK(cudaSetDevice(0));
  CUDA_CHECK(
      cudaStreamBeginCapture(streams[0], cudaStreamCaptureModeThreadLocal));
  fill<<<1, kCount, 0, streams[0]>>>(of_0, 7);
  CUDA_CHECK(cudaEventRecord(passed[0], streams[0]));
  CUDA_CHECK(cudaSetDevice(1));
  CUDA_CHECK(cudaStreamWaitEvent(streams[1], passed[0], 0));
  CUDA_CHECK(
      cudaMemcpyAsync(of_1, of_0, kBytes, cudaMemcpyDefault, streams[1]));
  add_one<<<1, kCount, 0, streams[1]>>>(of_1);
  CUDA_CHECK(cudaEventRecord(passed[1], streams[1]));
  CUDA_CHECK(cudaSetDevice(0));
  CUDA_CHECK(cudaStreamWaitEvent(streams[0], passed[1], 0));
  say("end of capture", cudaStreamEndCapture(streams[0], &graph));
  say("instantiate", cudaGraphInstantiate(&exec, graph, 0));
  say("launch the graph", cudaGraphLaunch(exec, streams[0]));
  CUDA_CHECK(cudaStreamSynchronize(streams[0]));
  std::printf("through the graph: %d\n", last_of(of_1));
  CUDA_CHECK(cudaGraphExecDestroy(exec));
  CUDA_CHECK(cudaGraphDestroy(graph));
  CUDA_CHECK(
      cudaStreamBeginCapture(streams[0], cudaStreamCaptureModeThreadLocal));
  say("capture cudaMemcpyPeerAsync",
      cudaMemcpyPeerAsync(of_1, 1, of_0, 0, kBytes, streams[0]));
  say("end of that capture", cudaStreamEndCapture(streams[0], &graph));
  for (int device = 0; device < 2; ++device) {
    CUDA_CHECK(cudaStreamDestroy(streams[device]));
    CUDA_CHECK(cudaEventDestroy(passed[device]));
  }
  CUDA_CHECK(cudaFree(of_0));
  CUDA_CHECK(cudaFree(of_1));
}

// Both devices count in memory of the first one.
void count_together() {
  int* total = on_device(0, 0);
  CUDA_CHECK(cudaSetDevice(1));
  CUDA_CHECK(cudaDeviceEnablePeerAccess(0, 0));
  for (int device = 0; device < 2; ++device) {
    CUDA_CHECK(cudaSetDevice(device));
    count<<<8, 64>>>(total + kCount - 1);
  }
  for (int device = 0; device < 2; ++device) {
    CUDA_CHECK(cudaSetDevice(device));
    CUDA_CHECK(cudaDeviceSynchronize());
  }
  std::printf("counted together: %d\n", last_of(total));
  CUDA_CHECK(cudaDeviceDisablePeerAccess(0));
  CUDA_CHECK(cudaFree(total));
}

// cudaDeviceReset is for one device: the memory of the other one stays.
void reset_one() {
  int* of_0 = on_device(0, 8);
  CUDA_CHECK(cudaSetDevice(1));
  CUDA_CHECK(cudaDeviceReset());
  std::printf("after the reset of 1: %d\n", last_of(of_0));
  int value = 0;
  CUDA_CHECK(cudaMemcpyFromSymbol(&value, own, sizeof value));
  std::printf("its variable: %d\n", value);
  CUDA_CHECK(cudaFree(of_0));
}

int main() {
  ask_about_peers();
  use_memory_of_all();
  copy_between();
  use_the_other_stream();
  order_by_events();
  capture_both();
  count_together();
  reset_one();
}
