// SPDX-License-Identifier: MIT
// Declarations of memory and their initial values.
#include "tests/host/ptx_help.h"

namespace simt::ptx {
namespace {

Variable variable(const std::string& line) {
  return parsed(with_head(line)).variables.at(0);
}

std::vector<uint64_t> values(const Variable& v) {
  std::vector<uint64_t> bits;
  for (const Initializer& element : v.init) bits.push_back(element.bits);
  return bits;
}

using Values = std::vector<uint64_t>;

}  // namespace

TEST_CASE("a variable's space, type, size and alignment are read") {
  const Variable v = variable(".visible .const .align 16 .v4 .f32 c[3][2];");
  CHECK(v.space == Space::kConst);
  CHECK(v.type == Type::kF32);
  CHECK(v.vector == 4);
  CHECK(v.count == 6);
  CHECK(v.bytes() == 96);
  CHECK(v.align == 16);
  CHECK(v.visible);
  CHECK(variable(".global .u16 x;").align == 2);
  CHECK(variable(".global .v2 .u16 x;").align == 4);
  CHECK(variable(".global .align 4 .b8 x[0];").bytes() == 0);
}

TEST_CASE("dynamic shared memory has no size") {
  const Variable v = variable(".extern .shared .align 16 .b8 dyn[];");
  CHECK(v.external);
  CHECK(v.unsized);
  CHECK(v.bytes() == 0);
  CHECK(v.space == Space::kShared);
}

TEST_CASE("managed, weak and common variables say so") {
  CHECK(variable(".global .attribute(.managed) .align 4 .u32 m = 7;").managed);
  CHECK_FALSE(variable(".global .attribute(.unified(1, 2)) .u32 m;").managed);
  CHECK(variable(".weak .global .u32 m;").weak);
  CHECK(variable(".common .global .u32 m;").weak);
}

TEST_CASE("a definition replaces an extern declaration") {
  const Module m = parsed(with_head(
      ".extern .global .u32 x;\n.global .u32 x = 3;\n.extern .global .u32 x;"));
  REQUIRE(m.variables.size() == 1);
  CHECK_FALSE(m.variables[0].external);
  CHECK(m.variables[0].init.size() == 1);
  CHECK(m.find_variable("x"));
  CHECK_FALSE(m.find_variable("y"));
}

TEST_CASE("initial values may be short, negative, hexadecimal or nested") {
  CHECK(values(variable(".global .b8 a[4] = {1, 0xFFU, 010};")) ==
        Values{1, 255, 8});
  CHECK(values(variable(".global .s32 a = -2;")) == Values{~uint64_t{1}});
  CHECK(values(variable(".global .u32 a[2][3] = {{1}, {2, 3}};")) ==
        Values{1, 0, 0, 2, 3, 0});
  CHECK(values(variable(".global .u32 a[2][2] = {1, 2, 3};")) ==
        Values{1, 2, 3});
  CHECK(values(variable(".global .v2 .u32 a[2] = {{1, 2}, {3}};")) ==
        Values{1, 2, 3, 0});
  const Variable open = variable(".global .b8 a[] = {1, 2, 3};");
  CHECK(open.bytes() == 3);
  CHECK_FALSE(open.unsized);
}

TEST_CASE("a floating-point value takes the variable's type") {
  CHECK(values(variable(".global .f32 x = 0f3F800000;")) == Values{0x3F800000});
  CHECK(values(variable(".global .f32 x = -1.5;")) == Values{0xBFC00000});
  CHECK(values(variable(".global .f64 x = 0dBFF0000000000000;")) ==
        Values{0xBFF0000000000000});
  CHECK(values(variable(".global .f32 x = 0f7FA00000;")) ==
        Values{0x7FA00000});  // a signalling NaN keeps its bits
}

TEST_CASE("an initial value may be an address") {
  const Variable v = variable(
      ".global .u64 p[5] = {f, generic(table)+4, generic(table+8), "
      "0xFF00(f), 0xFF(generic(table)+1)};");
  REQUIRE(v.init.size() == 5);
  CHECK(v.init[0].symbol == "f");
  CHECK_FALSE(v.init[0].generic);
  CHECK(v.init[1].symbol == "table");
  CHECK(v.init[1].generic);
  CHECK(v.init[1].offset == 4);
  CHECK(v.init[2].offset == 8);
  CHECK(v.init[3].mask_byte == 1);
  CHECK(v.init[4].mask_byte == 0);
  CHECK(v.init[4].offset == 1);
  CHECK(v.init[4].generic);
}

TEST_CASE("several variables may share one declaration") {
  const Module m = parsed(with_head(".global .u32 a, b[2] = {1, 2}, c;"));
  REQUIRE(m.variables.size() == 3);
  CHECK(m.variables[1].count == 2);
  CHECK(m.variables[2].count == 1);
}

}  // namespace simt::ptx
