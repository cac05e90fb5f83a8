// SPDX-License-Identifier: MIT
// Which instructions of arm64 write, are atomic, and may run elsewhere. The
// words are those of the GNU assembler 2.40.
#include <doctest/doctest.h>

#include <cstdint>
#include <string>

#include "simt/process/a64.h"

namespace {

using simt::cudart::a64::can_move, simt::cudart::a64::is_atomic,
    simt::cudart::a64::is_store;

struct Instruction {
  uint32_t word;
  const char* text;
};

constexpr Instruction kLoads[] = {
    {0xf9400001, "ldr x1, [x0]"},          {0x38626801, "ldrb w1, [x0, x2]"},
    {0xb9800001, "ldrsw x1, [x0]"},        {0x39c00001, "ldrsb w1, [x0]"},
    {0xf85f8001, "ldur x1, [x0, #-8]"},    {0x78dfe001, "ldursh w1, [x0, #-2]"},
    {0xf8408c01, "ldr x1, [x0, #8]!"},     {0xf8400801, "ldtr x1, [x0]"},
    {0xa9400801, "ldp x1, x2, [x0]"},      {0x3dc00000, "ldr q0, [x0]"},
    {0xfd400000, "ldr d0, [x0]"},          {0x6d400400, "ldp d0, d1, [x0]"},
    {0x4c407000, "ld1 {v0.16b}, [x0]"},    {0x4d40c800, "ld1r {v0.4s}, [x0]"},
    {0xc8dffc01, "ldar x1, [x0]"},         {0xc8df7c01, "ldlar x1, [x0]"},
    {0xf8bfc001, "ldapr x1, [x0]"},        {0xd9408001, "ldapur x1, [x0, #8]"},
    {0x99808001, "ldapursw x1, [x0, #8]"},
};

constexpr Instruction kStores[] = {
    {0xf9000001, "str x1, [x0]"},
    {0x38226801, "strb w1, [x0, x2]"},
    {0xf81f8001, "stur x1, [x0, #-8]"},
    {0x781fe001, "sturh w1, [x0, #-2]"},
    {0xf8008401, "str x1, [x0], #8"},
    {0xf8000801, "sttr x1, [x0]"},
    {0xa9000801, "stp x1, x2, [x0]"},
    {0xac000400, "stnp q0, q1, [x0]"},
    {0x3d800000, "str q0, [x0]"},
    {0xbd000000, "str s0, [x0]"},
    {0xad010400, "stp q0, q1, [x0, #32]"},
    {0x4c007000, "st1 {v0.16b}, [x0]"},
    {0x4c9f0800, "st4 {v0.4s-v3.4s}, [x0], #64"},
    {0x0d000c00, "st1 {v0.b}[3], [x0]"},
    {0xc89ffc01, "stlr x1, [x0]"},
    {0xd9008001, "stlur x1, [x0, #8]"},
    {0xd50b7420, "dc zva, x0"},
};

constexpr Instruction kAtomicLoads[] = {
    {0xc85f7c01, "ldxr x1, [x0]"},
    {0xc87f8801, "ldaxp x1, x2, [x0]"},
};

constexpr Instruction kAtomicStores[] = {
    {0xc8027c01, "stxr w2, x1, [x0]"},
    {0xc8238801, "stlxp w3, x1, x2, [x0]"},
    {0xc8a17c02, "cas x1, x2, [x0]"},
    {0xc8e1fc02, "casal x1, x2, [x0]"},
    {0x48227c04, "casp x2, x3, x4, x5, [x0]"},
    {0xf8210002, "ldadd x1, x2, [x0]"},
    {0xf821001f, "stadd x1, [x0]"},
    {0xf8e18002, "swpal x1, x2, [x0]"},
    {0x38218002, "swpb w1, w2, [x0]"},
    {0xb8216002, "ldumax w1, w2, [x0]"},
};

constexpr Instruction kOfTheirPlace[] = {
    {0x58000061, "ldr x1, label"},
    {0x9c000041, "ldr q1, label"},
    {0x98000021, "ldrsw x1, label"},
};

template <size_t kCount>
void check(const Instruction (&all)[kCount], bool writes, bool atomic,
           bool moves) {
  for (const Instruction& one : all) {
    CAPTURE(std::string(one.text));
    CHECK(is_store(one.word) == writes);
    CHECK(is_atomic(one.word) == atomic);
    CHECK(can_move(one.word) == moves);
  }
}

}  // namespace

TEST_CASE("an instruction of arm64 tells what it does to memory") {
  check(kLoads, false, false, true);
  check(kStores, true, false, true);
  check(kAtomicLoads, false, true, true);
  check(kAtomicStores, true, true, true);
  check(kOfTheirPlace, false, false, false);
}
