// SPDX-License-Identifier: MIT
// The look of a finding, to the letter.
#include <doctest/doctest.h>

#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>

#include "simt/report/kernel_name.h"
#include "simt/report/paths.h"
#include "simt/report/report.h"

namespace simt::report {
namespace {

/// A source file in the current folder, gone at the end.
struct SourceFile {
  explicit SourceFile(const std::string& text) { std::ofstream(path) << text; }
  ~SourceFile() { std::remove(path.c_str()); }
  std::string path = "report_text_test_source.cu";
};

std::string lines_of_source(int count) {
  std::string text;
  for (int i = 1; i <= count; ++i) {
    if (i == 17)
      text += "  buf[threadIdx.x] = in[threadIdx.x];\n";
    else if (i == 18)
      text += "  out[threadIdx.x] = buf[63 - threadIdx.x];\n";
    else
      text += "// " + std::to_string(i) + "\n";
  }
  return text;
}

Diagnostic race(const std::string& file) {
  Diagnostic d;
  d.name = "shared-race";
  d.severity = Severity::kError;
  d.message = "threads 0 and 63 touch `buf+0` with no barrier between";
  Place first;
  first.file = file;
  first.line = 17;
  first.column = 3;
  first.what = "thread 0 (warp 0) stores `buf+0` here";
  first.number = 1;
  Place second = first;
  second.line = 18;
  second.what = "thread 63 (warp 1) loads `buf+0` here";
  second.number = 2;
  second.primary = true;
  d.places = {first, second};
  d.why = "different warps, same 4 bytes, one is a store, nothing orders them";
  d.seen = "64 such pairs in block (0,0,0); lowest address shown";
  d.hint = "what must happen between the two?";
  return d;
}

std::string text_of(const Diagnostic& d, TextOptions options = {}) {
  Report report;
  report.diagnostics = {d};
  return to_text(report, options);
}

TEST_CASE("a long name of a kernel loses its parameters before its own end") {
  CHECK(fitting_kernel("scan(float*, int)", 17) == "scan(float*, int)");
  CHECK(fitting_kernel("scan(float*, int)", 16) == "scan(...)");
  CHECK(fitting_kernel("void f<g(int)>(int (*)(int), int)", 20) ==
        "void f<g(int)>(...)");
  CHECK(fitting_kernel("(anonymous namespace)::scan(int)", 31) ==
        "(anonymous namespace)::scan(......");
  CHECK(fitting_kernel("_Z4scanPfi", 4) == "_Z4s...");
}

TEST_CASE("a finding with two places") {
  const SourceFile source(lines_of_source(20));
  CHECK(
      text_of(race(source.path)) ==
      R"(error[shared-race]: threads 0 and 63 touch `buf+0` with no barrier between
  --> report_text_test_source.cu:18:3
   |
17 |   buf[threadIdx.x] = in[threadIdx.x];
   |   - (1) thread 0 (warp 0) stores `buf+0` here
18 |   out[threadIdx.x] = buf[63 - threadIdx.x];
   |   ^ (2) thread 63 (warp 1) loads `buf+0` here
   |
   = why:   different warps, same 4 bytes, one is a store, nothing orders them
   = seen:  64 such pairs in block (0,0,0); lowest address shown
   = learn: docs/diagnostics/shared-race.md
)");
}

TEST_CASE("two places on one line show the line once") {
  const SourceFile source(lines_of_source(20));
  Diagnostic d = race(source.path);
  d.places[0].line = 18;
  const std::string text = text_of(d);
  const size_t first = text.find("18 |");
  CHECK(text.find("18 |", first + 1) == std::string::npos);
}

TEST_CASE("a source that is not there leaves its line empty") {
  const std::string text = text_of(race("/nowhere/at all.cu"));
  CHECK(text.find("  --> at all.cu:18:3\n") != std::string::npos);
  CHECK(text.find("18 |\n   | ^ (2) thread 63") != std::string::npos);
}

TEST_CASE("a finding without a line says how to get one") {
  Diagnostic d = race("");
  d.places.resize(1);
  d.places[0].line = d.places[0].column = 0;
  CHECK(text_of(d).find(" --> no source line (compile with -lineinfo)\n") !=
        std::string::npos);
}

TEST_CASE("a place without a line stands above the lines of its file") {
  const SourceFile source(lines_of_source(20));
  Diagnostic d = race(source.path);
  d.places[0].line = d.places[0].column = 0;
  const std::string text = text_of(d);
  CHECK(text.find(R"(:18:3
   |
   | - (1) thread 0 (warp 0) stores `buf+0` here
18 |)") != std::string::npos);
  std::swap(d.places[0].primary, d.places[1].primary);
  CHECK(text_of(d).find("source.cu\n   |\n   | ^ (1)") != std::string::npos);
}

TEST_CASE("a finding without a place has none") {
  Diagnostic d = race("");
  d.places.clear();
  CHECK(
      text_of(d) ==
      R"(error[shared-race]: threads 0 and 63 touch `buf+0` with no barrier between
  = why:   different warps, same 4 bytes, one is a store, nothing orders them
  = seen:  64 such pairs in block (0,0,0); lowest address shown
  = learn: docs/diagnostics/shared-race.md
)");
}

TEST_CASE("a hint is shown when asked for") {
  TextOptions options;
  CHECK(text_of(race("a.cu"), options).find("hint") == std::string::npos);
  options.hints = true;
  CHECK(text_of(race("a.cu"), options)
            .find("   = hint:  what must happen between the two?\n") !=
        std::string::npos);
}

TEST_CASE("no line is longer than 80 columns") {
  Diagnostic d = race("a.cu");
  std::string words;
  for (int i = 0; i < 60; ++i) words += "word" + std::to_string(i) + " ";
  d.message = d.why = d.seen = d.places[0].what = words;
  d.notes = {{"lanes", words}};
  std::istringstream text(text_of(d));
  std::string line;
  while (std::getline(text, line)) CHECK(line.size() <= 80);
}

TEST_CASE("colours only when asked, control characters never") {
  Diagnostic d = race("a\x1b[31m.cu");
  d.message = "bad \x1b]0;title\x07 name";
  CHECK(text_of(d).find('\x1b') == std::string::npos);
  CHECK(text_of(d).find("bad \\x1b]0;title\\x07 name") != std::string::npos);
  TextOptions options;
  options.color = true;
  CHECK(text_of(d, options).find("\x1b[1;31merror[shared-race]\x1b[0m") == 0);
}

TEST_CASE("at most ten findings, then how to see more") {
  Report report;
  for (int i = 0; i < 13; ++i) report.diagnostics.push_back(race("a.cu"));
  report.diagnostics[12].severity = Severity::kWarning;
  report.diagnostics_dropped = 2;
  const std::string text = to_text(report, {});
  size_t shown = 0;
  for (size_t at = 0; (at = text.find("error[", at)) != std::string::npos; ++at)
    ++shown;
  CHECK(shown == 10);
  CHECK(text.find("not shown: 2 errors and 1 warning; SIMT_JSON=FILE writes "
                  "every one to a file\n") != std::string::npos);
  CHECK(text.find("not kept: 2 warnings after the first 1000\n") !=
        std::string::npos);
}

TEST_CASE("errors are shown before warnings, and a doubt always") {
  Report report;
  for (int i = 0; i < 13; ++i) {
    report.diagnostics.push_back(race("a.cu"));
    report.diagnostics.back().severity = Severity::kWarning;
  }
  report.diagnostics.push_back(race("late.cu"));
  report.unseen.emplace_back("races may be missing");
  const std::string text = to_text(report, {});
  CHECK(text.find("error[") != std::string::npos);
  CHECK(text.find("late.cu") != std::string::npos);
  CHECK(text.find("not shown: 0 errors and 4 warnings") != std::string::npos);
  CHECK(text.find("not seen: races may be missing\n") != std::string::npos);
}

TEST_CASE("what was not watched is told where all is") {
  Report report;
  report.unwatched = {{"cudaMallocHost #1", 2}, {"pageable memory", 1}};
  TextOptions short_text;
  short_text.table = false;
  CHECK(to_text(report, short_text).empty());
  CHECK(to_text(report, {}) ==
        "\nnot watched: reads by the host of cudaMallocHost #1, while work of "
        "2 runtime calls might write it\n"
        "not watched: reads by the host of pageable memory, while work of 1 "
        "runtime call might write it\n");
}

TEST_CASE("an error that was found after a warning stands before it") {
  Report report;
  report.diagnostics = {race("first.cu"), race("second.cu")};
  report.diagnostics[0].severity = Severity::kWarning;
  const std::string text = to_text(report, {});
  CHECK(text.find("second.cu") < text.find("first.cu"));
}

TEST_CASE("other launches are counted") {
  Diagnostic d = race("a.cu");
  d.launches = 4;
  CHECK(text_of(d).find("= also:  in 3 other launches of this kernel\n") !=
        std::string::npos);
}

TEST_CASE("only files that may be shown are quoted") {
  std::string lines;
  for (int i = 0; i < 100; ++i) lines += "the line\n";
  const SourceFile file(lines);
  const Diagnostic d = race(file.path);
  const auto quoted = [&](std::vector<std::string> sources) {
    TextOptions options;
    options.sources = std::move(sources);
    return text_of(d, options).find("the line") != std::string::npos;
  };
  REQUIRE(quoted({}));
  CHECK(quoted({"elsewhere", "report_text_test_source.cu"}));
  CHECK_FALSE(quoted({"elsewhere"}));
  CHECK_FALSE(quoted({"report_text_test"}));
}

TEST_CASE("nothing to say is an empty text") { CHECK(to_text({}, {}).empty()); }

TEST_CASE("paths under the root become relative, others lose their folder") {
  CHECK(relative_path("/home/a/x/k.cu", "/home/a") == "x/k.cu");
  CHECK(relative_path("/home/a/./x/../k.cu", "/home/a/") == "k.cu");
  CHECK(relative_path("/home/abc/k.cu", "/home/a") == "k.cu");
  CHECK(relative_path("/usr/include/cuda.h", "/home/a") == "cuda.h");
  CHECK(relative_path("x/k.cu", "/home/a") == "x/k.cu");
  CHECK(relative_path("", "/home/a").empty());
  CHECK(relative_path("/k.cu", "") == "k.cu");
}

TEST_CASE("control characters are written out") {
  CHECK(printable("a\x1b[0m") == "a\\x1b[0m");
  CHECK(printable("a\tb") == "a b");
  CHECK(printable("a\nb\x7f") == "a\\x0ab\\x7f");
  CHECK(printable("\xc2\x9b"
                  "2J") == "\\xc2\\x9b2J");
  CHECK(printable("gr\xc3\xbc\xc3\x9f") == "gr\xc3\xbc\xc3\x9f");
}

}  // namespace
}  // namespace simt::report
