// SPDX-License-Identifier: MIT
// The table. Callbacks and whatever else would keep a pointer into the
// caller's memory have no row: the emulator's process must never use one.
#include "simt/apart/calls.h"

#include <algorithm>
#include <iterator>

#include "simt/stream/cuda.h"

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
/// An address of the device.
constexpr Argument kAddress = {
    .pass = Pass::kMemory, .back = true, .address = true, .unit = 8};
/// The address of memory that the host may touch; its size is in `word`.
constexpr Argument opened(int8_t word) {
  return {.pass = Pass::kMemory,
          .back = true,
          .open = true,
          .address = true,
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

template <typename Function>
struct BitsOf;
template <typename R, typename... A>
struct BitsOf<R(A...)> {
  /// One word holds 8 bytes of one argument.
  static constexpr Words value() {
    Words bits{};
    size_t at = 0;
    [[maybe_unused]] const auto add = [&](size_t bytes) {
      for (; bytes > 0; bytes -= std::min<size_t>(bytes, 8)) {
        bits[at++] = bytes >= 8 ? ~uint64_t{0} : (uint64_t{1} << 8 * bytes) - 1;
      }
    };
    // A pointer is an argument, too.
    (add(sizeof(A)), ...);  // NOLINT(bugprone-sizeof-expression)
    return bits;
  }
};
template <typename Function>
constexpr Words bits_of() {
  return BitsOf<Function>::value();
}
#define ROW(name) #name, bits_of < decltype(name)>()

// Deprecated calls are part of the API.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
// clang-format off
constexpr Call kCalls[] = {
    // Launches
    {"__cudaLaunchKernel", bits_of<decltype(cudaLaunchKernel)>(), kLaunch},
    {ROW(cudaLaunchKernel), kLaunch},
    {ROW(cudaLaunchCooperativeKernel), kLaunch},
    {ROW(cudaLaunchKernelExC), {kConfig, kKernel, arguments_of(1)}},
    // Memory
    {ROW(cudaMalloc), {kAddress}},
    {ROW(cudaMallocAsync), {kAddress}},
    {ROW(cudaMallocPitch), {kAddress, kOut8}},
    {ROW(cudaMallocManaged), {opened(1)}},
    {ROW(cudaMallocHost), {opened(1)}},
    {ROW(cudaHostAlloc), {opened(1)}},
    {ROW(cudaFree), {}},
    {ROW(cudaFreeAsync), {}},
    {ROW(cudaFreeHost), {}},
    {ROW(cudaHostGetDevicePointer), {kAddress}},
    {ROW(cudaHostGetFlags), {kOut4}},
    {ROW(cudaMemGetInfo), {kOut8, kOut8}},
    {ROW(cudaMemAdvise), {}},
    {ROW(cudaMemPrefetchAsync), {}},
    {ROW(cudaPointerGetAttributes), {out(kPointer)}},
    // Copies
    {ROW(cudaMemcpy), {to(2), from(2)}},
    {ROW(cudaMemcpyAsync), {to(2), from(2)}, 4},
    {ROW(cudaMemcpy2D), {to(4, 5, 1), kV, from(4, 5, 3)}},
    {ROW(cudaMemcpy2DAsync), {to(4, 5, 1), kV, from(4, 5, 3)}, 7},
    {ROW(cudaMemcpyToSymbol), {kVar, from(2)}},
    {ROW(cudaMemcpyToSymbolAsync), {kVar, from(2)}, 5},
    {ROW(cudaMemcpyFromSymbol), {to(2), kVar}},
    {ROW(cudaMemcpyFromSymbolAsync), {to(2), kVar}, 5},
    {ROW(cudaMemset), {}},
    {ROW(cudaMemsetAsync), {}},
    {ROW(cudaMemset2D), {}},
    {ROW(cudaMemset2DAsync), {}},
    {ROW(cudaGetSymbolAddress), {kAddress, kVar}},
    {ROW(cudaGetSymbolSize), {kOut8, kVar}},
    // Streams, events
    {ROW(cudaStreamCreate), {kOut8}},
    {ROW(cudaStreamCreateWithFlags), {kOut8}},
    {ROW(cudaStreamCreateWithPriority), {kOut8}},
    {ROW(cudaStreamDestroy), {}},
    {ROW(cudaStreamSynchronize), {}},
    {ROW(cudaStreamQuery), {}},
    {ROW(cudaStreamWaitEvent), {}},
    {ROW(cudaStreamGetFlags), {kV, kOut4}},
    {ROW(cudaStreamGetPriority), {kV, kOut4}},
    {ROW(cudaStreamGetId), {kV, kOut8}},
    {ROW(cudaStreamBeginCapture), {}},
    {ROW(cudaStreamIsCapturing), {kV, kOut4}},
    {ROW(cudaStreamEndCapture), {kV, kOut8}},
    {ROW(cudaEventCreate), {kOut8}},
    {ROW(cudaEventCreateWithFlags), {kOut8}},
    {ROW(cudaEventDestroy), {}},
    {ROW(cudaEventRecord), {}},
    {ROW(cudaEventRecordWithFlags), {}},
    {ROW(cudaEventQuery), {}},
    {ROW(cudaEventSynchronize), {}},
    {ROW(cudaEventElapsedTime), {kOut4}},
    // Graphs
    {ROW(cudaGraphCreate), {kOut8}},
    {ROW(cudaGraphDestroy), {}},
    {ROW(cudaGraphAddKernelNode), {kOut8, kV, list(8, 3), kV, kNode}},
    {ROW(cudaGraphAddEmptyNode), {kOut8, kV, list(8, 3)}},
    {ROW(cudaGraphAddChildGraphNode), {kOut8, kV, list(8, 3)}},
    {ROW(cudaGraphAddDependencies), {kV, list(8, 4), list(8, 4), list(sizeof(cudaGraphEdgeData), 4)}},
    {ROW(cudaGraphInstantiate), {kOut8}},
    {ROW(cudaGraphInstantiateWithFlags), {kOut8}},
    {ROW(cudaGraphUpload), {}},
    {ROW(cudaGraphLaunch), {}},
    {ROW(cudaGraphExecDestroy), {}},
    // Kernels
    {ROW(cudaFuncGetAttributes), {out(kAttributes), kKernel}},
    {ROW(cudaFuncSetAttribute), {kKernel}},
    {ROW(cudaFuncSetCacheConfig), {kKernel}},
    {ROW(cudaFuncSetSharedMemConfig), {kKernel}},
    {ROW(cudaOccupancyMaxActiveBlocksPerMultiprocessor), {kOut4, kKernel}},
    {ROW(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags), {kOut4, kKernel}},
    {ROW(cudaOccupancyAvailableDynamicSMemPerBlock), {kOut8, kKernel}},
    // Devices
    {ROW(cudaGetDevice), {kOut4}},
    {ROW(cudaSetDevice), {}},
    {ROW(cudaGetDeviceCount), {kOut4}},
    {ROW(cudaGetDeviceProperties), {out(kProperties)}},
    {ROW(cudaDeviceGetAttribute), {kOut4}},
    {ROW(cudaDeviceGetLimit), {kOut8}},
    {ROW(cudaDeviceSetLimit), {}},
    {ROW(cudaDeviceGetCacheConfig), {kOut4}},
    {ROW(cudaDeviceSetCacheConfig), {}},
    {ROW(cudaDeviceGetSharedMemConfig), {kOut4}},
    {ROW(cudaDeviceSetSharedMemConfig), {}},
    {ROW(cudaDeviceGetStreamPriorityRange), {kOut4, kOut4}},
    {ROW(cudaDeviceSynchronize), {}},
    {ROW(cudaDeviceReset), {}},
    {ROW(cudaDriverGetVersion), {kOut4}},
    {ROW(cudaRuntimeGetVersion), {kOut4}},
    // Errors: each process has the texts itself.
    {ROW(cudaGetLastError), {}},
    {ROW(cudaPeekAtLastError), {}},
    {ROW(cudaGetErrorName), {}},
    {ROW(cudaGetErrorString), {}},
};
// clang-format on
#pragma GCC diagnostic pop
#undef ROW
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
