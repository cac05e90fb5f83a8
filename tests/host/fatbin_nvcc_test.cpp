// SPDX-License-Identifier: MIT
// Containers that nvcc 13.0 wrote: tests/fuzz/corpus, see make_corpus.sh.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "simt/fatbin/elf.h"
#include "simt/fatbin/fatbin.h"

namespace simt::fatbin {
namespace {

std::vector<Entry> read_file(const std::string& name) {
  std::ifstream file(std::string(FATBIN_CORPUS) + "/" + name, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  REQUIRE_FALSE(bytes.empty());
  std::string error;
  auto entries = read_container(bytes, error);
  REQUIRE_MESSAGE(entries.has_value(), error);
  return std::move(*entries);
}

}  // namespace

TEST_CASE("each --compress-mode of nvcc gives the same PTX") {
  const auto stored = read_file("tiny_none.fatbin");
  REQUIRE(stored.size() == 2);
  CHECK(stored[1].payload.find(".target sm_75") != std::string::npos);
  CHECK(stored[1].payload.find(".entry _Z5storePi") != std::string::npos);
  for (const char* mode : {"default", "size", "speed"}) {
    const auto entries = read_file("tiny_" + std::string(mode) + ".fatbin");
    REQUIRE(entries.size() == 2);
    CHECK(entries[1].payload == stored[1].payload);
    CHECK(entries[0].payload == stored[0].payload);
  }
}

TEST_CASE("registers and shared memory are what ptxas -v says") {
  const auto entries = read_file("memory.fatbin");
  REQUIRE(entries.size() == 3);
  const std::string kernel = "_Z3sumPfPK6float4";
  const auto older = read_resources(choose_elf(entries, 75)->payload);
  CHECK(older.at(kernel).registers == 12);
  CHECK(older.at(kernel).static_shared == 144);
  CHECK(older.at(kernel).stack == 0);
  const auto newer = read_resources(choose_elf(entries, 90)->payload);
  CHECK(newer.at(kernel).registers == 14);
  CHECK(newer.at(kernel).static_shared == 144);
}

TEST_CASE("a program without PTX is told so") {
  const auto entries = read_file("no_ptx.fatbin");
  std::string error;
  CHECK(choose_ptx(entries, 90, error).empty());
  CHECK(error.starts_with("this program holds no PTX"));
}

}  // namespace simt::fatbin
