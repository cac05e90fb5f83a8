// SPDX-License-Identifier: MIT
// Names in nested blocks: registers, parameters and labels.
#include "tests/host/ptx_help.h"

namespace simt::ptx {
namespace {

const Register& register_of(const Function& f, size_t instruction,
                            size_t operand) {
  const int index = f.body.at(instruction).operands.at(operand).index;
  REQUIRE(index >= 0);
  return f.registers.at(static_cast<size_t>(index));
}

int target_of(const Function& f, size_t instruction) {
  return f.body.at(instruction).operands.at(0).target;
}

}  // namespace

TEST_CASE("an inner register hides an outer one of the same name") {
  const Function k = kernel(R"(
.reg .b32 %r<3>; .reg .b32 t;
mov.b32 t, 1;
{ .reg .b64 t; mov.b64 t, 2; { .reg .pred t; mov.pred t, t; } mov.b64 t, 3; }
{ .reg .b16 t; mov.b16 t, 4; }
mov.b32 t, 5;)");
  CHECK(register_of(k, 0, 0).type == Type::kB32);
  CHECK(register_of(k, 1, 0).type == Type::kB64);
  CHECK(register_of(k, 2, 0).type == Type::kPred);
  CHECK(register_of(k, 3, 0).type == Type::kB64);
  CHECK(register_of(k, 4, 0).type == Type::kB16);
  CHECK(register_of(k, 5, 0).type == Type::kB32);
  CHECK(k.body[0].operands[0].index == k.body[5].operands[0].index);
}

TEST_CASE("a range declares its registers from 0 up to its count") {
  const Function k = kernel(
      ".reg .b32 %r<21>, %s; .reg .b64 %rd<4000000000>;\n"
      "op %r0, %r20, %s, %rd3999999999;");
  CHECK(k.registers.size() == 4);
  CHECK(register_of(k, 0, 1).name == "%r20");
  CHECK(register_of(k, 0, 3).type == Type::kB64);
  CHECK(refusal(in_kernel(".reg .b32 %r<21>;\nop %r21;")) ==
        "6:4 `%r21` is not declared");
  CHECK(refusal(in_kernel(".reg .b32 %r<21>;\nop %r01;")) ==
        "6:4 `%r01` is not declared");
}

TEST_CASE("ranges whose names end in digits do not mix") {
  const Function k =
      kernel(".reg .b32 %r<2>; .reg .b64 %r1<3>;\nop %r1, %r12, %r0, %r10;");
  CHECK(register_of(k, 0, 0).type == Type::kB32);
  CHECK(register_of(k, 0, 1).type == Type::kB64);
  CHECK(register_of(k, 0, 2).type == Type::kB32);
  CHECK(register_of(k, 0, 3).type == Type::kB64);
}

TEST_CASE("the parameters of two calls may have one name") {
  const Function k = kernel(R"(
{ .param .b64 param0; st.param.b64 [param0+0], 1; }
{ .param .b32 param0; st.param.b32 [param0+0], 1; })");
  REQUIRE(k.variables.size() == 2);
  CHECK(k.body[0].operands[0].parts[0].variable == 0);
  CHECK(k.body[1].operands[0].parts[0].variable == 1);
  CHECK(k.variables[1].type == Type::kB32);
}

TEST_CASE("labels are found forwards, backwards and at the end") {
  const Function k = kernel(R"(
$L0: bra $L2;
bra.uni $L0;
$L1: $L2: ret;
bra END;
END:)");
  CHECK(target_of(k, 0) == 2);
  CHECK(target_of(k, 1) == 0);
  CHECK(target_of(k, 3) == 4);
  CHECK(k.body.size() == 4);
}

TEST_CASE("two blocks may have a label of one name") {
  const Function k = kernel(R"(
{ WAIT: bra DONE; bra WAIT; DONE: }
{ WAIT: bra DONE; bra WAIT; DONE: }
bra OUT;
{ bra OUT; }
OUT: ret;)");
  CHECK(target_of(k, 0) == 2);
  CHECK(target_of(k, 1) == 0);
  CHECK(target_of(k, 2) == 4);
  CHECK(target_of(k, 3) == 2);
  CHECK(target_of(k, 4) == 6);
  CHECK(target_of(k, 5) == 6);
}

TEST_CASE("a label inside a block is not seen outside") {
  CHECK(refusal(in_kernel("bra L;\n{ L: ret; }")) ==
        "5:5 `L` is no label of this block");
}

}  // namespace simt::ptx
