// SPDX-License-Identifier: MIT
// Host functions run on a thread of their own: what waits for one that has not
// returned, and what does not. With kernels: tests/programs/host_functions.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <mutex>
#include <string>
#include <thread>

#include "simt/context/queue.h"
#include "simt/cudart/call.h"
#include "simt/launch/interrupt.h"

using simt::cudart::Clock;
using simt::cudart::HostFunction;
using simt::cudart::HostFunctions;
using simt::cudart::LaunchOrder;
using simt::cudart::Queue;
using simt::cudart::Ticket;

namespace {

/// Before main no thread is ours or the emulator's; qemu-user has one.
const bool kBornWithThreads =
    std::distance(std::filesystem::directory_iterator("/proc/self/task"), {}) >
    1;

/// A stream, and a lock on which its host functions wait.
struct Held {
  cudaStream_t stream = nullptr;
  std::mutex mutex;
  std::string ran;

  Held() {
    REQUIRE(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) ==
            cudaSuccess);
    mutex.lock();
  }
  ~Held() {
    CHECK(cudaStreamDestroy(stream) == cudaSuccess);
    cudaGetLastError();
  }
  void give(cudaHostFn_t function) {
    CHECK(cudaLaunchHostFunc(stream, function, this) == cudaSuccess);
  }
  static void lock(void* data) {
    auto& held = *static_cast<Held*>(data);
    const std::lock_guard lock(held.mutex);
    held.ran += 'l';
  }
  static void note(void* data) { static_cast<Held*>(data)->ran += 'n'; }
};

}  // namespace

