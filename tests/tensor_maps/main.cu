// SPDX-License-Identifier: MIT
// Copies by tensor maps, one line each: what the memory holds afterwards, as a
// hash and its first words. A GPU and the emulator print the same.
//   tensor_maps GROUP [N] [all]  encode, load, store, reduce or replace, from
//                                case N; open, bad: what a GPU may not survive
//   tensor_maps GROUP RECORDED   compares with such lines
// With `all` every word that the copy changed is printed. A line ends with
// WRONG where expected.h or the recording says otherwise; the program ends with
// 1 then, and with 3 after a case that a GPU did not survive.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "cases.h"
#include "encode.h"
#include "expected.h"

namespace {

constexpr size_t kMemory = 131072;  // bytes around a tensor
size_t most_words = 12;             // that a line shows
int wrong = 0;                      // cases
bool compares = true;
std::map<std::string, std::string> recorded;

void require(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::printf("error %s\n", cudaGetErrorName(error));
  std::exit(3);
}

/// Random words among which every second is one that matters to some type.
std::vector<uint32_t> data(size_t bytes, uint32_t seed) {
  constexpr uint32_t kSpecial[] = {
      0x00000000, 0x80000000, 0x00000001, 0x00800000, 0x3f800000, 0x7f7fffff,
      0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0xffffffff, 0x7fffffff,
      0x3c003c00, 0x7c007e01, 0x00010001, 0xfc008000, 0x3f803f80, 0x007fffff,
      0x3ff00000, 0x7ff00000, 0x00000005, 0xfffffff0, 0x3f801000, 0x3f803000,
      0xbf801000, 0x00001000, 0x00003000};
  std::vector<uint32_t> words(bytes / 4);
  for (size_t i = 0; i < words.size(); ++i) {
    seed = seed * 1664525u + 1013904223u;
    const uint32_t pick = seed >> 16;
    seed = seed * 1664525u + 1013904223u;
    words[i] = pick % 2 == 0 ? seed ^ seed >> 16
                             : kSpecial[pick / 2 % std::size(kSpecial)];
  }
  return words;
}

uint32_t hash(const std::vector<uint32_t>& words) {
  uint32_t h = 2166136261u;
  for (const uint32_t word : words)
    for (int i = 0; i < 32; i += 8) h = (h ^ (word >> i & 255)) * 16777619u;
  return h;
}

/// " HASH INDEX:WORD ...": the words that differ, from the first one.
std::string changes(const std::vector<uint32_t>& before,
                    const std::vector<uint32_t>& after) {
  char text[32];
  std::snprintf(text, sizeof text, " %08x", hash(after));
  std::string all = text;
  size_t shown = 0, next = 0, changed = 0;
  for (size_t i = 0; i < after.size(); ++i) {
    if (before[i] == after[i]) continue;
    ++changed;
    if (shown == most_words) continue;
    if (i != next || shown == 0) all += " " + std::to_string(i) + ":";
    std::snprintf(text, sizeof text, " %08x", after[i]);
    all += text;
    next = i + 1;
    ++shown;
  }
  return all + " (" + std::to_string(changed) + ")";
}

Encode encode_function() {
  void* found = nullptr;
  cudaDriverEntryPointQueryResult result{};
  require(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &found,
                                           12000, cudaEnableDefault, &result));
  if (result != cudaDriverEntryPointSuccess) require(cudaErrorUnknown);
  return reinterpret_cast<Encode>(found);
}

/// The lines of a recording by what stands before their colon.
std::map<std::string, std::string> lines_of(const std::string& path) {
  std::ifstream file(path);
  std::map<std::string, std::string> lines;
  for (std::string line; std::getline(file, line);) {
    const size_t colon = line.find(':');
    if (line[0] != '#' && colon != line.npos)
      lines[line.substr(0, colon)] = line.substr(colon + 1);
  }
  return lines;
}

/// Memory of a device.
struct Room {
  explicit Room(const std::vector<uint32_t>& words) : size(words.size() * 4) {
    require(cudaMalloc(&at, size));
    require(cudaMemcpy(at, words.data(), size, cudaMemcpyHostToDevice));
  }
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;
  ~Room() { cudaFree(at); }
  std::vector<uint32_t> read() const {
    std::vector<uint32_t> words(size / 4);
    require(cudaMemcpy(words.data(), at, size, cudaMemcpyDeviceToHost));
    return words;
  }
  void* at = nullptr;
  size_t size;
};

