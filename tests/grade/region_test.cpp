// SPDX-License-Identifier: MIT
// Where a region ends, as a compiler sees it.
#include "runner/grade/region.h"

#include <doctest/doctest.h>

#include <string>

namespace {

using learn::look_at_region;
using learn::splice_region;

const std::string kTeacher =
    "#include \"lesson.h\"\nvoid f() {\n  // task-begin\n  // TODO\n"
    "  // task-end\n}\n";

std::string with(const std::string& region) {
  return "#include \"lesson.h\"\nvoid f() {\n  // task-begin\n" + region +
         "  // task-end\n}\n";
}

bool refused(const std::string& region) {
  return !splice_region(kTeacher, with(region)).refusal.empty();
}

}  // namespace

TEST_SUITE("region") {
  TEST_CASE("the region alone is taken, and what differs is told by its line") {
    const auto same = splice_region(kTeacher, with("  int i = 1;\n"));
    CHECK(same.text == with("  int i = 1;\n"));
    CHECK(same.differs_at == 0);
    auto other = with("  int i = 1;\n") + "int g() { return 1; }\n";
    const auto below = splice_region(kTeacher, other);
    CHECK(below.text == same.text);
    CHECK(below.differs_at == 7);
    other = "// mine\n" + with("  int i = 1;\n");
    const auto above = splice_region(kTeacher, other);
    CHECK(above.text == same.text);
    CHECK(above.differs_at == 1);
  }

  TEST_CASE("headers of the toolkit are taken from above the region") {
    const auto mine = with("  int i = 1;\n");
    const auto splice =
        splice_region(kTeacher, "#include  <cuda/atomic>  // mine\n" + mine);
    CHECK(splice.text == "#include <cuda/atomic>\n" + mine);
    CHECK(splice.differs_at == 0);
    const auto twice = splice_region(
        kTeacher, "#include <mma.h>\n#include <mma.h>\n// mine\n" + mine);
    CHECK(twice.text == "#include <mma.h>\n" + mine);
    CHECK(twice.differs_at == 3);
    for (const auto* line : {"#include <fstream>", "#include \"mma.h\"",
                             "#include </etc/passwd>", "#import <mma.h>"}) {
      const auto other =
          splice_region(kTeacher, std::string(line) + "\n" + mine);
      CHECK_MESSAGE(other.text == mine, line);
      CHECK_MESSAGE(other.differs_at == 1, line);
    }
  }

  TEST_CASE("marks stand on exactly one line each, in order") {
    CHECK(splice_region(kTeacher, "").text.empty());
    CHECK(splice_region(kTeacher, "// task-end\n// task-begin\n").text.empty());
    CHECK(refused("// task-begin\n"));
    CHECK(refused("// task-end\n"));
    CHECK_FALSE(refused("  // the task-begin mark\n"));
    CHECK(splice_region(kTeacher, "// task-begin\r\nint i;\r\n// task-end\r\n")
              .refusal.empty());
  }

  TEST_CASE("braces count where a compiler counts them") {
    CHECK_FALSE(refused("if (i) { j(); } else {\n}\n"));
    CHECK_FALSE(refused("char c = '}'; const char* t = \"}\\\"}\";  // }\n"));
    CHECK_FALSE(refused("/* } // */ int i = 1'000'000; // '\n"));
    CHECK_FALSE(refused("int i = 0x1p-3 > 1 ? 1'0 : 2; char q = '\\'';\n"));
    CHECK_FALSE(refused("a <% b %> c<::d> e;\n"));
    CHECK(refused("}\n"));
    CHECK(refused("{\n"));
    CHECK(refused("} {\n"));
    CHECK(refused("%> <%\n"));
    CHECK(refused("// {\\\n } {\n}\n"));
    CHECK(refused("// \\\n{\n}\n"));
    CHECK(refused("/* } \n"));
    CHECK(refused("\"}\n{\"\n"));
    CHECK(refused("R\"({)\";\n"));
    CHECK(refused(std::string("int i;\0}", 8)));
  }

  TEST_CASE("a splice hides nothing") {
    CHECK(look_at_region("/\\\n/ {\n").braces.end == 0);
    CHECK(look_at_region("/\\\n* { *\\  \n/ }\n").braces.lowest == -1);
    CHECK(look_at_region("// a \\ b\n{\n").braces.end == 1);
  }

  TEST_CASE("directives that bring in or hide text are refused") {
    for (const auto* line :
         {"#include <vector>", " # include <vector>", "%:include <vector>",
          "#\\\ninclude <vector>", "#include_next <a>", "#if 1", "#else",
          "#line 3", "#error", "#pragma once", "#pragma GCC poison int",
          "#define A {", "#define A <%", "#define A #x", "#define A \"",
          "/* */ #include <a>", "#define A /* \n */", "#embed </etc/passwd>"}) {
      CHECK_MESSAGE(refused(std::string(line) + "\n"), line);
    }
    CHECK(refused("_Pragma(\"once\")\n"));
    for (const auto* line :
         {"#pragma unroll", "#pragma unroll 4  // four", "#pragma nounroll",
          "#define TILE 32", "#define SQUARE(a) ((a) * (a))", "#undef TILE",
          "#"}) {
      CHECK_MESSAGE(!refused(std::string(line) + "\n"), line);
    }
  }

  TEST_CASE("a region may reach as far as the teacher's, and no further") {
    const std::string teacher =
        "void k() {\n// task-begin\n}\nvoid f() {\n// task-end\n}\n";
    const auto cut = [](const std::string& region) {
      return "// task-begin\n" + region + "// task-end\n";
    };
    CHECK(splice_region(teacher, cut("i();\n}\nvoid f() {\n  { j(); }\n"))
              .refusal.empty());
    CHECK_FALSE(splice_region(teacher, cut("i();\n")).refusal.empty());
    CHECK_FALSE(splice_region(teacher, cut("} } { {\n")).refusal.empty());
  }
}
