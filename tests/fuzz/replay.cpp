// SPDX-License-Identifier: MIT
// Runs kept programs, each twice: one must come as far as its line
// `// expect: refused` says, with the names of execute/execute.h. One without
// such a line is nvcc's own and must be launched.
//   fuzz_replay FILE...     of a single one the report is printed
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>

#include "tests/fuzz/execute/execute.h"

namespace {

std::string read_file(const char* path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The rest of the line that begins with `// expect: `; "" when there is none.
std::string expected(const std::string& text) {
  static const std::string kHead = "// expect: ";
  const size_t at = text.find(kHead);
  if (at == std::string::npos) return "";
  const size_t begin = at + kHead.size();
  return text.substr(begin, text.find('\n', begin) - begin);
}

}  // namespace

int main(int argc, char** argv) {
  const bool show = argc == 2;
  int wrong = 0;
  for (int i = 1; i < argc; ++i) {
    const std::string text = read_file(argv[i]);
    std::string report;
    const fuzz::Result result = fuzz::execute(text, true, &report);
    if (show) std::printf("%s\n", report.c_str());
    const std::string wanted = expected(text);
    const bool launched = result >= fuzz::Result::kDone;
    if (wanted.empty() ? launched : wanted == name_of(result)) continue;
    std::printf("%s: %s, expected: %s\n", argv[i], name_of(result),
                wanted.empty() ? "a launch" : wanted.c_str());
    ++wrong;
  }
  std::printf("%d programs, %d of them came elsewhere\n", argc - 1, wrong);
  return wrong == 0 && argc > 1 ? 0 : 1;
}
