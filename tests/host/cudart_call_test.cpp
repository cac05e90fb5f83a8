// SPDX-License-Identifier: MIT
// The last error, failed launches, streams and events, what a device says of
// itself: from the inside.
#include <doctest/doctest.h>

#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <thread>

#include "simt/context/device_facts.h"
#include "simt/context/device_heap.h"
#include "simt/cuda/driver.h"
#include "simt/cuda/find.h"
#include "simt/cudart/call.h"
#include "simt/process/imports.h"

using simt::cudart::State;

namespace {

/// Gives the device back as it was: a failed launch would stay.
struct Fresh {
  Fresh() { clear(); }
  ~Fresh() { clear(); }
  static void clear() {
    simt::cudart::state().pending = cudaSuccess;
    simt::cudart::state().sticky = cudaSuccess;
    cudaGetLastError();
  }
};

}  // namespace

TEST_CASE("an error is told once, peeking does not take it away") {
  const Fresh fresh;
  CHECK(cudaSetDevice(7) == cudaErrorInvalidDevice);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(cudaPeekAtLastError() == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaSuccess);
}

TEST_CASE("each host thread has its own last error") {
  const Fresh fresh;
  std::thread([] { cudaSetDevice(7); }).join();
  CHECK(cudaGetLastError() == cudaSuccess);
}

TEST_CASE("a failed launch is known to the next call that waits") {
  const Fresh fresh;
  simt::cudart::state().pending = cudaErrorIllegalAddress;
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
  CHECK(cudaGetLastError() == cudaErrorIllegalAddress);
  CHECK(cudaGetLastError() == cudaSuccess);  // as an H200 did
  void* pointer = nullptr;
  CHECK(cudaMalloc(&pointer, 4) == cudaErrorIllegalAddress);
  int count = 0;
  CHECK(cudaGetDeviceCount(&count) == cudaSuccess);
  CHECK(count == 1);
}

TEST_CASE("kernels get a limited number of allocations") {
  using namespace simt::cudart;
  State& s = state();
  const uint64_t first = device_malloc(s, 64);
  CHECK(first != 0);
  CHECK(device_free(s, first));
  CHECK(!device_free(s, first));
  Heap& heap = heap_of(s.current);
  heap.calls = kMostHeapCalls - 1;
  const uint64_t last = device_malloc(s, 64);
  CHECK(last != 0);
  CHECK(device_malloc(s, 64) == 0);
  CHECK(device_free(s, last));
  CHECK(device_malloc(s, 64) == 0);  // a freed one counts
  CHECK(heap.used == 0);
  heap = {};
  CHECK(device_malloc(s, s.device().limits.heap + 1) == 0);
}

TEST_CASE("every error of the header has its name and text") {
  CHECK(std::string(cudaGetErrorName(cudaErrorAssert)) == "cudaErrorAssert");
  CHECK(std::string(cudaGetErrorString(cudaErrorMemoryAllocation)) ==
        "out of memory");
  CHECK(std::string(cudaGetErrorName(static_cast<cudaError_t>(12345))) ==
        "unrecognized error code");
}

TEST_CASE("a host function in a stream must not call the API") {
  const Fresh fresh;
  static cudaError_t inside;
  const cudaHostFn_t call_back = [](void*) {
    inside = cudaDeviceSynchronize();
  };
  CHECK(cudaLaunchHostFunc(nullptr, call_back, nullptr) == cudaSuccess);
  CHECK(inside == cudaErrorNotPermitted);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
}

TEST_CASE("a stream or event that is gone is an invalid handle") {
  const Fresh fresh;
  cudaStream_t stream;
  cudaEvent_t event;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  REQUIRE(cudaEventCreate(&event) == cudaSuccess);
  CHECK(cudaEventRecord(event, stream) == cudaSuccess);
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
  CHECK(cudaStreamSynchronize(stream) == cudaErrorInvalidResourceHandle);
  CHECK(cudaEventRecord(event, stream) == cudaErrorInvalidResourceHandle);
  CHECK(cudaEventDestroy(event) == cudaSuccess);
  CHECK(cudaEventQuery(event) == cudaErrorInvalidResourceHandle);
}

