// SPDX-License-Identifier: MIT
// Memory and copies: directions, ranges, what is diagnosed by name.
#include <doctest/doctest.h>

#include <cstring>
#include <span>

#include "simt/context/caller.h"
#include "simt/cudart/call.h"

namespace {

struct DeviceInts {
  explicit DeviceInts(size_t count) {
    REQUIRE(cudaMalloc(reinterpret_cast<void**>(&data), count * 4) ==
            cudaSuccess);
  }
  ~DeviceInts() { cudaFree(data); }
  int* data = nullptr;
};

std::string last_message() {
  const auto& all = simt::cudart::state().session.report().diagnostics;
  return all.empty() ? "" : all.back().name + ": " + all.back().message;
}

}  // namespace

TEST_CASE("bytes travel to the device and back") {
  const DeviceInts device(4);
  const int out[4] = {1, 2, 3, 4};
  int back[4] = {};
  CHECK(cudaMemcpy(device.data, out, 16, cudaMemcpyHostToDevice) ==
        cudaSuccess);
  CHECK(cudaMemcpy(device.data, device.data + 2, 8, cudaMemcpyDefault) ==
        cudaSuccess);
  CHECK(cudaMemcpy(back, device.data, 16, cudaMemcpyDeviceToHost) ==
        cudaSuccess);
  CHECK(back[0] == 3);
  CHECK(back[1] == 4);
  CHECK(back[3] == 4);
}

TEST_CASE("a copy in the wrong direction is refused") {
  const DeviceInts device(4);
  int host[4] = {};
  CHECK(cudaMemcpy(host, device.data, 16, cudaMemcpyHostToDevice) ==
        cudaErrorInvalidValue);
  CHECK(cudaMemcpy(host, host, 16, cudaMemcpyDeviceToDevice) ==
        cudaErrorInvalidValue);
  CHECK(cudaMemcpy(device.data, host, 16, static_cast<cudaMemcpyKind>(5)) ==
        cudaErrorInvalidMemcpyDirection);
}

TEST_CASE("a call for another process uses no memory but its message") {
  using simt::cudart::ServedCall;
  const DeviceInts device(4);
  int message[4] = {1, 2, 3, 4}, ours[4] = {5, 6, 7, 8};
  const auto get = [&](int* to) {
    return cudaMemcpy(to, device.data, 16, cudaMemcpyDefault);
  };
  {
    const ServedCall served({}, std::as_bytes(std::span(message)));
    CHECK(cudaMemcpy(device.data, message, 16, cudaMemcpyHostToDevice) ==
          cudaSuccess);
    CHECK(get(ours) == cudaErrorInvalidValue);
    CHECK(get(message + 1) == cudaErrorInvalidValue);
    CHECK(get(message) == cudaSuccess);
  }
  CHECK(ours[0] == 5);
  CHECK(get(ours) == cudaSuccess);
  CHECK(ours[0] == 1);
}

TEST_CASE("a copy past the end names the allocation") {
  const DeviceInts device(4);
  int host[8] = {};
  CHECK(cudaMemcpy(device.data + 2, host, 12, cudaMemcpyHostToDevice) ==
        cudaErrorInvalidValue);
  const std::string message = last_message();
  CHECK(message.find("out-of-bounds: cudaMemcpy writes 12 bytes at "
                     "`cudaMalloc #") == 0);
  CHECK(message.find("+8`, which has 16 bytes") != std::string::npos);
}

TEST_CASE("a copy from freed memory is a use after free") {
  int* data;
  REQUIRE(cudaMalloc(reinterpret_cast<void**>(&data), 16) == cudaSuccess);
  REQUIRE(cudaFree(data) == cudaSuccess);
  int host[4];
  CHECK(cudaMemcpy(host, data, 16, cudaMemcpyDeviceToHost) ==
        cudaErrorInvalidValue);
  CHECK(last_message().find("use-after-free: cudaMemcpy reads 16 bytes") == 0);
  CHECK(cudaFree(data) == cudaErrorInvalidValue);
}

