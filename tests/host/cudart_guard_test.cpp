// SPDX-License-Identifier: MIT
// Pages of the host that are closed to it, without a program that touches them.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "simt/context/host_guard.h"
#include "simt/cudart/call.h"

using simt::cudart::Closing;
using simt::cudart::HostGuard;

namespace {

constexpr uint64_t kPage = HostGuard::kPage;
constexpr uint64_t kRanges = 200;

/// Every other page is a range of its own.
struct Ranges {
  HostGuard guard{uint64_t{1} << 40, kPage};
  uint64_t memory = reinterpret_cast<uint64_t>(
      mmap(nullptr, 2 * kRanges * kPage, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));

  ~Ranges() { munmap(reinterpret_cast<void*>(memory), 2 * kRanges * kPage); }
  uint64_t range(uint64_t i) const { return memory + 2 * i * kPage; }
  void add(uint64_t i) { guard.add(range(i), range(i) + kPage); }
  void close(uint64_t i) {
    guard.close({{range(i) / kPage, Closing::kAll}}, false);
  }
  /// What the system says: it copies from an open page only.
  static bool open(uint64_t page) {
    int ends[2] = {};
    REQUIRE(pipe(ends) == 0);
    const bool copied = write(ends[1], reinterpret_cast<void*>(page), 1) == 1;
    ::close(ends[0]);
    ::close(ends[1]);
    return copied;
  }
};

/// What a download into memory of the host left unwatched, `wait`ed for or not.
std::map<std::string, uint64_t> unwatched_by(void* to, size_t bytes,
                                             bool wait) {
  void* from = nullptr;
  REQUIRE(cudaMalloc(&from, bytes) == cudaSuccess);
  REQUIRE(cudaMemset(from, 0, bytes) == cudaSuccess);
  const auto before = simt::cudart::state().watch.unwatched();
  const auto copy = [&] {
    return wait ? cudaMemcpy(to, from, bytes, cudaMemcpyDefault)
                : cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault);
  };
  CHECK(copy() == cudaSuccess);
  CHECK(copy() == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  // Work reads the host's memory, and writes what the host cannot see.
  CHECK(cudaMemcpyAsync(from, to, bytes, cudaMemcpyDefault) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  auto after = simt::cudart::state().watch.unwatched();
  for (const auto& [name, calls] : before) {
    if ((after[name] -= calls) == 0) after.erase(name);
  }
  CHECK(cudaFree(from) == cudaSuccess);
  return after;
}

}  // namespace

TEST_SUITE("guard") {
  TEST_CASE("memory that cannot be closed while work writes it is counted") {
    char* locked = nullptr;
    REQUIRE(cudaMallocHost(reinterpret_cast<void**>(&locked), 2 * kPage) ==
            cudaSuccess);
    const std::string name = simt::cudart::state().memory.find(locked)->name;
    using Counts = std::map<std::string, uint64_t>;
    CHECK(unwatched_by(locked, 2 * kPage, false) == Counts{});
    CHECK(unwatched_by(locked, kPage + 64, false) == Counts{{name, 2}});
    CHECK(unwatched_by(locked, kPage + 64, true) == Counts{});
    std::vector<char> plain(64);
    CHECK(unwatched_by(plain.data(), 64, false) ==
          Counts{{"pageable memory", 2}});
    CHECK(unwatched_by(plain.data(), 64, true) == Counts{});
    CHECK(cudaFreeHost(locked) == cudaSuccess);
  }

  TEST_CASE_FIXTURE(Ranges, "there is no limit of ranges of the host") {
    for (uint64_t i = 0; i < kRanges; ++i) add(i);
    for (uint64_t i = 0; i < kRanges; ++i) {
      close(i);
      CHECK(guard.closed(range(i)));
      CHECK_FALSE(open(range(i)));
    }
    guard.open_all();
    CHECK(open(range(kRanges - 1)));
    for (uint64_t i = 0; i < kRanges; ++i) {
      guard.remove(range(i), range(i) + kPage);
      close(i);
      CHECK_FALSE(guard.closed(range(i)));
    }
  }

  TEST_CASE_FIXTURE(Ranges, "a page that was left open is closed later") {
    add(0);
    close(0);
    CHECK(guard.open_for_now(range(0)));
    guard.leave_open(range(0));
    CHECK(open(range(0)));
    guard.close_left();
    CHECK_FALSE(open(range(0)));
    guard.open_all();
    guard.close_left();
    CHECK(open(range(0)));
  }
}
