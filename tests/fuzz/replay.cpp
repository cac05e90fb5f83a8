// SPDX-License-Identifier: MIT
// Runs kept programs, each twice: one must come as far as its line
// `// expect: refused` says, with the names of execute/execute.h. One without
// such a line is nvcc's own and must be launched.
//   fuzz_replay FILE...     of a single program the report is printed
#include <cstdio>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/fuzz/execute/execute.h"

namespace {

struct Program {
  std::string name, text;
};

/// The programs of a file: one, or several that each begin with a line
/// `// program NAME`.
std::vector<Program> programs_of(const std::string& path) {
  static const std::string kHead = "// program ";
  std::vector<Program> programs;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(kHead)) {
      programs.push_back({path + " " + line.substr(kHead.size()), ""});
      continue;
    }
    if (programs.empty()) programs.push_back({path, ""});
    programs.back().text += line + "\n";
  }
  return programs;
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
  std::vector<Program> programs;
  for (int i = 1; i < argc; ++i) {
    for (Program& program : programs_of(argv[i])) {
      programs.push_back(std::move(program));
    }
  }
  int wrong = 0;
  for (const auto& [name, text] : programs) {
    std::string report;
    const fuzz::Result result = fuzz::execute(text, true, &report);
    if (programs.size() == 1) std::printf("%s\n", report.c_str());
    const std::string wanted = expected(text);
    const bool launched = result >= fuzz::Result::kDone;
    if (wanted.empty() ? launched : wanted == name_of(result)) continue;
    std::printf("%s: %s, expected: %s\n", name.c_str(), name_of(result),
                wanted.empty() ? "a launch" : wanted.c_str());
    ++wrong;
  }
  std::printf("%zu programs, %d of them came elsewhere\n", programs.size(),
              wrong);
  return wrong == 0 && !programs.empty() ? 0 : 1;
}