TEST_CASE("which calls wait for what they ask for") {
  const Fresh fresh;
  char host[16] = {};
  void *device = nullptr, *pinned = nullptr, *managed = nullptr;
  cudaStream_t stream = nullptr;
  REQUIRE(cudaMalloc(&device, 32) == cudaSuccess);
  REQUIRE(cudaMallocHost(&pinned, 32) == cudaSuccess);
  REQUIRE(cudaMallocManaged(&managed, 32) == cudaSuccess);
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  void* const upper = static_cast<char*>(device) + 16;
  const auto waits = [&](cudaError_t error, cudaStream_t in) {
    CHECK(error == cudaSuccess);
    const bool done = cudaStreamQuery(in) == cudaSuccess;
    CHECK(cudaStreamSynchronize(in) == cudaSuccess);
    return done;
  };
  const auto copy = [&](void* to, const void* from) {
    return waits(cudaMemcpy(to, from, 16, cudaMemcpyDefault), nullptr);
  };
  const auto copy_async = [&](void* to, const void* from) {
    return waits(cudaMemcpyAsync(to, from, 16, cudaMemcpyDefault, stream),
                 stream);
  };
  CHECK(copy(device, host));
  CHECK(copy(device, pinned));
  CHECK(copy(host, device));
  CHECK(copy(managed, device));
  CHECK_FALSE(copy(upper, device));
  CHECK_FALSE(copy_async(host, device));
  CHECK(copy_async(host, pinned));
  CHECK(copy_async(pinned, host));
  CHECK_FALSE(copy_async(pinned, device));
  CHECK_FALSE(copy_async(device, pinned));
  CHECK_FALSE(copy_async(device, host));
  CHECK_FALSE(copy_async(upper, device));
  CHECK_FALSE(waits(cudaMemset(device, 0, 16), nullptr));
  CHECK(waits(cudaMemset(pinned, 0, 16), nullptr));
  CHECK(waits(cudaMemset(managed, 0, 16), nullptr));
  CHECK_FALSE(waits(cudaMemsetAsync(managed, 0, 16, stream), stream));
  const cudaHostFn_t nothing = [](void*) {};
  CHECK_FALSE(waits(cudaLaunchHostFunc(stream, nothing, nullptr), stream));
  CHECK(cudaFree(device) == cudaSuccess);
  CHECK(cudaFree(managed) == cudaSuccess);
  CHECK(cudaFreeHost(pinned) == cudaSuccess);
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
  cudaGetLastError();
}

TEST_CASE("a driver function is not to be had, and the report says so") {
  const Fresh fresh;
  auto& diagnostics = simt::cudart::state().session.report().diagnostics;
  const size_t before = diagnostics.size();
  void* pointer = &pointer;
  cudaDriverEntryPointQueryResult status;
  CHECK(cudaGetDriverEntryPointByVersion("cuNothing", &pointer, 13000, 0,
                                         &status) == cudaSuccess);
  CHECK(pointer == nullptr);
  CHECK(status == cudaDriverEntryPointSymbolNotFound);
  REQUIRE(diagnostics.size() == before + 1);
  CHECK(diagnostics.back().message ==
        "the emulator does not have the driver function cuNothing");
}

TEST_CASE("a driver function without a definition says so when it is called") {
  const Fresh fresh;
  auto& diagnostics = simt::cudart::state().session.report().diagnostics;
  const size_t before = diagnostics.size();
  void* found = simt_driver_function("cuMipmappedArrayCreate");
  REQUIRE(found != nullptr);
  CHECK(reinterpret_cast<int (*)()>(found)() == 801);  // not supported
  REQUIRE(diagnostics.size() == before + 1);
  CHECK(diagnostics.back().message ==
        "the emulator does not have cuMipmappedArrayCreate");
  CHECK(simt_driver_function("cuNothing") == nullptr);
}

TEST_CASE("what this process takes from others is found by its name") {
  using simt::cudart::imports_any;
  CHECK(imports_any({"mmap"}));
  CHECK(imports_any({"of no library", "__cxa_atexit"}));
  CHECK_FALSE(imports_any({"cudaStreamCreate"}));  // is in this program itself
  CHECK_FALSE(imports_any({"mma", "mmapp"}));
}

TEST_CASE("a device says of itself what the GPU said") {
  // The place on the bus, and what the emulator does not have: launches on
  // several devices, handles of memory for other processes, compression, RDMA,
  // sparse and deferred arrays, semaphores, batches of memory operations,
  // dma-buf and events of other processes.
  const std::set<int> others{33,  34,  96,  103, 107, 110, 112, 114, 116,
                             117, 118, 119, 121, 122, 123, 124, 125, 128};
  const auto compare = [&](const std::string& name, const std::string& file) {
    std::ifstream in(LOCKSTEP_ROOT "/" + file);
    int compared = 0;
    for (std::string line; std::getline(in, line);) {
      std::istringstream words(line);
      std::string word;
      int number = 0, value = 0;
      if (!(words >> word >> number >> value) || word != "attribute") continue;
      CAPTURE(name);
      CAPTURE(number);
      const auto here = simt::cudart::device_attribute(
          *simt::find_profile(name), 0, simt::find_profile(name)->sms,
          static_cast<cudaDeviceAttr>(number));
      REQUIRE(here.has_value());
      CHECK((*here == value) == !others.contains(number));
      ++compared;
    }
    CHECK(compared == 130);
  };
  compare("h200", "tests/recorded/h200/properties.txt");
  compare("h100", "bench/data/h100/properties.txt");
}

