// SPDX-License-Identifier: MIT
// simt_parameters FILE: reads a container of device code and prints a line for
// each kernel: its symbol, and the bytes of its parameters.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "simt/fatbin/fatbin.h"
#include "simt/ptx/module.h"

int main(int count, char** words) {
  std::ifstream file(count == 2 ? words[1] : "", std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  std::string error;
  const auto entries = simt::fatbin::read_container(bytes, error);
  if (!entries) {
    std::fprintf(stderr, "simt_parameters: %s\n", error.c_str());
    return 1;
  }
  std::map<std::string, std::string> lines;
  for (const auto& entry : *entries) {
    if (entry.kind != simt::fatbin::Entry::Kind::kPtx) continue;
    simt::ptx::ParseError wrong;
    const auto module = simt::ptx::parse(entry.payload, wrong);
    if (!module) {
      std::fprintf(stderr, "simt_parameters: line %d of the PTX: %s\n",
                   wrong.ptx_line, wrong.message.c_str());
      return 1;
    }
    for (const auto& function : module->functions) {
      if (!function.entry) continue;
      std::string& line = lines[function.name];
      line.clear();
      for (const auto& one : function.parameters) {
        line += ' ';
        line += std::to_string(one.bytes());
      }
    }
  }
  for (const auto& [symbol, sizes] : lines) {
    std::printf("%s%s\n", symbol.c_str(), sizes.c_str());
  }
  return 0;
}
