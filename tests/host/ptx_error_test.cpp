// SPDX-License-Identifier: MIT
// Bad text: a clear sentence at the right place, and no harm.
#include "tests/host/ptx_help.h"

namespace simt::ptx {
namespace {

std::string repeated(const std::string& piece, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += piece;
  return text;
}

}  // namespace

TEST_CASE("text that is not PTX is refused at its first word") {
  CHECK(refusal("") == "1:1 expected `.version`, found the end of the text");
  CHECK(refusal("\n  #include") == "2:3 expected `.version`, found `#`");
  CHECK(refusal("\x7f"
                "ELF") == "1:1 expected `.version`, found `?`");
}

TEST_CASE("an error names the line and what was expected") {
  CHECK(refusal(in_kernel("ret 1")) == "6:1 expected `;`, found `}`");
  CHECK(refusal(in_kernel("mov.u32 %r1, 2;")) == "5:9 `%r1` is not declared");
  CHECK(refusal(in_kernel("@p bra L;\nL:")) ==
        "5:2 this predicate is not declared");
  CHECK(refusal(in_kernel("bra L;")) == "5:5 `L` is no label of this block");
  CHECK(refusal(in_kernel("L: L:")) == "5:4 this label is defined twice");
  CHECK(refusal(in_kernel(".reg .b32 a, a;")) ==
        "5:14 this name is declared twice");
  CHECK(refusal(in_kernel(".reg .v4 .f32 a;")) ==
        "5:6 vector registers are not supported");
  CHECK(refusal(in_kernel(".reg .b99 a;")) == "5:6 not a register's type");
  CHECK(refusal(in_kernel("op 0f12;")) == "5:4 not a floating-point number");
  CHECK(refusal(in_kernel("op 99999999999999999999;")) ==
        "5:4 not a number of at most 64 bits");
  CHECK(refusal(in_kernel("op 1/0;")) == "5:5 division by zero in a constant");
  CHECK(refusal(in_kernel("op 09;")) == "5:4 not a number of at most 64 bits");
}

TEST_CASE("a declaration that makes no sense is refused") {
  CHECK(refusal(with_head(".global .u32 a;\n.global .u32 a;")) ==
        "5:14 this name is defined twice");
  CHECK(refusal(with_head(".func f {}\n.func f {}")) ==
        "5:7 this name is defined twice");
  CHECK(refusal(with_head(".global .pred a;")) ==
        "4:9 `pred` is no type of a variable");
  CHECK(refusal(with_head(".global a;")) == "4:9 expected a type, found `a`");
  CHECK(refusal(with_head(".global .align 3 .u32 a;")) ==
        "4:16 an alignment must be a power of two");
  CHECK(refusal(with_head(".global .u32 a[2] = {1, 2, 3};")) ==
        "4:30 more initial values than elements");
  CHECK(refusal(with_head(".global .u32 a[1] = {0xFF0(f)};")) ==
        "4:22 a mask must select one byte");
  CHECK(refusal(with_head(".func f(.reg .u32 a);")) ==
        "4:9 parameters in registers are not supported; use .param");
  CHECK(refusal(with_head(".entry k .bogus {}")) ==
        "4:10 `bogus` is no known directive of a function");
}

TEST_CASE("sizes that no device has are refused, not allocated") {
  CHECK(refusal(with_head(".global .u32 a[0xFFFFFFFFFFFFFFFF];")) ==
        "4:16 the array is too large");
  CHECK(refusal(with_head(".global .u32 a[0x10000000][0x10000000];")) ==
        "4:28 the array is too large");
  CHECK(refusal(with_head(".global .u8 a[9][0x10000000] = {{1}, {1}};")) ==
        "4:36 the rows of the initial value are too incomplete");
  CHECK(refusal(in_kernel(".reg .b32 %r<99999999999>;")) ==
        "5:14 too many registers");
}

TEST_CASE("nesting has a bound") {
  CHECK(refusal(in_kernel(repeated("{", 100000))) ==
        "5:64 blocks are nested too deep");
  CHECK(refusal(in_kernel("op " + repeated("-", 100000) + "1;")) ==
        "5:69 a constant is nested too deep");
  CHECK(refusal(in_kernel("op " + repeated("{", 100000))) ==
        "5:9 operands are nested too deep");
  CHECK(refusal(with_head(".global .u32 a = " + repeated("{", 100000))) ==
        "4:20 too many braces");
}

TEST_CASE("what is not closed is refused") {
  CHECK(refusal(with_head("/* no end")) == "4:1 a comment is not closed");
  CHECK(refusal(with_head(".file 1 \"a\n")) ==
        "4:9 a string is not closed on its line");
  CHECK(refusal(with_head(".section .debug_info {")) ==
        "4:23 expected `}`, found the end of the text");
  CHECK(refusal(with_head(".section .debug_info { /*")) ==
        "4:24 a comment is not closed");
  CHECK(refusal(with_head(".entry k {")) ==
        "4:11 expected an instruction, found the end of the text");
}

TEST_CASE("a kernel that is cut off anywhere is refused") {
  const std::string text = in_kernel(
      ".reg .pred %p<2>; .reg .b32 %r<3>; .shared .v2 .b32 s[4];\n"
      ".loc 1 2 3\n@%p1 ld.shared.v2.b32 {%r1, %r2}, [s+8]; /* c */\n"
      "call (s), k, (%r1);");
  const size_t end = text.rfind('}');
  parsed(text);
  for (size_t size = text.find('{'); size < end; ++size) {
    CHECK(refusal(text.substr(0, size)) != "accepted");
  }
}

}  // namespace simt::ptx
