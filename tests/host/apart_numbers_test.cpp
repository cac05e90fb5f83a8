// SPDX-License-Identifier: MIT
// Numbers that a process apart sends: none of them may make the emulator's
// process read, write or fall over where it must not.
#include <cuda_runtime_api.h>
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "tests/host/apart_help.h"
#include "tests/host/fatbin_help.h"

namespace {

using namespace simt::apart;

#ifdef LOCKSTEP_ASAN
constexpr int kRoundsOfRow = 20;
#else
constexpr int kRoundsOfRow = 60;
#endif

constexpr uint64_t kStub = 0x1000, kShadow = 0x2000, kCellBytes = 64;
constexpr uint64_t kBinary = 1;  // the first that a process registers

const char* const kPtx = R"(.version 8.0
.target sm_75
.address_size 64
.visible .global .align 8 .b8 cell[64];
.visible .global .attribute(.managed) .align 8 .b8 both[8];
.visible .entry keep(.param .u64 to, .param .u32 value) {
  .local .align 8 .b8 room[512];
  .reg .b64 %rd<2>;
  .reg .b32 %r<2>;
  ld.param.u32 %r1, [value];
  mov.u64 %rd1, room;
  st.local.u32 [%rd1+508], %r1;
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
    all_ = hello();
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
  /// The answers, each with its head.
  std::vector<std::string> answers() const {
    const std::string all = serve(all_).answers;
    std::vector<std::string> each;
    Reply reply;
    for (size_t at = 0; at + sizeof reply <= all.size();) {
      std::memcpy(&reply, all.data() + at, sizeof reply);
      each.push_back(all.substr(at, sizeof reply + reply.bytes));
      at += each.back().size();
    }
    return each;
  }
  std::string end() const { return answers().back(); }

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

/// What a row's numbers are taken from.
struct Pool {
  std::mt19937_64 random{1};
  std::string ours = std::string(4096, 'x');
  std::vector<uint64_t> words;  // sizes, handles, addresses
  // Grids of these are refused, or small: nothing else ends soon.
  std::vector<uint64_t> shapes{0,          1,          (1ull << 32) + 1,
                               1ull << 31, 1ull << 63, ~0ull};

  /// What stands for things that exist; a row may have ended the last ones.
  void renew() {
    void* memory = nullptr;
    cudaStream_t stream{};
    cudaEvent_t event{};
    cudaGraph_t graph{};
    cudaGraphNode_t node{};
    cudaGraphExec_t ready{};
    REQUIRE(cudaDeviceReset() == cudaSuccess);
    REQUIRE(cudaMalloc(&memory, 4096) == cudaSuccess);
    REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
    REQUIRE(cudaEventCreate(&event) == cudaSuccess);
    REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
    REQUIRE(cudaGraphAddEmptyNode(&node, graph, nullptr, 0) == cudaSuccess);
    REQUIRE(cudaGraphInstantiate(&ready, graph, 0) == cudaSuccess);
    words = {0,
             1,
             2,
             4,
             64,
             4096,
             (1ull << 31) - 1,
             1ull << 31,
             (1ull << 32) - 256,
             1ull << 32,
             1ull << 63,
             ~0ull,
             ~0ull - 4095,
             kStub,
             kShadow,
             word(ours.data()),
             word(memory),
             word(memory) + 100,
             word(ours.data()) - word(memory),
             word(stream),
             word(event),
             word(graph),
             word(node),
             word(ready)};
  }
  uint64_t of(const std::vector<uint64_t>& all) {
    return all[random() % all.size()];
  }
  /// Mostly what the argument must be, else anything.
  uint64_t for_argument(Pass pass) {
    const bool right = random() % 4 != 0;
    if (pass == Pass::kKernel && right) return kStub;
    if (pass == Pass::kVariable && right) return kShadow;
    return of(words);
  }
};

bool has(const Call& row, Pass pass) {
  return std::any_of(row.arguments.begin(), row.arguments.end(),
                     [&](const auto& one) { return one.pass == pass; });
}

bool launches(const Call& row) {
  return has(row, Pass::kArguments) || has(row, Pass::kNode);
}

/// Makes the call once, with numbers from the pool. True when it succeeded.
bool try_row(Pool& pool, const Call& row) {
  cudaGraph_t graph{};
  for (const uint64_t stream : {pool.words[19], uint64_t{2}}) {
    cudaStreamEndCapture(reinterpret_cast<cudaStream_t>(stream), &graph);
  }
  Words words{};
  for (size_t i = 0; i < words.size(); ++i) {
    words[i] = i < row.arguments.size()
                   ? pool.for_argument(row.arguments[i].pass)
                   : pool.of(pool.words);
  }

  if (launches(row))
    words[1] = pool.of(pool.shapes), words[2] = pool.of(pool.shapes);
  if (has(row, Pass::kConfig)) words[0] = words[1] = 1, words[1] = kStub;
  Bytes bytes(pool.random() % 2 ? pool.random() % 9000 / 8 * 8 : 0);
  for (size_t at = 0; at < bytes.size(); at += 8) {
    const uint64_t one = pool.of(launches(row) ? pool.shapes : pool.words);
    std::memcpy(bytes.data() + at, &one, sizeof one);
  }
  Talk talk;
  talk.say(std::string(row.name).c_str(), words, bytes);
  const auto answers = talk.answers();
  return answers.size() == 5 && result_of(answers.back()) == cudaSuccess;
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

TEST_CASE("a managed variable is there again after a reset") {
  for (int i = 0; i < 2; ++i) {
    Talk talk;
    Request managed{.ask = kRegisterManaged};
    managed.words = {kBinary, 0x3000};
    talk.say(managed, text("both"));
    const uint64_t address = result_of(talk.end());
    cudaPointerAttributes facts{};
    REQUIRE(cudaPointerGetAttributes(
                &facts, reinterpret_cast<void*>(address)) == cudaSuccess);
    CHECK(facts.type == cudaMemoryTypeManaged);
    REQUIRE(cudaDeviceReset() == cudaSuccess);
  }
}

TEST_CASE("a captured stream takes no memory of the host, another one does") {
  void* device = nullptr;
  cudaStream_t captured{}, other{};
  REQUIRE(cudaMalloc(&device, 64) == cudaSuccess);
  for (cudaStream_t* one : {&captured, &other}) {
    REQUIRE(cudaStreamCreateWithFlags(one, cudaStreamNonBlocking) ==
            cudaSuccess);
  }
  REQUIRE(cudaStreamBeginCapture(captured, cudaStreamCaptureModeRelaxed) ==
          cudaSuccess);
  for (cudaStream_t stream : {captured, other}) {
    Talk talk;
    talk.say("cudaMemcpyAsync",
             {word(device), 1, 64, cudaMemcpyHostToDevice, word(stream)},
             Bytes(64));
    CHECK((result_of(talk.end()) == cudaSuccess) == (stream == other));
  }
  cudaGraph_t graph{};
  cudaGraphExec_t ready{};
  CHECK(cudaStreamEndCapture(captured, &graph) == cudaSuccess);
  CHECK(cudaGraphInstantiate(&ready, graph, 0) == cudaSuccess);
  CHECK(cudaGraphLaunch(ready, other) == cudaSuccess);
  REQUIRE(cudaDeviceReset() == cudaSuccess);
}

TEST_CASE("a stack is no larger than a thread's local memory can be") {
  constexpr size_t kMost = 512 * 1024;
  CHECK(cudaDeviceSetLimit(cudaLimitStackSize, kMost) == cudaSuccess);
  for (const size_t bytes : {kMost + 1, size_t{1} << 32, ~size_t{0}}) {
    CHECK(cudaDeviceSetLimit(cudaLimitStackSize, bytes) ==
          cudaErrorInvalidValue);
  }
  size_t now = 0;
  CHECK(cudaDeviceGetLimit(&now, cudaLimitStackSize) == cudaSuccess);
  CHECK(now == kMost);
}

TEST_CASE("no number in no row reaches memory of ours") {
  Pool pool;
  int reached = 0;  // rows that did what they were asked to
  for (uint32_t number = 0; const Call* row = call_at(number); ++number) {
    INFO(std::string(row->name));
    pool.renew();
    int done = 0;
    // A refused launch reads a file for the names in its finding.
    const int rounds = launches(*row) ? kRoundsOfRow / 10 : kRoundsOfRow;
    for (int i = 0; i < rounds; ++i) done += try_row(pool, *row);
    reached += done > 0;
    CHECK(pool.ours == std::string(4096, 'x'));
  }
  CHECK(reached > 40);
}