TEST_SUITE("host functions") {
  TEST_CASE("a function that waits for its caller does not hold it up") {
    Held held;
    held.give(Held::lock);
    held.give(Held::note);
    for (int i = 0; i < 200; ++i) {  // more than any loop of queries is told so
      CHECK(cudaStreamQuery(held.stream) == cudaErrorNotReady);
    }
    CHECK(held.ran.empty());
    held.mutex.unlock();
    CHECK(cudaStreamSynchronize(held.stream) == cudaSuccess);
    CHECK(held.ran == "ln");
    CHECK(cudaStreamQuery(held.stream) == cudaSuccess);
  }

  TEST_CASE("work of the stream waits for it, that of another one does not") {
    Held held;
    cudaStream_t other;
    REQUIRE(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking) ==
            cudaSuccess);
    std::array<char*, 2> bytes{};
    for (char*& one : bytes) {
      REQUIRE(cudaMallocHost(reinterpret_cast<void**>(&one), 1) == cudaSuccess);
      *one = 0;
    }
    held.give(Held::lock);
    CHECK(cudaMemsetAsync(bytes[0], 1, 1, held.stream) == cudaSuccess);
    CHECK(cudaMemsetAsync(bytes[1], 1, 1, other) == cudaSuccess);
    CHECK(cudaStreamSynchronize(other) == cudaSuccess);
    CHECK(int{*bytes[1]} == 1);
    CHECK(!simt::cudart::state().queue.empty());
    held.mutex.unlock();
    CHECK(cudaStreamSynchronize(held.stream) == cudaSuccess);
    CHECK(int{*bytes[0]} == 1);
    for (char* one : bytes) CHECK(cudaFreeHost(one) == cudaSuccess);
    CHECK(cudaStreamDestroy(other) == cudaSuccess);
  }

  TEST_CASE("an event of another stream carries the wait on") {
    Held held;
    cudaStream_t other;
    cudaEvent_t event;
    REQUIRE(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking) ==
            cudaSuccess);
    REQUIRE(cudaEventCreate(&event) == cudaSuccess);
    held.give(Held::lock);
    CHECK(cudaEventRecord(event, held.stream) == cudaSuccess);
    CHECK(cudaEventQuery(event) == cudaErrorNotReady);
    CHECK(cudaStreamWaitEvent(other, event, 0) == cudaSuccess);
    CHECK(cudaLaunchHostFunc(other, Held::note, &held) == cudaSuccess);
    CHECK(held.ran.empty());
    held.mutex.unlock();
    CHECK(cudaStreamSynchronize(other) == cudaSuccess);
    CHECK(held.ran == "ln");
    CHECK(cudaEventQuery(event) == cudaSuccess);
    CHECK(cudaEventDestroy(event) == cudaSuccess);
    CHECK(cudaStreamDestroy(other) == cudaSuccess);
  }

  TEST_CASE("memory of the program is copied before the call returns") {
    Held held;
    char from = 7, *to = nullptr;
    REQUIRE(cudaMalloc(reinterpret_cast<void**>(&to), 1) == cudaSuccess);
    held.give(Held::lock);
    std::thread releases([&] { held.mutex.unlock(); });
    CHECK(cudaMemcpyAsync(to, &from, 1, cudaMemcpyDefault, held.stream) ==
          cudaSuccess);
    from = 8;
    CHECK(held.ran == "l");
    char back = 0;
    CHECK(cudaMemcpyAsync(&back, to, 1, cudaMemcpyDefault, held.stream) ==
          cudaSuccess);
    CHECK(cudaStreamSynchronize(held.stream) == cudaSuccess);
    CHECK(int{back} == 7);
    releases.join();
    CHECK(cudaFree(to) == cudaSuccess);
  }

  TEST_CASE("memory is given back behind it, and only once") {
    Held held;
    std::array<void*, 2> memory{};
    for (void*& one : memory) {
      REQUIRE(cudaMallocAsync(&one, 64, held.stream) == cudaSuccess);
    }
    const auto in_use = [] {
      cudaMemPool_t pool = nullptr;
      CHECK(cudaDeviceGetDefaultMemPool(&pool, 0) == cudaSuccess);
      uint64_t bytes = 0;
      CHECK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent,
                                    &bytes) == cudaSuccess);
      return bytes;
    };
    held.give(Held::lock);
    CHECK(cudaFreeAsync(memory[0], held.stream) == cudaSuccess);
    CHECK(held.ran.empty());
    CHECK(in_use() == 128);
    CHECK(cudaFreeAsync(memory[0], held.stream) == cudaErrorInvalidValue);
    CHECK(cudaFree(memory[0]) == cudaErrorInvalidValue);
    CHECK(cudaFreeAsync(memory[1], nullptr) == cudaSuccess);
    CHECK(in_use() == 64);
    held.mutex.unlock();
    CHECK(cudaStreamSynchronize(held.stream) == cudaSuccess);
    CHECK(in_use() == 0);
    CHECK(cudaFreeAsync(memory[0], held.stream) == cudaErrorInvalidValue);
  }

  TEST_CASE("what the host stored too early comes before its own next call") {
    Held held;
    cudaStream_t other;
    REQUIRE(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking) ==
            cudaSuccess);
    char *from = nullptr, *to = nullptr;
    REQUIRE(cudaMallocHost(reinterpret_cast<void**>(&from), 4096) ==
            cudaSuccess);
    REQUIRE(cudaMalloc(reinterpret_cast<void**>(&to), 64) == cudaSuccess);
    std::fill_n(from, 4096, '\0');
    held.give(Held::lock);
    CHECK(cudaMemcpyAsync(to, from, 64, cudaMemcpyDefault, other) ==
          cudaSuccess);
    from[10] = 1;
    const auto before = simt::cudart::quiet_entries();
    held.mutex.unlock();  // its thread comes in when the function has returned
    for (auto now = before; !now || now == before;) {
      std::this_thread::yield();
      now = simt::cudart::quiet_entries();
    }
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    std::string host;
    for (const auto& found :
         simt::cudart::state().session.report().diagnostics) {
      for (const auto& note : found.notes) {
        if (found.name == "host-race" && note.key == "host") host = note.text;
      }
    }
#ifdef LOCKSTEP_ASAN
    // The sanitizer's own backtrace() is one frame more.
    CHECK(host.starts_with("(2) the host writes it before "));
#else
    CHECK(host == "(2) the host writes it before `main` is called in _start");