TEST_CASE("a barrier of the grid comes from the library of device code") {
  // Each thread of the first of 4 blocks reads what the last one stored.
  static const char kernel[] = R"(
.version 8.0
.target sm_75
.address_size 64
.extern .func (.param .b64 r) cudaCGGetIntrinsicHandle(.param .b32 scope);
.extern .func (.param .b32 r) cudaCGSynchronize(.param .b64 h, .param .b32 f);
.visible .entry crossing(.param .u64 data)
{
  .reg .b32 %own, %place, %read;
  .reg .b64 %data, %from, %grid;
  .param .b32 scope, flags, done;
  .param .b64 handle, grid;
  ld.param.u64 %data, [data];
  mov.u32 %own, %ctaid.x;
  mad.lo.u32 %place, %own, 32, %tid.x;
  mad.wide.u32 %from, %place, 4, %data;
  st.global.u32 [%from], %own;
  st.param.b32 [scope], 1;
  call.uni (handle), cudaCGGetIntrinsicHandle, (scope);
  ld.param.b64 %grid, [handle];
  st.param.b64 [grid], %grid;
  st.param.b32 [flags], 0;
  call.uni (done), cudaCGSynchronize, (grid, flags);
  sub.u32 %place, 127, %place;
  mad.wide.u32 %from, %place, 4, %data;
  ld.global.u32 %read, [%from];
  add.u64 %from, %from, 512;
  st.global.u32 [%from], %read;
  ret;
}
)";
  const Fresh fresh;
  REQUIRE(cudaSetDevice(0) == cudaSuccess);
  CUlinkState link = nullptr;
  REQUIRE(cuLinkCreate(0, nullptr, nullptr, &link) == CUDA_SUCCESS);
  CHECK(cuLinkAddData(link, CU_JIT_INPUT_PTX, const_cast<char*>(kernel),
                      sizeof(kernel), "crossing", 0, nullptr,
                      nullptr) == CUDA_SUCCESS);
  CHECK(cuLinkAddFile(link, CU_JIT_INPUT_LIBRARY, "lib64/libcudadevrt.a", 0,
                      nullptr, nullptr) == CUDA_SUCCESS);
  void* image = nullptr;
  CUmodule module = nullptr;
  CUfunction crossing = nullptr;
  REQUIRE(cuLinkComplete(link, &image, nullptr) == CUDA_SUCCESS);
  REQUIRE(cuModuleLoadData(&module, image) == CUDA_SUCCESS);
  REQUIRE(cuModuleGetFunction(&crossing, module, "crossing") == CUDA_SUCCESS);
  auto& diagnostics = simt::cudart::state().session.report().diagnostics;
  const size_t before = diagnostics.size();
  void* memory = nullptr;
  REQUIRE(cudaMallocManaged(&memory, 256 * sizeof(int)) == cudaSuccess);
  int* const data = static_cast<int*>(memory);
  void* arguments[] = {&memory};
  CHECK(cuLaunchCooperativeKernel(crossing, 4, 1, 1, 32, 1, 1, 0, nullptr,
                                  arguments) == CUDA_SUCCESS);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  for (int i = 0; i < 128; ++i) CHECK(data[128 + i] == i / 32);
  CHECK(diagnostics.size() == before);
  // Not cooperative: there is nothing to wait with.
  CHECK(cuLaunchKernel(crossing, 4, 1, 1, 32, 1, 1, 0, nullptr, arguments,
                       nullptr) == CUDA_SUCCESS);
  CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
  CHECK(diagnostics.size() == before + 1);
  Fresh::clear();
  CHECK(cuModuleUnload(module) == CUDA_SUCCESS);
  CHECK(cuLinkDestroy(link) == CUDA_SUCCESS);
  CHECK(cudaFree(memory) == cudaSuccess);
}

TEST_CASE("a launch says which event it does not support") {
  cudaStream_t stream = nullptr;
  cudaEvent_t event = nullptr, shared = nullptr;
  cudaStreamCreate(&stream);
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  cudaEventCreateWithFlags(&shared,
                           cudaEventDisableTiming | cudaEventInterprocess);
  const auto launch = [&](cudaEvent_t recorded, int flags) {
    cudaLaunchAttribute records{};
    records.id = cudaLaunchAttributeLaunchCompletionEvent;
    records.val.launchCompletionEvent = {recorded, flags};
    const cudaLaunchConfig_t config{1, 1, 0, stream, &records, 1};
    return cudaLaunchKernelExC(&config, nullptr, nullptr);
  };
  CHECK(launch(event, cudaEventRecordExternal) == cudaErrorIllegalState);
  CHECK(launch(shared, 0) == cudaErrorNotSupported);
  cudaGraph_t graph = nullptr;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  CHECK(launch(event, cudaEventRecordExternal) == cudaErrorNotSupported);
  CHECK(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
  cudaGraphDestroy(graph);
  cudaEventDestroy(event);
  cudaEventDestroy(shared);
  cudaStreamDestroy(stream);
  cudaGetLastError();
}
