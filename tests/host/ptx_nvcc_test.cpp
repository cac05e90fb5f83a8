// SPDX-License-Identifier: MIT
// Texts that nvcc 13.0 printed: tests/fuzz/corpus, see make_corpus.sh.
#include <fstream>
#include <iterator>
#include <map>

#include "simt/dwarf/variables.h"
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

TEST_CASE("-G names variables, their scopes and their places") {
  using dwarf::Kind;
  using PlaceKind = dwarf::Place::Kind;
  const Module m = parsed_file("memory_debug.ptx");
  const Function* sum = m.find_function("_Z3sumPfPK6float4");
  REQUIRE(sum);
  const auto all = dwarf::variables_of(m, *sum);
  std::map<std::string, const dwarf::Variable*> named;
  for (const auto& one : all) named[one.parts[0].name] = &one;
  CHECK(all.size() == 6);  // the array in shared memory is none
  const auto& in = *named.at("in");
  CHECK(in.parts[0].kind == Kind::kPointer);
  CHECK(in.parts[0].pointee == 16);
  CHECK(in.places.at(0).kind == PlaceKind::kParameter);
  CHECK(in.places.at(0).index == 1);
  CHECK(in.begin == 0);
  const auto& v = *named.at("v.x");
  REQUIRE(v.parts.size() == 4);
  CHECK(v.parts[3].name == "v.w");
  CHECK(v.parts[3].offset == 12);
  CHECK(v.parts[3].kind == Kind::kFloat);
  CHECK(v.places.at(0).kind == PlaceKind::kLocal);
  const auto& lane = *named.at("lane");
  CHECK(lane.parts[0].kind == Kind::kUnsigned);
  CHECK(sum->registers.at(size_t(lane.places.at(0).index)).name == "%r22");
  // A loop has its scope, and a register for each part of it.
  const auto& d = *named.at("d");
  CHECK(d.parts[0].kind == Kind::kSigned);
  CHECK(d.begin == sum->labels.at("$L__tmp7"));
  CHECK(d.end == sum->labels.at("$L__tmp16"));
  REQUIRE(d.places.size() == 5);
  CHECK(sum->registers.at(size_t(d.places[2].index)).name == "%r2");
  CHECK(d.places[2].begin == sum->labels.at("$L__tmp11"));
  CHECK(d.places[2].end == sum->labels.at("$L__tmp13"));
}

TEST_CASE("debug sections that are cut or odd name no variable") {
  const auto named = [](const std::string& sections) {
    const Module m = parsed(in_kernel("begin: ret;\nend:") + sections);
    return dwarf::variables_of(m, m.functions.at(0)).size();
  };
  const std::string abbreviations =
      ".section .debug_abbrev { .b8 1,46,1,17,1,18,1,0,0,"
      "2,5,0,2,10,3,8,73,19,0,0,3,36,0,62,11,11,11,0,0,0 }\n";
  const auto info = [](const std::string& location) {
    return ".section .debug_info { .b32 45\n.b8 2,0\n.b32 .debug_abbrev\n"
           ".b8 8\n.b8 1\n.b64 begin\n.b64 end\n.b8 2\n" +
           location + "\n.b8 110,0\n.b32 45\n.b8 3,5,4,0 }\n";
  };
  const std::string place = ".b8 9,3\n.b64 k_param_0";
  CHECK(named(abbreviations + info(place)) == 1);
  CHECK(named(abbreviations) == 0);
  CHECK(named(info(place)) == 0);
  CHECK(named(abbreviations + info(".b8 9,3\n.b64 k_param_1")) == 0);
  CHECK(named(abbreviations + info(".b8 200,3\n.b64 k_param_0")) == 0);
  CHECK(named(abbreviations + ".section .debug_info { .b32 9 .b8 2 }") == 0);
  CHECK(named(abbreviations + ".section .debug_info { odd (1) }") == 0);
}

}  // namespace simt::ptx
