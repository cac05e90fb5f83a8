// SPDX-License-Identifier: MIT
// What compilers leave: what they read, against what the teacher's file says;
// and object files, where an assembler line in a region can put any table into
// one.
#include "runner/grade/as_read.h"

#include <doctest/doctest.h>

#include <string>

#include "runner/base/place.h"
#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "runner/grade/object_file.h"

namespace {

namespace fs = learn::fs;
using learn::compare_readings;
using learn::read_preprocessed;

/// A file of which line 3 is the region, as a preprocessor writes it.
std::string file(const std::string& before, const std::string& region,
                 const std::string& after) {
  return "# 0 \"e.cu\"\n# 1 \"/usr/include/a.h\" 1\nint a() {\n# 2 \"e.cu\" "
         "2\n" +
         before + "\n" + region + after + "\n";
}

const std::string kOriginal = file("void f() {", "x();\n", "g(4); }");

std::string compared(const std::string& text, int end = 4) {
  return compare_readings(read_preprocessed(kOriginal, 3, 4), {3, 4},
                          read_preprocessed(text, 3, end), {3, end});
}

bool any(const std::string&) { return false; }

}  // namespace

TEST_SUITE("region") {
  TEST_CASE("another region alone is the same file") {
    CHECK(compared(kOriginal).empty());
    CHECK(
        compared(file("void f() {", "#pragma unroll 4\n", "g(4); }")).empty());
    CHECK(compared(file("void f() {", "y(')', \"}\");\n", "g(4); }")).empty());
    CHECK(compared(file("void  f()  {", "{ [1'000] }\n", "g( 4 ) ;}")).empty());
    // __LINE__ of the line below the region.
    CHECK(compared(file("void f() {", "x();\n\n", "g(5); }"), 5).empty());
    CHECK(compared(file("void f() {",
                        "# 1 \"/usr/include/b.h\" 1\n{ }\n# 3 \"e.cu\" 2\n\n",
                        "g(4); }"))
              .empty());
  }

  TEST_CASE("what the region does to the rest of the file is seen") {
    const auto outside = [](const std::string& text) {
      return compared(text).find("is outside of it") != std::string::npos;
    };
    CHECK(outside(file("void h() {", "x();\n", "g(4); }")));
    CHECK(outside(file("void f() {", "x();\n", "h(4); }")));
    CHECK(outside(file("void f() {", "x();\n", "g(5); }")));
    CHECK(outside(file("void f() {", "x();\n", "g(4); } int more;")));
    CHECK(outside(file("void f() {", "x();\n", "g(4);")));
    CHECK(outside(file("void f() {", "x();\n", "")));
    CHECK(outside(file("void f() {", "x();\n", "\"g\"(4); }")));
    CHECK(outside(file("void f() {", "x();\n",
                       "# 1 \"/usr/include/b.h\" 1\nint b;\n# 4 \"e.cu\" 2\n"
                       "g(4); }")));
  }

  TEST_CASE("the region leaves open what the teacher's does, and no more") {
    for (const auto* region :
         {"}\n", "{\n", "} {\n", "f(\n", ")\n", "[(])\n", "} int r; {\n",
          "# 1 \"/usr/include/b.h\" 1\n{\n# 3 \"e.cu\" 2\n\n", "'a\n",
          " # define f\n", "R\"(a)\"\n", "#pragma weak f\n",
          "#pragma GCC poison f\n"}) {
      CHECK_MESSAGE(!compared(file("void f() {", region, "g(4); }")).empty(),
                    std::string(region));
    }
  }

  TEST_CASE("each file that is read must be allowed") {
    const auto ours = read_preprocessed(kOriginal, 3, 4);
    auto text = kOriginal;
    CHECK(
        learn::strange_file(ours, read_preprocessed(text, 3, 4), any).empty());
    text += "# 1 \"solutions/a \\\"b.cu\" 1\nint b;\n";
    const auto theirs = read_preprocessed(text, 3, 4);
    CHECK(theirs.files.count("solutions/a \"b.cu") == 1);
    CHECK_FALSE(learn::strange_file(ours, theirs, any).empty());
    CHECK(learn::strange_file(ours, theirs, [](const std::string& name) {
            return name.starts_with("solutions/");
          }).empty());
  }

  TEST_CASE("rubbish is no reading") {
    for (const auto* text : {"", "int a;\n", "# x\n", "# 1\n", "\n\n"}) {
      CHECK_FALSE(compared(text).empty());
    }
  }
}

TEST_SUITE("object") {
  TEST_CASE("a whole object file has its names") {
    const auto object = learn::read_object(
        learn::read_text(ROOT "/tests/fuzz/corpus/object/plain.elf"), "it");
    CHECK(object.defined.size() == 1);
    CHECK(object.needed.empty());
  }

  TEST_CASE("one whose tables cannot be is refused") {
    int count = 0;
    for (const char* folder : {ROOT "/tests/fuzz/corpus/object", OBJECTS}) {
      for (const auto& entry : fs::directory_iterator(folder)) {
        const auto name = entry.path().filename().string();
        if (!name.starts_with("damaged_")) continue;
        INFO(name);
        ++count;
        std::string sentence;
        try {
          learn::read_object(learn::read_text(entry.path()), "it");
        } catch (const learn::Stop& stop) {
          sentence = stop.sentence;
        }
        CHECK(sentence == "it is no whole object file");
      }
    }
    CHECK(count == 9);
  }
}