#endif
    CHECK(cudaFreeHost(from) == cudaSuccess);
    CHECK(cudaFree(to) == cudaSuccess);
    CHECK(cudaStreamDestroy(other) == cudaSuccess);
  }

  TEST_CASE("of two threads that wait to give memory back, one succeeds") {
    Held held;
    void *locked = nullptr, *registered = std::aligned_alloc(4096, 4096);
    cudaArray_t array = nullptr;
    const cudaChannelFormatDesc texel{32, 0, 0, 0, cudaChannelFormatKindFloat};
    REQUIRE(cudaMallocHost(&locked, 64) == cudaSuccess);
    REQUIRE(cudaHostRegister(registered, 4096, 0) == cudaSuccess);
    REQUIRE(cudaMallocArray(&array, &texel, 8, 0, 0) == cudaSuccess);
    held.give(Held::lock);
    std::atomic<int> done{0}, failed{0};
    const auto twice = [&](auto give_back, auto pointer) {
      const auto once = [&done, &failed, give_back, pointer] {
        give_back(pointer) == cudaSuccess ? ++done : ++failed;
      };
      return std::array{std::thread(once), std::thread(once)};
    };
    std::array all{twice(cudaFreeHost, locked),
                   twice(cudaHostUnregister, registered),
                   twice(cudaFreeArray, array)};
    // Who comes later fails all the same.
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    held.mutex.unlock();
    for (auto& both : all) {
      for (std::thread& one : both) one.join();
    }
    CHECK(done == 3);
    CHECK(failed == 3);
    std::free(registered);
  }

  TEST_CASE("all run on one thread, which is none of the program's") {
    static std::array<std::thread::id, 2> ids;
    for (std::thread::id& id : ids) {
      CHECK(cudaLaunchHostFunc(
                nullptr,
                [](void* to) {
                  *static_cast<std::thread::id*>(to) =
                      std::this_thread::get_id();
                },
                &id) == cudaSuccess);
    }
    CHECK(ids[0] != std::thread::id());
    CHECK(ids[0] == ids[1]);
    CHECK(ids[0] != std::this_thread::get_id());
    CHECK(simt::cudart::other_host_threads() == kBornWithThreads);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
  }

  TEST_CASE("a wait for all is one for what follows a function, too") {
    for (int round = 0; round < 25; ++round) {
      Held held;
      held.give(Held::lock);
      held.give(Held::note);
      const auto begin = std::chrono::steady_clock::now();
      const auto until = [&](int microseconds) {
        while (std::chrono::steady_clock::now() - begin <
               std::chrono::microseconds(microseconds)) {
        }
      };
      std::thread other([&] {  // it returns about when the host begins to wait
        until(290 + round);
        held.mutex.unlock();
      });
      until(300);
      CHECK(cudaDeviceSynchronize() == cudaSuccess);
      CHECK(held.ran == "ln");
      other.join();
    }
  }

  TEST_CASE("after a failure only a callback runs, and is told") {
    Held held;
    static cudaError_t told;
    told = cudaSuccess;
    held.give(Held::lock);
    held.give(Held::note);
    CHECK(cudaStreamAddCallback(
              held.stream,
              [](cudaStream_t, cudaError_t status, void*) { told = status; },
              nullptr, 0) == cudaSuccess);
    simt::cudart::state().pending = cudaErrorIllegalAddress;
    held.mutex.unlock();
    simt::cudart::wait_for_all(simt::cudart::Entry().state());
    CHECK(told == cudaErrorIllegalAddress);
    CHECK(held.ran == "l");
    simt::cudart::state().pending = cudaSuccess;
    simt::cudart::state().sticky = cudaSuccess;
  }

  TEST_CASE(
      "in the queue it holds back what comes after it, until it returns") {
    LaunchOrder order;
    Queue queue(1);
    Clock a, b;
    const int first = order.new_chain(), second = order.new_chain();
    const auto function = std::make_shared<HostFunction>();
    function->ticket = order.issue(first, a);
    HostFunctions functions;
    functions.add(function);
    queue.add({{}, order.issue(first, a), {}});
    queue.add({{}, order.issue(second, b), {}});
    CHECK(functions.before(a));
    CHECK(!functions.before(b));
    const auto taken = queue.take({}, functions);
    REQUIRE(taken);
    CHECK(taken->ticket.chain == second);
    CHECK(!queue.take({}, functions));
    function->returned = true;
    CHECK(!functions.any());
    CHECK(queue.take({}, functions));
  }

  TEST_CASE("what comes before a piece of work is all but itself") {
    LaunchOrder order;
    Clock clock, other;
    const int chain = order.new_chain(), beside = order.new_chain();
    order.issue(beside, other);
    clock.join(other);
    const Ticket first = order.issue(chain, clock);
    const Ticket second = order.issue(chain, clock);
    CHECK(first.before().covers(beside, 1));
    CHECK(!first.before().covers(chain, 1));
    CHECK(second.before().covers(chain, 1));
    CHECK(!second.before().covers(chain, 2));
    order.host_waits(first.before());
    CHECK(order.host().covers(first.before()));
  }
}
