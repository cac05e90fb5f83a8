// SPDX-License-Identifier: MIT
// The functions of libcudart.so.12 as its programs find and call them: by the
// symbol, with the structs of CUDA 12.
#include <doctest/doctest.h>

#include <array>
#include <cstring>

#include "simt/cudart/call.h"
#include "simt/twelve/find.h"

namespace {

/// The function with that symbol, of the type with which CUDA 12 declares it.
template <class Function>
Function* find(const char* symbol) {
  void* const found = simt_former_function(symbol);
  REQUIRE_MESSAGE(found != nullptr, symbol);
  return reinterpret_cast<Function*>(found);
}

/// A struct with `size` bytes, and bytes behind it that nobody may touch.
template <size_t size>
struct Guarded {
  Guarded() { bytes.fill(std::byte{0x5a}); }
  bool whole() const {
    for (size_t i = size; i < bytes.size(); ++i) {
      if (bytes[i] != std::byte{0x5a}) return false;
    }
    return true;
  }
  template <class Value>
  Value at(size_t offset) const {
    Value value;
    std::memcpy(&value, &bytes[offset], sizeof value);
    return value;
  }
  alignas(16) std::array<std::byte, size + 64> bytes;
};

/// Two empty nodes of a graph.
struct Pair {
  Pair() {
    cudaGraphCreate(&graph, 0);
    cudaGraphAddEmptyNode(&first, graph, nullptr, 0);
    cudaGraphAddEmptyNode(&second, graph, nullptr, 0);
  }
  ~Pair() { cudaGraphDestroy(graph); }
  cudaGraph_t graph = nullptr;
  cudaGraphNode_t first = nullptr, second = nullptr;
};

}  // namespace

TEST_CASE("CUDA 12: a device has the properties at their former places") {
  auto* const get = find<cudaError_t(void*, int)>("cudaGetDeviceProperties_v2");
  Guarded<1032> p;
  CHECK(get(&p.bytes, 0) == cudaSuccess);
  CHECK(p.whole());
  cudaDeviceProp now;
  REQUIRE(cudaGetDeviceProperties(&now, 0) == cudaSuccess);
  int clock = 0;
  REQUIRE(cudaDeviceGetAttribute(&clock, cudaDevAttrClockRate, 0) ==
          cudaSuccess);
  // Offsets in CUDA 12.4's driver_types.h, as its compiler lays it out.
  CHECK(std::strcmp(reinterpret_cast<char*>(&p.bytes), now.name) == 0);
  CHECK(p.at<int>(348) == clock);
  CHECK(p.at<size_t>(352) == now.totalConstMem);
  CHECK(p.at<int>(360) == now.major);
  CHECK(p.at<int>(388) == now.multiProcessorCount);
  CHECK(p.at<int>(612) == now.memoryBusWidth);
  CHECK(p.at<size_t>(696) == now.sharedMemPerBlockOptin);
  CHECK(p.at<int>(692) == 0);  // cooperativeMultiDeviceLaunch
  CHECK(get(&p.bytes, 7) == cudaErrorInvalidDevice);
  CHECK(get(nullptr, 0) == cudaErrorInvalidValue);
  // As CUDA 12.9 knows that name: CUDA 13 has another one under it.
  void *former = nullptr, *later = nullptr;
  CHECK(find<cudaError_t(const char*, void**, unsigned long long,
                         cudaDriverEntryPointQueryResult*)>(
            "cudaGetDriverEntryPoint")("cuCtxSynchronize", &former,
                                       cudaEnableDefault,
                                       nullptr) == cudaSuccess);
  REQUIRE(cudaGetDriverEntryPointByVersion("cuCtxSynchronize", &later, 13000,
                                           cudaEnableDefault,
                                           nullptr) == cudaSuccess);
  CHECK(former != later);
  int version = 0;
  CHECK(find<cudaError_t(int*)>("cudaRuntimeGetVersion")(&version) ==
        cudaSuccess);
  CHECK(version == 12090);
  cudaGetLastError();
}

TEST_CASE("CUDA 12: memory is described in fewer bytes") {
  void* managed = nullptr;
  REQUIRE(cudaMallocManaged(&managed, 64) == cudaSuccess);
  Guarded<24> attributes;
  CHECK(find<cudaError_t(void*, const void*)>("cudaPointerGetAttributes")(
            &attributes.bytes, managed) == cudaSuccess);
  CHECK(attributes.whole());
  CHECK(attributes.at<int>(0) == cudaMemoryTypeManaged);
  CHECK(attributes.at<int>(4) == 0);  // the device
  CHECK(attributes.at<void*>(8) == managed);
  CHECK(attributes.at<void*>(16) == managed);
  auto* const fetch = find<cudaError_t(const void*, size_t, int, cudaStream_t)>(
      "cudaMemPrefetchAsync");
  CHECK(fetch(managed, 64, 0, nullptr) == cudaSuccess);
  CHECK(fetch(managed, 64, cudaCpuDeviceId, nullptr) == cudaSuccess);
  CHECK(find<cudaError_t(const void*, size_t, cudaMemoryAdvise, int)>(
            "cudaMemAdvise")(managed, 64, cudaMemAdviseSetReadMostly, 0) ==
        cudaSuccess);
  cudaFree(managed);
}

