// SPDX-License-Identifier: MIT
// The side of the emulator that serves a process apart, which may send
// anything: it must neither fall over nor follow an address of the sender's.
#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <doctest/doctest.h>

#include <random>
#include <string>
#include <thread>

#include "tests/host/apart_help.h"

namespace {

#ifdef LOCKSTEP_ASAN
constexpr int kRounds = 3;  // each takes many times as long
#else
constexpr int kRounds = 300;
#endif

using namespace simt::apart;

/// A copy of 64 bytes from the device to `to`.
Request copy_to(const void* to, const void* from) {
  Request request{.ask = find_call("cudaMemcpy").value()};
  request.words = {word(to), word(from), 64, cudaMemcpyDeviceToHost};
  return request;
}

/// Messages with numbers that mean something somewhere.
Bytes random_messages(std::mt19937_64& random, const void* device) {
  static char heap[64];
  const uint64_t words[] = {0,
                            1,
                            2,
                            8,
                            33,
                            4096,
                            1 << 20,
                            ~0ull,
                            word(heap),
                            word(&random),
                            word(device),
                            word(device) + 100};
  Bytes all = random() % 8 ? hello() : Bytes{};
  for (size_t i = random() % 8; i < 8; ++i) {
    Request request;
    request.ask = random() % 2 ? random() % 100 : kHello + random() % 16;
    for (auto& one : request.words) one = words[random() % std::size(words)];
    for (auto& one : request.frames) one = words[random() % std::size(words)];
    Bytes bytes(random() % 3 ? random() % 2000 : 0);
    for (auto& one : bytes) one = std::byte(random() % 4 ? random() : 0);
    const Bytes one = message(request, bytes);
    add(all, one.data(), one.size());
  }
  return all;
}

}  // namespace

TEST_CASE("each row is a function of the library") {
  void* library = dlopen("libcudart.so.13", RTLD_LAZY | RTLD_NOLOAD);
  REQUIRE(library);
  uint32_t rows = 0;
  for (; const Call* call = call_at(rows); ++rows) {
    const std::string name(call->name);
    INFO(name);
    CHECK(dlsym(library, name.c_str()) != nullptr);
    CHECK(find_call(name) == rows);
    // What a stream is given later must not point into a message.
    if (copies(*call)) CHECK(name.ends_with("Async") == (call->stream >= 0));
  }
  CHECK(rows > 80);
  CHECK(!find_call("cudaHostRegister"));
}

TEST_CASE("a value that returns, and a text that was thrown") {
  const auto returned = serve(message({.ask = kReturned}, text("value")));
  CHECK(returned.end == kSimtReturned);
  CHECK(returned.taken.starts_with("value"));
  CHECK(serve(message({.ask = kThrew}, text("why"))).end == kSimtThrew);
  CHECK(serve({}).end == kSimtSilent);
}

TEST_CASE("addresses of the sender are not used") {
  void* device = nullptr;
  REQUIRE(cudaMalloc(&device, 64) == cudaSuccess);
  REQUIRE(cudaMemset(device, 7, 64) == cudaSuccess);
  std::string ours(64, 'x');
  // Without the room that it is to fill: no call.
  CHECK(serve(greeted(message(copy_to(ours.data(), device)))).end ==
        kSimtNonsense);
  CHECK(ours == std::string(64, 'x'));
  // With it: into the message, and back.
  const auto served = serve(
      greeted(message(copy_to(ours.data(), device), Bytes(64, std::byte{1}))));
  CHECK(ours == std::string(64, 'x'));
  REQUIRE(served.answers.size() == kGreeting + sizeof(Reply) + 64);
  CHECK(served.answers.substr(kGreeting + sizeof(Reply)) ==
        std::string(64, '\7'));
  cudaFree(device);
}

TEST_CASE("much noise ends the talk at once") {
  // Numbers that a message may begin with: each is a call that does nothing, or
  // promises more bytes than come. Who sends them takes no answer, and stays.
  for (const uint64_t number : {0, 3, 2'000'000}) {
    INFO(number);
    Bytes noise = hello();
    while (noise.size() < 1 << 20) add(noise, &number, sizeof number);
    int ends[2];
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    std::thread sender([&] { send_all(ends[1], noise.data(), noise.size()); });
    std::string taken;
    CHECK(simt_serve(ends[0], "/proc/self/exe", take, &taken) == kSimtNonsense);
    close(ends[0]);
    sender.join();
    close(ends[1]);
  }
}

TEST_CASE("each message has its moment, and nonsense ends the talk") {
  const Bytes sync =
      message({.ask = find_call("cudaDeviceSynchronize").value()});
  const auto end_of = [](std::initializer_list<Bytes> messages) {
    Bytes all;
    for (const Bytes& one : messages) add(all, one.data(), one.size());
    return serve(all).end;
  };
  // Before hello there is nothing but an end.
  CHECK(end_of({sync}) == kSimtNonsense);
  CHECK(end_of({message({.ask = kRegisterBinary})}) == kSimtNonsense);
  CHECK(end_of({message({.ask = kUnsupported}, text("x"))}) == kSimtNonsense);
  CHECK(end_of({message({.ask = kReturned})}) == kSimtReturned);
  CHECK(end_of({hello(), sync, sync}) == kSimtSilent);
  // Hello comes once: it says what addresses mean.
  for (int i = 0; i < 5; ++i) {
    CHECK(end_of({hello(), sync, hello(), sync}) == kSimtNonsense);
  }
  Request huge{.ask = kHello};
  huge.words = {0, ~uint64_t{0}};
  CHECK(end_of({message(huge)}) == kSimtNonsense);
  huge.words = {2, 1};
  CHECK(end_of({message(huge)}) == kSimtNonsense);
  // After a fault there is nothing.
  const Bytes touch = message({.ask = kTouch});
  CHECK(end_of({hello(), touch}) == kSimtSilent);
  CHECK(end_of({hello(), touch, sync}) == kSimtNonsense);
  CHECK(end_of({hello(), touch, message({.ask = kReturned})}) == kSimtNonsense);
}

TEST_CASE("a function may not ask what the judging process asks") {
  for (uint32_t ask = kThrew + 1; ask < kEnd + 10; ++ask) {
    INFO(ask);
    const auto served = serve(greeted(message({.ask = ask}, text("x"))));
    CHECK(served.end == kSimtNonsense);
    CHECK(served.answers.size() == kGreeting);
  }
}

TEST_CASE("an announced size beyond the limit is no message") {
  Request request{.ask = kReturned};
  request.bytes = kMostBytes + 1;
  Bytes all;
  add(all, &request, sizeof request);
  CHECK(serve(all).end == kSimtNonsense);
}

TEST_CASE("whatever comes, the library stands") {
  void* device = nullptr;
  REQUIRE(cudaMalloc(&device, 4096) == cudaSuccess);
  std::mt19937_64 random(1);
  for (int i = 0; i < 10 * kRounds; ++i) serve(random_messages(random, device));
  for (int i = 0; i < kRounds; ++i) {
    Bytes bytes(random() % 3000);
    for (auto& one : bytes) one = std::byte(random());
    CHECK(serve(bytes).end >= kSimtSilent);
  }
}
