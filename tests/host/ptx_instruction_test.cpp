// SPDX-License-Identifier: MIT
// Instructions and each kind of operand.
#include "tests/host/ptx_help.h"

namespace simt::ptx {
namespace {

using Kind = Operand::Kind;
using Words = std::vector<std::string>;

/// The last instruction of a kernel with some registers.
Instruction last(const std::string& statement) {
  return kernel(
             ".reg .pred %p<4>; .reg .b32 %r<9>; .reg .b64 %rd<9>;"
             ".reg .f32 %f<9>; .shared .b8 tile[64]; .param .b32 retval0;\n" +
             statement)
      .body.back();
}

Operand first(const std::string& text) {
  return last("op.b32 " + text + ";").operands.at(0);
}

}  // namespace

TEST_CASE("opcode, modifiers, guard and line are taken apart") {
  const Function k = kernel(
      ".reg .pred p;\n"
      "@!p cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes;\n"
      "bar.sync 0;");
  const Instruction& i = k.body.at(0);
  CHECK(i.opcode == "cp");
  CHECK(i.modifiers == Words{"async", "bulk", "shared::cta", "global",
                             "mbarrier::complete_tx::bytes"});
  CHECK(i.guard == 0);
  CHECK(i.guard_negated);
  CHECK(i.operands.empty());
  CHECK(i.ptx_line == 6);
  CHECK(k.body.at(1).guard == -1);
}

TEST_CASE("modifiers that begin with a digit are modifiers") {
  const Instruction i =
      last("tex.2d.v4.f32.f32 {%f1, _, %f3, %f4}, [%rd1, {%f5, %f6}];");
  CHECK(i.modifiers == Words{"2d", "v4", "f32", "f32"});
  REQUIRE(i.operands.size() == 2);
  CHECK(i.operands[0].kind == Kind::kVector);
  CHECK(i.operands[0].parts.at(1).kind == Kind::kSink);
  CHECK(i.operands[1].kind == Kind::kAddress);
  CHECK(i.operands[1].parts.at(0).kind == Kind::kRegister);
  CHECK(i.operands[1].parts.at(1).kind == Kind::kVector);
}

TEST_CASE("integers are read in every base, with signs and arithmetic") {
  CHECK(first("12").bits == 12);
  CHECK(first("0x1fU").bits == 31);
  CHECK(first("017").bits == 15);
  CHECK(first("0b101").bits == 5);
  CHECK(first("0").bits == 0);
  CHECK(first("-1").bits == ~uint64_t{0});
  CHECK(first("-9223372036854775808").bits == uint64_t{1} << 63);
  CHECK(first("0xFFFFFFFFFFFFFFFF").bits == ~uint64_t{0});
  CHECK(first("WARP_SZ").bits == 32);
  CHECK(first("WARP_SZ-1").bits == 31);
  CHECK(first("(1<<4)|3").bits == 19);
  CHECK(first("2+3*4").bits == 14);
  CHECK(first("~0").bits == ~uint64_t{0});
  CHECK(first("12").kind == Kind::kInteger);
}

TEST_CASE("floating-point literals keep their bits") {
  CHECK(first("0f3F800000").bits == 0x3F800000);
  CHECK(first("0F7fffffff").bits == 0x7FFFFFFF);
  CHECK(first("0f3F800000").type == Type::kF32);
  CHECK(first("0d3FF0000000000000").bits == 0x3FF0000000000000);
  CHECK(first("1.0").bits == 0x3FF0000000000000);
  CHECK(first("1.5e-1").type == Type::kF64);
  CHECK(first("-0f3F800000").bits == 0xBF800000);
}

TEST_CASE("registers, special registers and predicates are told apart") {
  CHECK(first("%r1").kind == Kind::kRegister);
  CHECK(first("%tid.x").kind == Kind::kSpecial);
  CHECK(first("%tid.x").name == "%tid.x");
  CHECK(first("%laneid").name == "%laneid");
  CHECK(first("%envreg2").kind == Kind::kSpecial);
  CHECK(first("_").kind == Kind::kSink);
  CHECK(first("!%p1").negated);
  const Operand pair = first("%r1|%p1");
  CHECK(pair.kind == Kind::kPair);
  CHECK(pair.parts.size() == 2);
  CHECK(first("_|%p1").parts.at(0).kind == Kind::kSink);
}

TEST_CASE("a register by itself may have a sign and a selector") {
  const Instruction i = last("op.s32 %r1.h0, -%r2.b3, -%r3, %r4;");
  CHECK(i.operands.at(0).selector == "h0");
  CHECK(i.operands.at(1).selector == "b3");
  CHECK(i.operands.at(1).minus);
  CHECK(i.operands.at(2).minus);
  CHECK(i.operands.at(3).selector.empty());
  CHECK_FALSE(i.operands.at(3).minus);
  CHECK(last("op.s32 %tid.x;").operands.at(0).selector.empty());
}

TEST_CASE("an address is a base and an offset") {
  const Operand reg = first("[%rd1+-8]");
  CHECK(reg.kind == Kind::kAddress);
  CHECK(reg.parts.at(0).kind == Kind::kRegister);
  CHECK(reg.offset == -8);
  CHECK(first("[%rd1-8]").offset == -8);
  CHECK(first("[%rd1]").offset == 0);
  CHECK(first("[%rd1+4*4]").offset == 16);
  const Operand symbol = first("[tile+12]");
  CHECK(symbol.parts.at(0).kind == Kind::kSymbol);
  CHECK(symbol.parts.at(0).variable == 0);
  CHECK(symbol.parts.at(0).offset == 0);
  CHECK(symbol.offset == 12);
  const Operand parameter = first("[k_param_0+4]");
  CHECK(parameter.parts.at(0).variable == -1);
  CHECK(parameter.parts.at(0).name == "k_param_0");
  CHECK(parameter.offset == 4);
  CHECK(first("[64]").parts.at(0).bits == 64);
}

TEST_CASE("a symbol's address may be used by value") {
  const Instruction i = last("mov.u32 %r1, tile+4;");
  CHECK(i.operands.at(1).kind == Kind::kSymbol);
  CHECK(i.operands.at(1).name == "tile");
  CHECK(i.operands.at(1).offset == 4);
}

TEST_CASE("each form of call is read") {
  const auto kinds = [](const std::string& statement) {
    std::vector<Kind> result;
    for (const Operand& o :
         last("P: .callprototype _ ();\n" + statement).operands) {
      result.push_back(o.kind);
    }
    return result;
  };
  using Kinds = std::vector<Kind>;
  CHECK(kinds("call.uni k;") == Kinds{Kind::kSymbol});
  CHECK(kinds("call.uni k, ();") == Kinds{Kind::kSymbol, Kind::kList});
  CHECK(kinds("call.uni (retval0), \nk, \n(\nretval0, 3\n);") ==
        Kinds{Kind::kList, Kind::kSymbol, Kind::kList});
  CHECK(kinds("call (retval0), %rd1, (retval0), P;") ==
        Kinds{Kind::kList, Kind::kRegister, Kind::kList, Kind::kSymbol});
  CHECK(kinds("call %rd1, (), P;") ==
        Kinds{Kind::kRegister, Kind::kList, Kind::kSymbol});
}

}  // namespace simt::ptx
