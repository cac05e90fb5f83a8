// SPDX-License-Identifier: MIT
// PTX beside its source: how it is read, marked and laid out.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "runner/base/stop.h"
#include "runner/ptx/side_by_side.h"
#include "tests/learner/course.h"

namespace {

constexpr const char* kPtx = R"(
.version 9.0
.target sm_75
.address_size 64
.visible .entry _Z3addPiS_(
	.param .u64 _Z3addPiS__param_0
)
{
	.reg .pred 	%p<3>;
	.reg .b32 	%r<4>;
	.reg .b64 	%rd<2>;
	.loc	1 5 0
	.shared .align 4 .b8 _ZZ3addPiS_E4tile[128];
	ld.param.u64 	%rd1, [_Z3addPiS__param_0];
	.loc	1 7 3
	mov.u32 	%r1, _ZZ3addPiS_E4tile;
	@%p1 bra 	$L__BB0_2;

	st.shared.u32 	[%r1], %r2;

$L__BB0_2:
	.loc	1 9 7
	.loc	2 80 5, function_name $L__info_string1, inlined_at 1 9 7
	.loc	2 110 3, function_name $L__info_string0, inlined_at 2 80 5
	shfl.sync.down.b32 	%r3|%p2, %r2, 1, 31, -1;
	.loc	2 20 3
	bar.sync 	0;
	{
	.loc	1 30 1
	ret;
	}

}

.visible .entry _Z3sumILi64EEvPi(
	.param .u64 _Z3sumILi64EEvPi_param_0
)
{
$L__begin:
	.loc	1 31 1
	ret;
}

	.file	1 "/course/lessons/07_x/exercise.cu"
	.file	2 "/usr/include/sm_30_intrinsics.hpp"
)";

learn::Sheet sheet_of(int columns) {
  learn::Sheet sheet;
  sheet.columns = columns;
  sheet.lines_of = [](const std::string&) {
    std::vector<std::string> lines;
    for (int i = 1; i <= 31; ++i)
      lines.push_back("source " + std::to_string(i));
    return lines;
  };
  sheet.name_of = [](const std::string& file) { return file.substr(8); };
  return sheet;
}

}  // namespace

TEST_SUITE("ptx") {
  TEST_CASE("each instruction knows its line, its mark and short names") {
    const auto kernels = learn::read_ptx(kPtx, "/course");
    REQUIRE(kernels.size() == 2);
    CHECK(kernels[0].name == "add(int*, int*)");
    CHECK(kernels[1].base() == "sum");
    REQUIRE(kernels[1].lines.size() == 2);
    CHECK(kernels[1].lines[0].text == "$L__begin:");
    CHECK(kernels[1].lines[0].line == 31);
    CHECK_THROWS_AS(learn::read_ptx("add.s32 %r1, %r1;", "/"), learn::Stop);
    const auto& lines = kernels[0].lines;
    REQUIRE(lines.size() == 8);
    CHECK(lines[0].text == "ld.param.u64 %rd1, [param_0];");
    CHECK(lines[0].mark.empty());
    CHECK(lines[0].line == 5);
    CHECK(lines[1].text == "mov.u32 %r1, tile;");
    CHECK(lines[2].mark == "branch");
    CHECK(lines[3].mark == "store");
    CHECK(lines[4].text == "$L__BB0_2:");
    CHECK(lines[4].line == 9);  // the label goes with what it names
    CHECK(lines[5].mark == "shuffle");
    CHECK(lines[5].line == 9);  // where the header's function was inlined
    CHECK(lines[6].mark == "barrier");
    CHECK(lines[6].file.empty());
    CHECK(lines[7].line == 30);
  }

  TEST_CASE("what touches memory, waits or talks is marked") {
    const std::vector<std::pair<std::string, std::string>> wanted{
        {"ld.global.f32", "load"},
        {"ld.param.u64", ""},
        {"st.volatile.shared.u32", "store"},
        {"cp.async.ca.shared.global", "copy"},
        {"atom.global.add.u32", "atomic"},
        {"red.global.add.u32", "atomic"},
        {"barrier.sync", "barrier"},
        {"membar.gl", "fence"},
        {"vote.sync.ballot.b32", "vote"},
        {"wmma.load.a.sync.aligned.row.m16n16k16.f16", "load"},
        {"wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32", "matrix"},
        {"bra.uni", "branch"},
        {"brev.b32", ""},
        {"add.s32", ""},
        {"", ""}};
    for (const auto& [opcode, mark] : wanted) {
      CAPTURE(opcode);
      CHECK(learn::ptx_mark(opcode) == mark);
    }
  }

  TEST_CASE("at 80 columns source and PTX stand below each other") {
    const auto kernels = learn::read_ptx(kPtx, "/course");
    CHECK(learn::side_by_side(kernels[0], sheet_of(80)) ==
          "lessons/07_x/exercise.cu\n"
          "   5 | source 5\n"
          "               ld.param.u64 %rd1, [param_0];\n"
          "   6 | source 6\n"
          "   7 | source 7\n"
          "               mov.u32 %r1, tile;\n"
          "       branch  @%p1 bra $L__BB0_2;\n"
          "       store   st.shared.u32 [%r1], %r2;\n"
          "   8 | source 8\n"
          "   9 | source 9\n"
          "               $L__BB0_2:\n"
          "       shuffle shfl.sync.down.b32 %r3|%p2, %r2, 1, 31, -1;\n"
          "     . 20 lines without PTX\n"
          "  30 | source 30\n"
          "               ret;\n"
          "\nin CUDA's headers, or of no line\n"
          "     |\n"
          "       barrier bar.sync 0;\n");
  }

  TEST_CASE(
      "from 120 columns on they stand side by side, and nothing is wider") {
    const auto kernels = learn::read_ptx(kPtx, "/course");
    const auto wide = learn::side_by_side(kernels[0], sheet_of(120));
    CHECK(wide.find("   7 | source 7" + std::string(46, ' ') +
                    " |         mov.u32 %r1, tile;\n") != std::string::npos);
    CHECK(wide.find("     |" + std::string(56, ' ') +
                    "| branch  @%p1 bra $L__BB0_2;\n") != std::string::npos);
    for (const int columns : {60, 80, 119, 120, 200}) {
      const auto text = learn::side_by_side(kernels[0], sheet_of(columns));
      for (const auto& line : learn::split_lines(text)) {
        CHECK(line.size() <= static_cast<size_t>(columns));
      }
    }
  }

  TEST_CASE("the verb compiles a lesson and shows its kernel") {
    const Course course;
    const auto answer = course.learn({"ptx", "90", "--solution"});
    CHECK(answer.status == 0);
    CHECK(answer.says("== add_each(int const*, int const*, int*, int)"));
    CHECK(answer.says("solutions/90_adds/solution.cu\n"));
    CHECK(answer.says("\n       store   st.global.u32 ["));
    for (const auto& line : learn::split_lines(answer.out)) {
      CHECK(line.size() <= 80);
    }
    const auto other = course.learn({"ptx", "90", "--kernel", "absent"});
    CHECK(other.status == 2);
    CHECK(
        other.complains("no kernel's name has `absent` in it; there are\n"
                        "  add_each("));
    learn::write_text(course.exercise, "int add( {\n");
    const auto broken = course.learn({"ptx", "90"});
    CHECK(broken.status == 1);
    CHECK(broken.says("lessons/90_adds/exercise.cu does not compile yet"));
    CHECK(broken.says("At end of source: error: expected"));
  }
}
