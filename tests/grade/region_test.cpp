// SPDX-License-Identifier: MIT
// Where a region ends, as a compiler sees it.
#include "runner/grade/region.h"

#include <doctest/doctest.h>

#include <string>

#include "runner/base/text_file.h"

namespace {

const std::string kTeacher =
    "#include \"lesson.h\"\nvoid f() {\n  // task-begin\n  // TODO\n"
    "  // task-end\n  g(kSize);\n}\n";

std::string with(const std::string& region) {
  return "#include \"lesson.h\"\nvoid f() {\n  // task-begin\n" + region +
         "  // task-end\n  g(kSize);\n}\n";
}

/// The toolkit of these tests.
bool known(const std::string& name) {
  return name == "cub/cub.cuh" || name == "mma.h" || name == "map";
}

learn::Splice splice_region(const std::string& teacher,
                            const std::string& student) {
  return learn::splice_region(teacher, student, known);
}

bool refused(const std::string& region) {
  return !splice_region(kTeacher, with(region)).refusal.empty();
}

learn::Scan scan(const std::string& text) {
  return learn::scan_text(text, {.header = known});
}

/// What the compiler gets of a region.
std::string written(const std::string& region) {
  return learn::cut_at_marks(splice_region(kTeacher, with(region)).text)
      .value_or(learn::Marked{})
      .region;
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
    CHECK(below.differs_at == 8);
    other = "// mine\n" + with("  int i = 1;\n");
    const auto above = splice_region(kTeacher, other);
    CHECK(above.text == same.text);
    CHECK(above.differs_at == 1);
  }

  TEST_CASE("headers of the toolkit are taken from above the region") {
    const auto mine = with("  int i = 1;\n");
    const auto splice =
        splice_region(kTeacher, "#include  <cub/cub.cuh>  // mine\n" + mine);
    CHECK(splice.text == "#include <cub/cub.cuh>\n" + mine);
    CHECK(splice.differs_at == 0);
    CHECK(splice.begin == 5);
    CHECK(splice.end == 6);
    const auto twice = splice_region(
        kTeacher, "#include <mma.h>\n# include \"mma.h\"\n// mine\n" + mine);
    CHECK(twice.text == "#include <mma.h>\n" + mine);
    CHECK(twice.differs_at == 3);
    for (const auto* line :
         {"#include <unistd.h>", "#include \"other.h\"",
          "#include </etc/passwd>", "#import <mma.h>", "#include <../mma.h>",
          "#include <cub//cub.cuh>", "#include <cub/../mma.h>",
          "#include <mma.h> int x;", "#include <mma.h> /* a */ b /* */",
          "#include_next <mma.h>", "#include MMA"}) {
      const auto other =
          splice_region(kTeacher, std::string(line) + "\n" + mine);
      CHECK_MESSAGE(other.text == mine, std::string(line));
      CHECK_MESSAGE(other.differs_at == 1, std::string(line));
    }
    // Below the region nothing is taken, and that is told.
    const auto below = splice_region(kTeacher, mine + "#include <mma.h>\n");
    CHECK(below.text == mine);
    CHECK(below.differs_at == 8);
  }

  TEST_CASE("headers are taken from the region, where it is in no braces") {
    const std::string teacher = "// task-begin\nint f();\n// task-end\n";
    const auto cut = [](const std::string& region) {
      return "// task-begin\n" + region + "// task-end\n";
    };
    CHECK(splice_region(teacher, cut("#include \"mma.h\"  // a\nint f();\n"))
              .text == cut("#include <mma.h>\nint f();\n"));
    CHECK_FALSE(
        splice_region(teacher, cut("#include <unistd.h>\n")).refusal.empty());
    CHECK_FALSE(splice_region(teacher, cut("void f() {\n#include <mma.h>\n}\n"))
                    .refusal.empty());
    CHECK(refused("#include <mma.h>\n"));  // within f()
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
    for (const auto* region :
         {"if (i) { j(); } else {\n}\n",
          "char c = '}'; const char* t = \"}\\\"}\";  // }\n",
          "/* } // */ int i = 1'000'000; // '\n",
          "int i = 0x1p-3 > 1 ? 1'0 : 2; char q = '\\'';\n", "a[b] c<::d> e;\n",
          "int $a = 1;\n", "int \xc3\xa4 = 1;\n", "int n = 5 % 3;  // 5%>3\n",
          "// {[( \xe4\xb8\xad\xe6\x96\x87\n", "// \xe4 in Latin-1\n",
          "asm(\"{ .reg .b32 t; }\");\n"}) {
      const auto refusal = splice_region(kTeacher, with(region)).refusal;
      CHECK_MESSAGE(refusal.empty(), std::string(region) << refusal);
    }
    for (const auto* region : {"}\n",
                               "{\n",
                               "} {\n",
                               "%> <%\n",
                               "// {\\\n } {\n}\n",
                               "// \\\n{\n}\n",
                               "/* } \n",
                               "\"}\n{\"\n",
                               "R\"({)\";\n",
                               "u8R\"({)\";\n",
                               "f(\n",
                               ")\n",
                               "f({)}\n",
                               "f({, )}\n",
                               "[(])\n",
                               "a <% b\n",
                               "a[0:>\n",
                               "?\?<\n",
                               "\"?\?/\";\n",
                               "0x'{';\n",
                               "1'{;\n",
                               "int \\u0041;\n",
                               "a @ b;\n",
                               "`\n",
                               "\xc2\xa0\n",
                               "\xe2\x80\xa8}\n",
                               "\xff\n",
                               "// x\r}\n",
                               "/* \r */\n",
                               "\"\r\"\n",
                               "int i;\r}\n",
                               "E #define X\n",
                               "x /*\n*/ # define X\n"}) {
      CHECK_MESSAGE(refused(region), std::string(region));
    }
    CHECK(refused(std::string("int i;\0}\n", 9)));
    CHECK(refused("int i;\x01\n"));
  }

