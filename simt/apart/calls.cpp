// SPDX-License-Identifier: MIT
// The table. Callbacks and whatever else would keep a pointer into the
// caller's memory have no row: the emulator's process must never use one.
#include "simt/apart/calls.h"

#include <algorithm>
#include <iterator>

#include "simt/cudart/cuda.h"

namespace simt::apart {
namespace {

constexpr Argument kV{};
constexpr Argument kKernel{.pass = Pass::kKernel};
constexpr Argument kVar{.pass = Pass::kVariable};
constexpr Argument kNode{.pass = Pass::kNode};
constexpr Argument kConfig{.pass = Pass::kConfig};

/// Memory of `bytes` that the call fills, or leaves as it was.
constexpr Argument out(uint16_t bytes) {
  return {.pass = Pass::kMemory, .back = true, .unit = bytes};
}
constexpr Argument kOut4 = out(4), kOut8 = out(8);
/// The address of memory that the host may touch; its size is in `word`.
constexpr Argument opened(int8_t word) {
  return {.pass = Pass::kMemory,
          .back = true,
          .open = true,
          .unit = 8,
          .count = word};
}
/// An array of the caller's, of as many elements as `word` says.
constexpr Argument list(uint16_t unit, int8_t word) {
  return {.pass = Pass::kMemory, .unit = unit, .count = word};
}
/// What is copied to and from; `count`, `rows` and `pitch` are words.
constexpr Argument to(int8_t count, int8_t rows = -1, int8_t pitch = -1) {
  return {.pass = Pass::kData,
          .back = true,
          .count = count,
          .rows = rows,
          .pitch = pitch};
}
constexpr Argument from(int8_t count, int8_t rows = -1, int8_t pitch = -1) {
  return {.pass = Pass::kData, .count = count, .rows = rows, .pitch = pitch};
}
constexpr Argument arguments_of(int8_t kernel) {
  return {.pass = Pass::kArguments, .count = kernel};
}
/// A launch: kernel, grid and block of two words each, arguments.
constexpr std::array<Argument, kMostArguments> kLaunch = {
    kKernel, kV, kV, kV, kV, arguments_of(0)};

constexpr uint16_t kProperties = sizeof(cudaDeviceProp);
constexpr uint16_t kAttributes = sizeof(cudaFuncAttributes);
constexpr uint16_t kPointer = sizeof(cudaPointerAttributes);

// clang-format off
constexpr Call kCalls[] = {
    // Launches
    {"__cudaLaunchKernel", kLaunch},
    {"cudaLaunchKernel", kLaunch},
    {"cudaLaunchCooperativeKernel", kLaunch},
    {"cudaLaunchKernelExC", {kConfig, kKernel, arguments_of(1)}},
    // Memory
    {"cudaMalloc", {kOut8}},
    {"cudaMallocAsync", {kOut8}},
    {"cudaMallocPitch", {kOut8, kOut8}},
    {"cudaMallocManaged", {opened(1)}},
    {"cudaMallocHost", {opened(1)}},
    {"cudaHostAlloc", {opened(1)}},
    {"cudaFree", {}},
    {"cudaFreeAsync", {}},
    {"cudaFreeHost", {}},
    {"cudaHostGetDevicePointer", {kOut8}},
    {"cudaHostGetFlags", {kOut4}},
    {"cudaMemGetInfo", {kOut8, kOut8}},
    {"cudaMemAdvise", {}},
    {"cudaMemPrefetchAsync", {}},
    {"cudaPointerGetAttributes", {out(kPointer)}},
    // Copies
    {"cudaMemcpy", {to(2), from(2)}},
    {"cudaMemcpyAsync", {to(2), from(2)}, 4},
    {"cudaMemcpy2D", {to(4, 5, 1), kV, from(4, 5, 3)}},
    {"cudaMemcpy2DAsync", {to(4, 5, 1), kV, from(4, 5, 3)}, 7},
    {"cudaMemcpyToSymbol", {kVar, from(2)}},
    {"cudaMemcpyToSymbolAsync", {kVar, from(2)}, 5},
    {"cudaMemcpyFromSymbol", {to(2), kVar}},
    {"cudaMemcpyFromSymbolAsync", {to(2), kVar}, 5},
    {"cudaMemset", {}},
    {"cudaMemsetAsync", {}},
    {"cudaMemset2D", {}},
    {"cudaMemset2DAsync", {}},
    {"cudaGetSymbolAddress", {kOut8, kVar}},
    {"cudaGetSymbolSize", {kOut8, kVar}},
    // Streams, events
    {"cudaStreamCreate", {kOut8}},
    {"cudaStreamCreateWithFlags", {kOut8}},
    {"cudaStreamCreateWithPriority", {kOut8}},
    {"cudaStreamDestroy", {}},
    {"cudaStreamSynchronize", {}},
    {"cudaStreamQuery", {}},
    {"cudaStreamWaitEvent", {}},
    {"cudaStreamGetFlags", {kV, kOut4}},
    {"cudaStreamGetPriority", {kV, kOut4}},
    {"cudaStreamGetId", {kV, kOut8}},
    {"cudaStreamBeginCapture", {}},
    {"cudaStreamIsCapturing", {kV, kOut4}},
    {"cudaStreamEndCapture", {kV, kOut8}},
    {"cudaEventCreate", {kOut8}},
    {"cudaEventCreateWithFlags", {kOut8}},
    {"cudaEventDestroy", {}},
    {"cudaEventRecord", {}},
    {"cudaEventRecordWithFlags", {}},
    {"cudaEventQuery", {}},
    {"cudaEventSynchronize", {}},
    {"cudaEventElapsedTime", {kOut4}},
    // Graphs
    {"cudaGraphCreate", {kOut8}},
    {"cudaGraphDestroy", {}},
    {"cudaGraphAddKernelNode", {kOut8, kV, list(8, 3), kV, kNode}},
    {"cudaGraphAddEmptyNode", {kOut8, kV, list(8, 3)}},
    {"cudaGraphAddChildGraphNode", {kOut8, kV, list(8, 3)}},
    {"cudaGraphAddDependencies",
     {kV, list(8, 4), list(8, 4), list(sizeof(cudaGraphEdgeData), 4)}},
    {"cudaGraphInstantiate", {kOut8}},
    {"cudaGraphInstantiateWithFlags", {kOut8}},
    {"cudaGraphUpload", {}},
    {"cudaGraphLaunch", {}},
    {"cudaGraphExecDestroy", {}},
    // Kernels
    {"cudaFuncGetAttributes", {out(kAttributes), kKernel}},
    {"cudaFuncSetAttribute", {kKernel}},
    {"cudaFuncSetCacheConfig", {kKernel}},
    {"cudaFuncSetSharedMemConfig", {kKernel}},
    {"cudaOccupancyMaxActiveBlocksPerMultiprocessor", {kOut4, kKernel}},
    {"cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags",
     {kOut4, kKernel}},
    {"cudaOccupancyAvailableDynamicSMemPerBlock", {kOut8, kKernel}},
    // Devices
    {"cudaGetDevice", {kOut4}},
    {"cudaSetDevice", {}},
    {"cudaGetDeviceCount", {kOut4}},
    {"cudaGetDeviceProperties", {out(kProperties)}},
    {"cudaDeviceGetAttribute", {kOut4}},
    {"cudaDeviceGetLimit", {kOut8}},
    {"cudaDeviceSetLimit", {}},
    {"cudaDeviceGetCacheConfig", {kOut4}},
    {"cudaDeviceSetCacheConfig", {}},
    {"cudaDeviceGetSharedMemConfig", {kOut4}},
    {"cudaDeviceSetSharedMemConfig", {}},
    {"cudaDeviceGetStreamPriorityRange", {kOut4, kOut4}},
    {"cudaDeviceSynchronize", {}},
    {"cudaDeviceReset", {}},
    {"cudaDriverGetVersion", {kOut4}},
    {"cudaRuntimeGetVersion", {kOut4}},
    // Errors: the texts are constants, at one address in both processes.
    {"cudaGetLastError", {}},
    {"cudaPeekAtLastError", {}},
    {"cudaGetErrorName", {}},
    {"cudaGetErrorString", {}},
};
// clang-format on
static_assert(std::size(kCalls) < kHello);

/// Nothing when the product is more than a message may have.
std::optional<uint64_t> times(uint64_t a, uint64_t b) {
  if (b != 0 && a > kMostBytes / b) return {};
  return a * b;
}

}  // namespace

std::optional<uint32_t> find_call(std::string_view name) {
  const auto* const found =
      std::find_if(std::begin(kCalls), std::end(kCalls),
                   [&](const Call& call) { return call.name == name; });
  if (found == std::end(kCalls)) return {};
  return static_cast<uint32_t>(found - std::begin(kCalls));
}

bool copies(const Call& row) {
  return std::any_of(row.arguments.begin(), row.arguments.end(),
                     [](const auto& one) { return one.pass == Pass::kData; });
}

const Call* call_at(uint32_t number) {
  return number < std::size(kCalls) ? &kCalls[number] : nullptr;
}

std::optional<uint64_t> bytes_of(const Argument& argument, const Words& words) {
  const auto word = [&](int8_t at) { return words[static_cast<size_t>(at)]; };
  if (argument.open || argument.count < 0) return argument.unit;
  const auto row = times(word(argument.count), argument.unit);
  if (!row || argument.rows < 0) return row;
  if (word(argument.rows) == 0 || *row == 0) return 0;
  const auto before = times(word(argument.rows) - 1, word(argument.pitch));
  if (!before || *before + *row > kMostBytes) return {};
  return *before + *row;
}

}  // namespace simt::apart