TEST_CASE("CUDA 12: a texture keeps what it was made from") {
  void* rows = nullptr;
  REQUIRE(cudaMalloc(&rows, 1024) == cudaSuccess);
  cudaResourceDesc wide{};
  wide.resType = cudaResourceTypeLinear;
  wide.res.linear.devPtr = rows;
  wide.res.linear.desc =
      cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
  wide.res.linear.sizeInBytes = 1024;
  Guarded<64> in, out;
  std::memcpy(&in.bytes, &wide, 64);
  cudaTextureDesc reading{};
  cudaTextureObject_t texture = 0;
  CHECK(find<cudaError_t(cudaTextureObject_t*, const void*,
                         const cudaTextureDesc*, const void*)>(
            "cudaCreateTextureObject")(&texture, &in.bytes, &reading,
                                       nullptr) == cudaSuccess);
  CHECK(find<cudaError_t(void*, cudaTextureObject_t)>(
            "cudaGetTextureObjectResourceDesc")(&out.bytes, texture) ==
        cudaSuccess);
  CHECK(out.whole());
  CHECK(std::memcmp(&in.bytes, &out.bytes, 64) == 0);
  cudaDestroyTextureObject(texture);
  cudaFree(rows);
}

TEST_CASE("CUDA 12: edges of a graph have no data") {
  const Pair pair;
  using Edges = cudaError_t(cudaGraph_t, const cudaGraphNode_t*,
                            const cudaGraphNode_t*, size_t);
  CHECK(find<Edges>("cudaGraphAddDependencies")(
            pair.graph, &pair.first, &pair.second, 1) == cudaSuccess);
  cudaGraphNode_t from = nullptr, to = nullptr;
  size_t count = 1;
  CHECK(find<cudaError_t(cudaGraph_t, cudaGraphNode_t*, cudaGraphNode_t*,
                         size_t*)>("cudaGraphGetEdges")(pair.graph, &from, &to,
                                                        &count) == cudaSuccess);
  CHECK(count == 1);
  CHECK(from == pair.first);
  CHECK(to == pair.second);
  using Others = cudaError_t(cudaGraphNode_t, cudaGraphNode_t*, size_t*);
  CHECK(find<Others>("cudaGraphNodeGetDependencies")(pair.second, &from,
                                                     &count) == cudaSuccess);
  CHECK(count == 1);
  CHECK(find<Others>("cudaGraphNodeGetDependentNodes")(pair.second, &from,
                                                       &count) == cudaSuccess);
  CHECK(count == 0);
  CHECK(find<Edges>("cudaGraphRemoveDependencies")(
            pair.graph, &pair.first, &pair.second, 1) == cudaSuccess);
  cudaGraphNodeParams empty{};
  empty.type = cudaGraphNodeTypeEmpty;
  cudaGraphNode_t third = nullptr;
  CHECK(find<cudaError_t(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*,
                         size_t, cudaGraphNodeParams*)>("cudaGraphAddNode")(
            &third, pair.graph, &pair.second, 1, &empty) == cudaSuccess);
}

TEST_CASE("CUDA 12: a capture is asked about in three ways") {
  cudaStream_t stream = nullptr;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  REQUIRE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed) ==
          cudaSuccess);
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  unsigned long long first = 0, second = 0;
  CHECK(find<cudaError_t(cudaStream_t, cudaStreamCaptureStatus*,
                         unsigned long long*)>("cudaStreamGetCaptureInfo")(
            stream, &status, &first) == cudaSuccess);
  CHECK(status == cudaStreamCaptureStatusActive);
  cudaGraph_t graph = nullptr;
  const cudaGraphNode_t* tips = nullptr;
  size_t count = 9;
  CHECK(find<cudaError_t(cudaStream_t, cudaStreamCaptureStatus*,
                         unsigned long long*, cudaGraph_t*,
                         const cudaGraphNode_t**, size_t*)>(
            "cudaStreamGetCaptureInfo_v2")(stream, &status, &second, &graph,
                                           &tips, &count) == cudaSuccess);
  CHECK(first == second);
  CHECK(count == 0);
  CHECK(simt_former_function("cudaStreamGetCaptureInfo_v3") ==
        reinterpret_cast<void*>(&cudaStreamGetCaptureInfo));
  CHECK(find<cudaError_t(cudaStream_t, cudaGraphNode_t*, size_t, unsigned)>(
            "cudaStreamUpdateCaptureDependencies")(
            stream, nullptr, 0, cudaStreamSetCaptureDependencies) ==
        cudaSuccess);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
}

TEST_CASE("CUDA 12: what is not there says so; a name of nobody is not found") {
  auto& diagnostics = simt::cudart::state().session.report().diagnostics;
  const size_t before = diagnostics.size();
  CHECK(find<int(void*, unsigned, unsigned)>(
            "cudaLaunchCooperativeKernelMultiDevice")(nullptr, 0, 0) ==
        cudaErrorNotSupported);
  REQUIRE(diagnostics.size() == before + 1);
  CHECK(diagnostics.back().message ==
        "the emulator does not have cudaLaunchCooperativeKernelMultiDevice");
  CHECK(simt_former_function("cudaNothing") == nullptr);
  CHECK(simt_former_function("cudaThreadSynchronize") ==
        reinterpret_cast<void*>(&cudaDeviceSynchronize));
  cudaGetLastError();
}
