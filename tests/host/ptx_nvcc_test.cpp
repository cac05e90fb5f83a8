// SPDX-License-Identifier: MIT
// Texts that nvcc 13.0 printed: tests/fuzz/corpus, see make_corpus.sh.
#include <fstream>
#include <iterator>

#include "tests/host/ptx_help.h"

namespace simt::ptx {
namespace {

Module parsed_file(const std::string& name) {
  std::ifstream file(std::string(PTX_CORPUS) + "/" + name);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  REQUIRE_FALSE(text.empty());
  return parsed(text);
}

int count(const Function& function, const std::string& opcode) {
  int found = 0;
  for (const Instruction& i : function.body) found += i.opcode == opcode;
  return found;
}

}  // namespace

TEST_CASE("variables of memory.cu have their values and spaces") {
  const Module m = parsed_file("memory.ptx");
  CHECK(m.version_major == 9);
  CHECK(m.files.at(1) == "memory.cu");
  const Variable* weights = m.find_variable("weights");
  REQUIRE(weights);
  CHECK(weights->space == Space::kConst);
  CHECK(weights->bytes() == 12);
  CHECK(weights->init.at(2).bits == 0xC0);  // third byte of 1.5f: 0x3FC00000
  CHECK(m.find_variable("counter")->managed);
  CHECK(m.find_variable("dynamic")->unsized);
  CHECK(m.find_variable("second")->init.at(0).symbol == "table");
  CHECK(m.find_variable("second")->init.at(0).offset == 4);
}

TEST_CASE("the kernel of memory.cu has its bounds, lines and instructions") {
  const Module m = parsed_file("memory.ptx");
  const Function* sum = m.find_function("_Z3sumPfPK6float4");
  REQUIRE(sum);
  CHECK(sum->maxntid == std::vector<int>{128, 1, 1});
  CHECK(sum->minnctapersm == 2);
  CHECK(sum->variables.at(0).bytes() == 132);
  CHECK(count(*sum, "shfl") == 5);
  CHECK(count(*sum, "bar") == 1);
  CHECK(count(*sum, "atom") == 1);
  for (const Instruction& i : sum->body) {
    REQUIRE(i.location >= 0);
    CHECK(m.files.contains(m.locations[size_t(i.location)].file));
  }
}

TEST_CASE("an inlined shuffle leads back to a line of memory.cu") {
  const Module m = parsed_file("memory.ptx");
  for (const Instruction& i : m.functions.at(0).body) {
    if (i.opcode != "shfl") continue;
    int at = i.location;
    CHECK(m.locations[size_t(at)].function.find("shfl_down") !=
          std::string::npos);
    while (m.locations[size_t(at)].inlined_at >= 0) {
      at = m.locations[size_t(at)].inlined_at;
    }
    CHECK(m.locations[size_t(at)].file == 1);
  }
}

TEST_CASE("calls.cu keeps its prototype and declarations") {
  for (const char* name : {"calls.ptx", "calls_sm90.ptx"}) {
    const Module m = parsed_file(name);
    const Function* choose = m.find_function("_Z6choosePii");
    REQUIRE(choose);
    CHECK(choose->entry);
    CHECK(choose->prototypes.size() == 1);
    CHECK(m.find_function("vprintf")->external);
    CHECK_FALSE(m.find_function("_Z6thricei")->external);
    CHECK(m.find_variable("functions")->init.at(1).symbol == "_Z4lessi");
  }
}

TEST_CASE("texts of -G are read") {
  CHECK(parsed_file("tiny_debug.ptx").functions.size() == 1);
  CHECK(parsed_file("memory_debug.ptx").functions.size() == 4);
}

}  // namespace simt::ptx