  TEST_CASE("a splice hides nothing") {
    CHECK(scan("/\\\n/ {\n").braces.end == 0);
    CHECK(scan("/\\\n* { *\\  \n/ }\n").braces.lowest == -1);
    CHECK(scan("// a \\ b\n{\n").braces.end == 1);
    CHECK(scan("#\\\ninclude <other.h>\n").refusal != "");
    CHECK(scan("in\\\nt x\\  \n;\n").text == "int x;\n\n\n");
  }

  TEST_CASE("the compiler gets no comment, splice or carriage return") {
    CHECK(written("int a;  // b\n") == "int a;  \n");
    CHECK(written("a /* b */ c;\n") == "a         c;\n");
    CHECK(written("a; /* \n { */ c;\n") == "a;    \n      c;\n");
    CHECK(written("int a;\r\n// b\r\n") == "int a;\n\n");
    CHECK(written("\f\vint a;\n") == "  int a;\n");
    CHECK(written("#define A /* \n */ 5\n") == "#define A        5\n\n");
    CHECK(written("#pragma unroll 1 /*\n {\n*/\n") ==
          "#pragma unroll 1       \n\n\n");
    CHECK(written("s = \"/* // \\\" \xc3\xa4\";\n") ==
          "s = \"/* // \\\" \xc3\xa4\";\n");
  }

  TEST_CASE("directives that bring in or hide text are refused") {
    for (const auto* line : {"#include <vector>",
                             " # include <vector>",
                             "%:include <vector>",
                             "#\\\ninclude <vector>",
                             "#include_next <a>",
                             "#line 3",
                             "#ident \"x\"",
                             "#pragma once",
                             "#pragma GCC poison int",
                             "#pragma push_macro(\"a\")",
                             "#define A {",
                             "#define A <%",
                             "#define A #x",
                             "#define A a ## b",
                             "#define A \"",
                             "#define A (",
                             "#define A )",
                             "#define A ({)}",
                             "/* */ #include <a>",
                             "#embed </etc/passwd>",
                             "#import <a>",
                             "#if __has_include(</etc/passwd>)\n#endif",
                             "#warning a",
                             "#define g(x)",
                             "#undef kSize",
                             "#define kSize 3",
                             "#define",
                             "#pragma unroll \"",
                             "#pragma unroll __has_include(\"a\")"}) {
      CHECK_MESSAGE(refused(std::string(line) + "\n"), std::string(line));
    }
    CHECK(refused("_Pragma(\"once\")\n"));
    CHECK(refused("__pragma(once)\n"));
    for (const auto* line :
         {"#pragma unroll", "#pragma unroll 4  // four", "#pragma nounroll",
          "#pragma unroll(kTile)", "#pragma nv_diag_suppress 177",
          "#define TILE 32", "#define SQUARE(a) ((a) * (a))", "#undef TILE",
          "#define SWAP(a, b) do { int t = a; a = b; b = t; } while (0)",
          "#define MOD(a) ((a) % 32)", "#define A /* \n */", "#"}) {
      const auto refusal =
          splice_region(kTeacher, with(std::string(line) + "\n")).refusal;
      CHECK_MESSAGE(refusal.empty(), std::string(line) << ": " << refusal);
    }
  }

  TEST_CASE("directives that choose code are taken where their parts agree") {
    for (const auto* region :
         {"#if __CUDA_ARCH__ >= 800\nx();\n#else\ny();\n#endif\n",
          "#ifdef A\n#ifndef B\nx();\n#endif\n#elif 1\ny();\n#endif  // A\n",
          "#if A\nif (x) {\n#else\nif (y) {\n#endif\nz(); }\n",
          "#if A\n#error \"no\"\n#endif\n"}) {
      const auto refusal = splice_region(kTeacher, with(region)).refusal;
      CHECK_MESSAGE(refusal.empty(), std::string(region) << refusal);
    }
    for (const auto* region :
         {"#if 1\n", "#endif\n", "#else\n", "#if 1\n{\n#endif\n}\n",
          "#if 1\n{\n#else\n{{\n#endif\n}\n", "#if 1\n#else\n}{\n#endif\n",
          "#if 0\n} {\n#endif\n", "#if 1\n#else\n#else\n#endif\n",
          "#if 1\n#else\n#elif 1\n#endif\n", "#if 0\n'\n#endif\n",
          "#if (\n#endif\n", "#if 1\n(\n#else\n[\n#endif\n)\n",
          "#if 0\n#include <unistd.h>\n#endif\n"}) {
      CHECK_MESSAGE(refused(region), std::string(region));
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