void launch(const Case& c, const CUtensorMap& map, const Room& memory,
            const Room& image, const Room& ended) {
  constexpr unsigned kRoom = kImage + 1024;
  auto* const words = static_cast<uint32_t*>(image.at);
  auto* const flag = static_cast<int*>(ended.at);
  const auto allow = [](const void* kernel) {
    require(cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kRoom));
  };
  if (c.by == By::kParameter) {
    allow(reinterpret_cast<const void*>(by_parameter));
    by_parameter<<<1, kThreads, kRoom>>>(map, c.request, words, flag);
    return;
  }
  if (c.by == By::kConstant) {
    allow(reinterpret_cast<const void*>(by_constant));
    require(cudaMemcpyToSymbol(constant_map, &map, sizeof map));
    by_constant<<<1, kThreads, kRoom>>>(c.request, words, flag);
    return;
  }
  const Room there(std::vector<uint32_t>(sizeof map / 4));
  auto* const target = static_cast<CUtensorMap*>(there.at);
  if (c.by == By::kPointer) {
    allow(reinterpret_cast<const void*>(by_pointer));
    require(cudaMemcpy(target, &map, sizeof map, cudaMemcpyHostToDevice));
    by_pointer<<<1, kThreads, kRoom>>>(target, c.request, words, flag);
  } else {
    Change change = c.change;
    if (change.field == Change::kAddress)
      change.value += reinterpret_cast<uint64_t>(memory.at);
    allow(reinterpret_cast<const void*>(by_changed));
    by_changed<<<1, kThreads, kRoom>>>(map, change, c.by == By::kShared, target,
                                       c.request, words, flag);
  }
  require(cudaDeviceSynchronize());
}

/// Whether the copy left behind what it must, as far as that is known.
bool is_right(Case c, std::vector<uint32_t> tile, std::vector<uint32_t> memory,
              const std::vector<uint32_t>& held,
              const std::vector<uint32_t>& there) {
  if (c.by == By::kShared || c.by == By::kGlobal) apply(c.change, c);
  if (!compares || !is_known(c)) return true;
  expect(c, tile, memory);
  return tile == held && memory == there;
}

/// Whether the line is that of the recording, where it has one of this name.
bool is_recorded(const std::string& name, const std::string& line) {
  const auto found = recorded.find(name);
  return found == recorded.end() || found->second == line;
}

void tell(const std::string& name, const std::string& result, bool right) {
  const bool good = right && is_recorded(name, result);
  wrong += good ? 0 : 1;
  std::printf("%s%s\n", result.c_str(), good ? "" : " WRONG");
}

void run(Encode call, const Case& c) {
  std::printf("%s:", c.name.c_str());
  const std::vector<uint32_t> before = data(kMemory, 1), tile = data(kImage, 2);
  const Room memory(before), image(tile), ended(std::vector<uint32_t>{0});
  alignas(64) CUtensorMap map;
  const Rest rest{&map, reinterpret_cast<uint64_t>(memory.at) + c.base};
  const CUresult made = encode(call, c.map, rest);
  if (made != CUDA_SUCCESS)
    return tell(c.name,
                " not encoded, " + std::to_string(static_cast<int>(made)),
                true);
  launch(c, map, memory, image, ended);
  require(cudaGetLastError());
  require(cudaDeviceSynchronize());
  const std::vector<uint32_t> held = image.read(), there = memory.read();
  std::string result = ended.read()[0] == 0 ? " does not end" : "";
  result +=
      is_load(c.request.deed) ? changes(tile, held) : changes(before, there);
  tell(c.name, result, is_right(c, tile, before, held, there));
}

/// Fields that tensormap.replace sets to what cuTensorMapEncodeTiled refuses.
std::vector<Case> bad_changes() {
  const std::pair<const char*, Change> bad[] = {
      {"address plus 8", {Change::kAddress, 4096 + 8}},
      {"rank 0", {Change::kRank, 0}},
      {"rank 3", {Change::kRank, 2}},
      {"rank 6", {Change::kRank, 5}},
      {"rank 256", {Change::kRank, 255}},
      {"box 0", {Change::kBox, 0}},
      {"box 257", {Change::kBox, 257}},
      {"dim 0", {Change::kDim, 0}},
      {"stride 72", {Change::kStride, 72}},
      {"stride 0", {Change::kStride, 0}},
      {"stride 2^40", {Change::kStride, 1ull << 40}},
      {"element stride 0", {Change::kElementStride, 0}},
      {"element stride 9", {Change::kElementStride, 9}}};
  std::vector<Case> all;
  for (const auto& [name, change] : bad) {
    all.push_back(make_case(std::string("replace ") + name, Map{}, {8, 2}));
    all.back().by = By::kGlobal;
    all.back().change = change;
  }
  return all;
}

}  // namespace

int main(int count, char** arguments) {
  const std::string group = count > 1 ? arguments[1] : "";
  const std::string last = arguments[count - 1];
  if (last == "all") most_words = static_cast<size_t>(-1);
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  compares = group != "open" && group != "bad";
  recorded = lines_of(last);
  const Encode call = encode_function();
  if (group == "encode") {
    const Room memory(data(kMemory, 1));
    encode_cases(call, memory.at, [](const std::string& name, CUresult made) {
      std::printf("%s:", name.c_str());
      tell(name, " " + std::to_string(static_cast<int>(made)), true);
    });
    return wrong == 0 ? 0 : 1;
  }
  const auto from =
      static_cast<size_t>(count > 2 ? std::atoi(arguments[2]) : 0);
  const std::vector<Case> all = group == "load"     ? load_cases()
                                : group == "store"  ? store_cases()
                                : group == "reduce" ? reduce_cases(true)
                                : group == "open"   ? open_cases()
                                : group == "bad"    ? bad_changes()
                                                    : replace_cases();
  for (size_t i = from; i < all.size(); ++i) run(call, all[i]);
  return wrong == 0 ? 0 : 1;
}
