// SPDX-License-Identifier: MIT
// The runtime functions that a process apart has itself: registration, and
// functions that a stream calls.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "simt/apart/client.h"
#include "simt/apart/side.h"
#include "simt/context/error_names.h"
#include "simt/fatbin/wrapper.h"
#include "simt/stream/cuda.h"

namespace simt::apart {
namespace {

uint64_t word(const void* pointer) {
  return reinterpret_cast<uint64_t>(pointer);
}

/// The container's bytes, by its own header, none of them outside of the file
/// that it is in.
std::string_view container_at(const char* place) {
  const Side side = our_side();
  uint16_t head = 0;
  uint64_t rest = 0;
  const uint64_t at = word(place);
  if (at < side.image_begin || at >= side.image_end) return {};
  const uint64_t most = side.image_end - at;
  if (most < 16) return {};
  std::memcpy(&head, place + 6, sizeof head);
  std::memcpy(&rest, place + 8, sizeof rest);
  return {place, std::min(most, head + std::min(rest, most))};
}

/// Whether functions may be given to the stream: not while it is captured,
/// since the other process must not call them.
cudaError_t wait_for(cudaStream_t stream, const char* name) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  const cudaError_t error = cudaStreamIsCapturing(stream, &status);
  if (error != cudaSuccess) return error;
  if (status == cudaStreamCaptureStatusNone) {
    return cudaStreamSynchronize(stream);
  }
  return static_cast<cudaError_t>(ask({.ask = kUnsupported}, name).result);
}

/// An address of the program's file as the other side knows it.
uint64_t shown(uint64_t address) {
  const Side side = our_side();
  return side.guards ? address - side.image_begin : address;
}

}  // namespace
}  // namespace simt::apart

using namespace simt::apart;
namespace fatbin = simt::fatbin;

extern "C" {

void** __cudaRegisterFatBinary(void* wrapper) {
  const auto* given = static_cast<const fatbin::Wrapper*>(wrapper);
  Bytes bytes;
  const auto container = container_at(given->container);
  append(bytes, container.data(), container.size());
  return reinterpret_cast<void**>(ask({.ask = kRegisterBinary}, bytes).result);
}

void __cudaRegisterFatBinaryEnd(void**) {}
void __cudaUnregisterFatBinary(void**) {}
char __cudaInitModule(void**) { return 1; }

void __cudaRegisterFunction(void** handle, const char* stub, char*,
                            const char* symbol, int, uint3*, uint3*, dim3*,
                            dim3*, int*) {
  Request request{.ask = kRegisterKernel};
  request.words = {word(handle), shown(word(stub))};
  note_kernel(word(stub), symbol);
  ask(request, symbol);
}

void __cudaRegisterVar(void** handle, char* shadow, char*, const char* symbol,
                       int, size_t, int, int) {
  Request request{.ask = kRegisterVariable};
  request.words = {word(handle), shown(word(shadow))};
  ask(request, symbol);
}

void __cudaRegisterManagedVar(void** handle, void** pointer, char*,
                              const char* symbol, int, size_t bytes, int, int) {
  Request request{.ask = kRegisterManaged};
  request.words = {word(handle), shown(word(pointer))};
  const uint64_t address = ask(request, symbol).result;
  if (our_side().guards && address != 0 && !on_device(address, bytes)) {
    other_side_is_lost("it gave an address that is not the device's");
  }
  open_memory(address, bytes);
  *pointer = reinterpret_cast<void*>(address);
}

/// A kernel's handle is the address of its stub.
cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* stub) {
  *kernel = static_cast<cudaKernel_t>(const_cast<void*>(stub));
  return cudaSuccess;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function,
                               void* data) {
  if (!function) return cudaErrorInvalidValue;
  const cudaError_t error =
      wait_for(stream, "cudaLaunchHostFunc in a captured stream");
  if (error == cudaSuccess) {
    const HostFunctionScope scope;
    function(data);
  }
  return error;
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream,
                                  cudaStreamCallback_t callback, void* data,
                                  unsigned flags) {
  if (!callback || flags != 0) return cudaErrorInvalidValue;
  const cudaError_t error =
      wait_for(stream, "cudaStreamAddCallback in a captured stream");
  if (error == cudaSuccess) {
    const HostFunctionScope scope;
    callback(stream, cudaSuccess, data);
  }
  return error;
}

// The other side only notes that somebody asked; the texts are constants here.
const char* cudaGetErrorName(cudaError_t error) {
  const uint64_t words[kWords] = {static_cast<uint64_t>(error)};
  forward("cudaGetErrorName", words, __builtin_return_address(0));
  return simt::cudart::error_name(error);
}

const char* cudaGetErrorString(cudaError_t error) {
  const uint64_t words[kWords] = {static_cast<uint64_t>(error)};
  forward("cudaGetErrorString", words, __builtin_return_address(0));
  return simt::cudart::error_text(error);
}

}  // extern "C"