TEST_CASE("only the rows of a pitched copy are written") {
  const DeviceInts device(16);
  int host[16];
  CHECK(cudaMemset(device.data, 0, 64) == cudaSuccess);
  CHECK(cudaMemset2D(device.data, 16, 0xff, 8, 3) == cudaSuccess);
  CHECK(cudaMemcpy(host, device.data, 64, cudaMemcpyDefault) == cudaSuccess);
  CHECK(host[0] == -1);
  CHECK(host[1] == -1);
  CHECK(host[2] == 0);
  CHECK(host[9] == -1);
  CHECK(host[12] == 0);
  CHECK(cudaMemcpy2D(host, 4, device.data, 16, 8, 2, cudaMemcpyDeviceToHost) ==
        cudaErrorInvalidPitchValue);
}

TEST_CASE("memory that the device has not is refused") {
  size_t free_bytes, total, after;
  REQUIRE(cudaMemGetInfo(&free_bytes, &total) == cudaSuccess);
  void* pointer = &pointer;
  CHECK(cudaMalloc(&pointer, total + 1) == cudaErrorMemoryAllocation);
  CHECK(pointer == nullptr);
  const DeviceInts device(256);
  REQUIRE(cudaMemGetInfo(&after, &total) == cudaSuccess);
  CHECK(free_bytes - after == 1024);
}

TEST_CASE("page-locked memory is the device's under the same address") {
  int *host, *device;
  REQUIRE(cudaHostAlloc(reinterpret_cast<void**>(&host), 64,
                        cudaHostAllocMapped) == cudaSuccess);
  host[3] = 7;
  CHECK(cudaHostGetDevicePointer(reinterpret_cast<void**>(&device), host, 0) ==
        cudaSuccess);
  CHECK(device == host);
  CHECK(cudaFree(host) == cudaErrorInvalidValue);
  CHECK(cudaFreeHost(host) == cudaSuccess);
  int own[4];
  CHECK(cudaHostRegister(own, 16, 0) == cudaSuccess);
  CHECK(cudaHostRegister(own, 16, 0) == cudaErrorHostMemoryAlreadyRegistered);
  CHECK(cudaHostUnregister(own) == cudaSuccess);
  CHECK(cudaHostUnregister(own) == cudaErrorHostMemoryNotRegistered);
}

TEST_CASE("a reset forgets all memory") {
  void *first, *second;
  REQUIRE(cudaMalloc(&first, 64) == cudaSuccess);
  REQUIRE(cudaDeviceReset() == cudaSuccess);
  CHECK(cudaFree(first) == cudaErrorInvalidValue);
  REQUIRE(cudaMalloc(&second, 64) == cudaSuccess);
  CHECK(cudaFree(second) == cudaSuccess);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
TEST_CASE("a copy out of an array that leaves it brings the pieces before") {
  const cudaChannelFormatDesc format{32, 0, 0, 0, cudaChannelFormatKindSigned};
  cudaArray_t array = nullptr;
  REQUIRE(cudaMallocArray(&array, &format, 2, 2, 0) == cudaSuccess);
  const int texels[] = {1, 2, 3, 4};
  REQUIRE(cudaMemcpyToArray(array, 0, 0, texels, 16, cudaMemcpyHostToDevice) ==
          cudaSuccess);
  int back[4] = {};
  CHECK(cudaMemcpyFromArray(back, array, 4, 0, 16, cudaMemcpyDeviceToHost) ==
        cudaErrorInvalidValue);
  CHECK(back[0] == 2);
  CHECK(back[1] == 3);
  CHECK(back[2] == 4);
  CHECK(back[3] == 0);
  CHECK(cudaFreeArray(array) == cudaSuccess);
}
#pragma GCC diagnostic pop
