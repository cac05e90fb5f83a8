// SPDX-License-Identifier: MIT
// The client of the process that judges: what it sends holds nothing of its
// memory but what a call hands over, and what it is told cannot make it read or
// write elsewhere.
#include <doctest/doctest.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "simt/apart/calls.h"
#include "simt/apart/client.h"
#include "simt/apart/side.h"
#include "simt/apart/wire.h"
#include "simt/machine/device_range.h"
#include "simt/stream/cuda.h"

namespace simt::apart {
namespace {

constexpr uint64_t kRange = uint64_t{1} << 30;
constexpr int kLost = 42;
constexpr char kSecret[] = "expected";
static_assert(sizeof kSecret == 9);
int socket_here = -1;
const std::vector<uint64_t> kSizes{8, 4};

uint64_t word(const void* pointer) {
  return reinterpret_cast<uint64_t>(pointer);
}

}  // namespace

Side our_side() { return {socket_here, true, 0x10000, 0x20000}; }
void other_side_is_lost(const char*) { _exit(kLost); }
const std::vector<uint64_t>* own_parameters(uint64_t) { return &kSizes; }
void note_kernel(uint64_t, const char*) {}
void call_comes() {}
uint64_t device_bytes_here() { return kRange; }

namespace {

/// What the client sent after its greeting, and how its process ended.
struct Seen {
  Request request;
  std::string bytes;
  int status = 0;
};

void add(std::string& to, uint64_t result, const std::string& bytes) {
  const Reply reply{result, bytes.size()};
  to.append(reinterpret_cast<const char*>(&reply), sizeof reply);
  to += bytes;
}

std::string words_as_bytes(std::initializer_list<uint64_t> words) {
  std::string bytes;
  for (const uint64_t one : words) {
    bytes.append(reinterpret_cast<const char*>(&one), sizeof one);
    bytes.append(8, '\0');  // padded
  }
  return bytes;
}

/// Runs `body` in a process whose only call is answered so; its status is what
/// the body returns.
Seen see(uint64_t result, const std::string& bytes,
         const std::function<int()>& body) {
  int ends[2];
  REQUIRE(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  std::string answers;
  add(answers, 0, words_as_bytes({kDeviceBase, kRange}));
  add(answers, result, bytes);
  REQUIRE(send_all(ends[0], answers.data(), answers.size()));
  std::fflush(stdout);  // or the child would print it again
  const pid_t child = fork();
  if (child == 0) {
    socket_here = ends[1];
    close(ends[0]);
    _exit(body());
  }
  close(ends[1]);
  Seen seen;
  Request hello;
  REQUIRE(receive_all(ends[0], &hello, sizeof hello));
  CHECK(hello.ask == kHello);
  CHECK(hello.words[0] == 0);  // no address of the file
  if (receive_all(ends[0], &seen.request, sizeof seen.request)) {
    seen.bytes.resize(seen.request.bytes);
    receive_all(ends[0], seen.bytes.data(), seen.bytes.size());
  }
  int status = 0;
  waitpid(child, &status, 0);
  seen.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  close(ends[0]);
  return seen;
}

int call(const char* name, std::initializer_list<uint64_t> words) {
  // What a register holds that the call does not read.
  std::array<uint64_t, kWords> all{};
  for (uint64_t& one : all) std::memcpy(&one, kSecret, sizeof one);
  std::copy(words.begin(), words.end(), all.begin());
  return static_cast<int>(forward(name, all.data(), nullptr));
}

bool holds_secret(const Seen& seen) {
  const std::string all(reinterpret_cast<const char*>(&seen.request),
                        sizeof seen.request);
  return (all + seen.bytes).find(kSecret) != std::string::npos;
}

/// Memory of the process that is full of what nobody may see.
std::vector<char> secrets(size_t bytes) {
  std::vector<char> all(bytes);
  for (size_t i = 0; i < bytes; ++i) all[i] = kSecret[i % 8];
  return all;
}

constexpr uint64_t kOnDevice = kDeviceBase + 4096;

}  // namespace
}  // namespace simt::apart

using namespace simt::apart;
using simt::kDeviceBase;

TEST_CASE("a message holds what the call reads, and no address") {
  auto room = secrets(4096);
  const uint64_t at = word(room.data());
  const Seen made = see(0, words_as_bytes({kOnDevice}), [&] {
    return (call("cudaMalloc", {at, 64}));
  });
  CHECK(made.status == 0);
  CHECK_FALSE(holds_secret(made));
  CHECK(made.request.words[0] == 1);
  CHECK(made.request.words[1] == 64);
  for (size_t i = 2; i < kWords; ++i) CHECK(made.request.words[i] == 0);

  const Seen copied = see(0, std::string(64, '\7'), [&] {
    return (call("cudaMemcpy", {at, kOnDevice, 64, cudaMemcpyDeviceToHost}));
  });
  CHECK(copied.status == 0);
  CHECK(copied.bytes.size() == 64);
  CHECK_FALSE(holds_secret(copied));

  const Seen asked =
      see(0, std::string(padded(sizeof(cudaDeviceProp)), 'n'), [&] {
        const auto error = call("cudaGetDeviceProperties", {at, 0});
        const auto* facts = reinterpret_cast<cudaDeviceProp*>(room.data());
        return error == 0 && strnlen(facts->name, 256) == 255 ? 0 : 1;
      });
  CHECK(asked.status == 0);  // and a name that ends
  CHECK_FALSE(holds_secret(asked));
}

TEST_CASE("a launch hands over as many bytes as its own side knows") {
  auto room = secrets(256);
  uint64_t first = 5;
  std::memcpy(room.data(), &first, 4);
  void* arguments[] = {&first, room.data()};
  const Seen seen = see(0, "", [&] {
    return (
        call("cudaLaunchKernel", {0x10010, 1, 1, 1, 1, word(arguments), 0, 0}));
  });
  CHECK(seen.status == 0);
  CHECK(seen.bytes.size() == 2 * kAlign);
  CHECK_FALSE(holds_secret(seen));
  CHECK(seen.request.words[0] == 0x10);
  CHECK(seen.request.words[5] == 1);
}

TEST_CASE("an address that is not the device's ends the process") {
  const uint64_t wrong[] = {
      1,           0x10000, word(&wrong), kDeviceBase - 1, kDeviceBase + kRange,
      ~uint64_t{0}};
  for (const char* name :
       {"cudaMalloc", "cudaMallocManaged", "cudaMallocHost", "cudaHostAlloc",
        "cudaMallocAsync", "cudaHostGetDevicePointer"}) {
    for (const uint64_t address : wrong) {
      INFO(name);
      void* given = nullptr;
      const Seen seen = see(0, words_as_bytes({address}), [&] {
        return (call(name, {word(&given), 64, 0}));
      });
      CHECK(seen.status == kLost);
    }
  }
  // Right at its beginning, and too long for the range.
  void* given = nullptr;
  const Seen seen = see(0, words_as_bytes({kDeviceBase + kRange - 4096}), [&] {
    return (call("cudaMallocHost", {word(&given), 8192}));
  });
  CHECK(seen.status == kLost);
  cudaPointerAttributes facts{};
  facts.hostPointer = &facts;
  std::string bytes(reinterpret_cast<const char*>(&facts), sizeof facts);
  bytes.resize(padded(bytes.size()));
  CHECK(see(0, bytes, [&] {
          return (call("cudaPointerGetAttributes", {word(&facts), kOnDevice}));
        }).status == kLost);
}

TEST_CASE("an answer is as long as the call says, or ends the process") {
  auto room = secrets(128);
  for (const size_t size : {0, 16, 63, 65, 4096}) {
    INFO(size);
    const Seen seen = see(0, std::string(size, '\7'), [&] {
      return (call("cudaMemcpy",
                   {word(room.data()), kOnDevice, 64, cudaMemcpyDefault}));
    });
    CHECK(seen.status == kLost);
  }
  // A call that failed gives nothing.
  const Seen failed = see(cudaErrorInvalidValue, std::string(64, '\7'), [&] {
    const auto before = room;
    call("cudaMemcpy", {word(room.data()), kOnDevice, 64, cudaMemcpyDefault});
    return room == before ? 0 : 1;
  });
  CHECK(failed.status == 0);
}

TEST_CASE("rows are filled, and not what lies between them") {
  auto room = secrets(256);
  // 3 rows of 16 bytes, 64 apart: 144 bytes in all.
  const Seen seen = see(0, std::string(144, '\7'), [&] {
    call("cudaMemcpy2D",
         {word(room.data()), 64, kOnDevice, 16, 16, 3, cudaMemcpyDeviceToHost});
    auto wanted = secrets(256);
    for (const size_t row : {0, 64, 128}) {
      std::memset(wanted.data() + row, 7, 16);
    }
    return room == wanted ? 0 : 1;
  });
  CHECK(seen.status == 0);
  CHECK_FALSE(holds_secret(seen));
}
