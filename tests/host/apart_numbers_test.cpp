// SPDX-License-Identifier: MIT
// Numbers that a process apart sends: none of them may make the emulator's
// process read, write or fall over where it must not.
#include <cuda_runtime_api.h>
#include <doctest/doctest.h>

#include <string>

#include "tests/host/apart_help.h"
#include "tests/host/fatbin_help.h"

namespace {

using namespace simt::apart;

constexpr uint64_t kStub = 0x1000, kShadow = 0x2000, kCellBytes = 64;
constexpr uint64_t kBinary = 1;  // the first that a process registers

const char* const kPtx = R"(.version 8.0
.target sm_75
.address_size 64
.visible .global .align 8 .b8 cell[64];
.visible .entry keep(.param .u64 to, .param .u32 value) {
  .local .align 8 .b8 room[512];
  .reg .b64 %rd<3>;
  .reg .b32 %r<2>;
  ld.param.u64 %rd1, [to];
  ld.param.u32 %r1, [value];
  mov.u64 %rd2, room;
  st.local.u32 [%rd2+508], %r1;
  st.global.u32 [%rd1], %r1;
  ret;
}
)";

/// A conversation: the same beginning each time, then what is added.
class Talk {
 public:
  explicit Talk(uint64_t cell_bytes = kCellBytes) {
    simt::fatbin::EntryFields fields;
    // Known by its content: another size begins anew.
    fields.payload = kPtx + ("// " + std::to_string(cell_bytes));
    const std::string container =
        simt::fatbin::container_bytes(simt::fatbin::entry_bytes(fields));
    Bytes bytes;
    append(bytes, container.data(), container.size());
    say({.ask = kRegisterBinary}, bytes);
    Request kernel{.ask = kRegisterKernel};
    kernel.words = {kBinary, kStub};
    say(kernel, text("keep"));
    Request variable{.ask = kRegisterVariable};
    variable.words = {kBinary, kShadow, cell_bytes};
    say(variable, text("cell"));
  }
  void say(const Request& request, const Bytes& bytes = {}) {
    const Bytes one = message(request, bytes);
    add(all_, one.data(), one.size());
  }
  /// A call by its name.
  void say(const char* name, const Words& words, const Bytes& bytes = {}) {
    Request request{.ask = find_call(name).value()};
    request.words = words;
    say(request, bytes);
  }
  /// The answer to the last message.
  std::string end() const {
    const std::string all = serve(all_).answers;
    std::string last;
    Reply reply;
    for (size_t at = 0; at + sizeof reply <= all.size();) {
      std::memcpy(&reply, all.data() + at, sizeof reply);
      last = all.substr(at, sizeof reply + reply.bytes);
      at += last.size();
    }
    return last;
  }

 private:
  Bytes all_;
};

uint64_t result_of(const std::string& answer) {
  Reply reply;
  REQUIRE(answer.size() >= sizeof reply);
  std::memcpy(&reply, answer.data(), sizeof reply);
  return reply.result;
}

uint64_t device_address_of_cell(uint64_t cell_bytes = kCellBytes) {
  Talk talk(cell_bytes);
  talk.say("cudaGetSymbolAddress", {1, kShadow}, Bytes(16));
  const std::string answer = talk.end();
  REQUIRE(result_of(answer) == cudaSuccess);
  uint64_t address = 0;
  std::memcpy(&address, answer.data() + sizeof(Reply), sizeof address);
  return address;
}

}  // namespace

TEST_CASE("a variable is as large as its definition, whatever is said") {
  std::string ours(64, 'x');
  for (const uint64_t bytes : {uint64_t{0}, kCellBytes, ~uint64_t{0}}) {
    const uint64_t there = word(ours.data()) - device_address_of_cell(bytes);
    Talk size(bytes), to(bytes), from(bytes);
    size.say("cudaGetSymbolSize", {1, kShadow}, Bytes(16));
    const std::string answer = size.end();
    CHECK(answer.substr(sizeof(Reply), 1) == std::string(1, kCellBytes));
    to.say("cudaMemcpyToSymbol", {kShadow, 1, 64, there, cudaMemcpyDefault},
           Bytes(64, std::byte{'!'}));
    CHECK(result_of(to.end()) == cudaErrorInvalidValue);
    CHECK(ours == std::string(64, 'x'));
    from.say("cudaMemcpyFromSymbol", {1, kShadow, 64, there, cudaMemcpyDefault},
             Bytes(64));
    CHECK(from.end().find("xxxx") == std::string::npos);
  }
}

TEST_CASE("rows that leave their allocation through a pitch are refused") {
  std::byte* device = nullptr;
  REQUIRE(cudaMalloc(reinterpret_cast<void**>(&device), 3 * 4096) ==
          cudaSuccess);
  REQUIRE(cudaMemset(device, 7, 3 * 4096) == cudaSuccess);
  // The second row lies before the first, and the last byte behind it.
  const uint64_t pitch = ~uint64_t{0} - 4095, width = 4096 + 64;
  Talk copy, fill;
  copy.say(
      "cudaMemcpy2D",
      {word(device + 4096), pitch, 1, width, width, 2, cudaMemcpyHostToDevice},
      Bytes(2 * width, std::byte{1}));
  CHECK(result_of(copy.end()) == cudaErrorInvalidValue);
  fill.say("cudaMemset2D", {word(device + 4096), pitch, 1, width, 2});
  CHECK(result_of(fill.end()) == cudaErrorInvalidValue);
  std::string now(3 * 4096, ' ');
  REQUIRE(cudaMemcpy(now.data(), device, now.size(), cudaMemcpyDeviceToHost) ==
          cudaSuccess);
  CHECK(now == std::string(3 * 4096, '\7'));
  cudaFree(device);
}
