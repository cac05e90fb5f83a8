// SPDX-License-Identifier: MIT
// `.file`, `.loc` and inlined positions, as nvcc -lineinfo and -G print them.
#include "tests/host/ptx_help.h"

namespace simt::ptx {
namespace {

constexpr const char* kInlined = R"(
.visible .entry k()
{
  .reg .b32 %r<9>;
  .loc 1 16 0
  mov.u32 %r1, 1;
  .loc 1 20 3
  .loc 2 489 9, function_name $L__info_string0, inlined_at 1 20 3
  mov.u32 %r2, 2;
  .loc 3 87 13, function_name $L__info_string1, inlined_at 2 489 9
  mov.u32 %r3, 3;
  .loc 1 21 3
  .loc 2 489 9, function_name $L__info_string0, inlined_at 1 21 3
  .loc 3 87 13, function_name $L__info_string0+2, inlined_at 2 489 9
  mov.u32 %r4, 4;
  .loc 1 16 0
  ret;
}
  .file 1 "/src/a.cu"
  .file 2 "/src/b.h", 1234, 56
  .section .debug_str
  {
$L__info_string0:
.b8 115,121,110
.b8 99,0
$L__info_string1:
.b8 98,97,114,0
  }
)";

}  // namespace

TEST_CASE("an inlined position leads out to the user's line") {
  const Module m = parsed(with_head(kInlined));
  const Function& k = m.functions.at(0);
  const auto at = [&](size_t i) -> const Location& {
    return m.locations.at(static_cast<size_t>(k.body.at(i).location));
  };
  const auto outer = [&](const Location& l) -> const Location& {
    return m.locations.at(static_cast<size_t>(l.inlined_at));
  };
  CHECK(m.files.at(1) == "/src/a.cu");
  CHECK(m.files.at(2) == "/src/b.h");
  CHECK(at(0).line == 16);
  CHECK(at(0).inlined_at == -1);
  CHECK(at(1).line == 489);
  CHECK(at(1).function == "sync");
  CHECK(outer(at(1)).line == 20);
  CHECK(at(2).line == 87);
  CHECK(at(2).function == "bar");
  CHECK(outer(at(2)).function == "sync");
  CHECK(outer(outer(at(2))).line == 20);
  CHECK(at(3).function == "nc");
  CHECK(outer(outer(at(3))).line == 21);
  CHECK(k.body[0].location == k.body[4].location);
  CHECK(k.location == k.body[0].location);
}

TEST_CASE("an instruction before the first .loc has no position") {
  const Function k = kernel("bar.sync 0;\n.loc 1 2 3\nbar.sync 0;");
  CHECK(k.body[0].location == -1);
  CHECK(k.body[1].location >= 0);
}

TEST_CASE("a call site that was never printed becomes a position") {
  const Module m = parsed(
      in_kernel(".loc 1 2 3, function_name $S, inlined_at 1 9 9\nbar.sync 0;"));
  const Location& inner =
      m.locations.at(static_cast<size_t>(m.functions[0].body[0].location));
  REQUIRE(inner.inlined_at >= 0);
  CHECK(m.locations[static_cast<size_t>(inner.inlined_at)].line == 9);
  CHECK(inner.function.empty());  // no .debug_str names it
}

TEST_CASE("a position is never inside itself") {
  const Module m = parsed(
      in_kernel(".loc 1 2 3, function_name $S, inlined_at 1 2 3\nbar.sync 0;\n"
                ".loc 1 2 3, function_name $S, inlined_at 1 2 3\nbar.sync 0;"));
  for (size_t i = 0; i < m.locations.size(); ++i) {
    CHECK(m.locations[i].inlined_at < static_cast<int>(i));
  }
}

TEST_CASE("debug sections of -G are read over") {
  const Module m = parsed(with_head(R"(
.section .debug_abbrev { .b8 1 .b8 17 .b8 0 }
.section .debug_info
{
.b32 1224 .b8 2
.b32 .debug_abbrev
.b64 $L__func_begin0
.b64 $L__tmp1-$L__tmp0
$L__x:
.b8 1,2
}
.section .debug_loc { }
)"));
  CHECK(m.functions.empty());
}

}  // namespace simt::ptx
