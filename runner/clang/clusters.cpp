// SPDX-License-Identifier: MIT
// The annotations stand in one line of the text, as `{ kernel, string, file,
// line, values }`; strings and values are constants of their own.
#include "runner/clang/clusters.h"

#include <map>
#include <regex>
#include <sstream>

namespace learn::clang {
namespace {

const std::string kMark = "c\"lockstep.cluster_dims\\00\"";

/// `{ i32 2, i32 1 }` as `2,1`.
std::string numbers_of(const std::string& line) {
  static const std::regex kNumber("i32 ([0-9]+)");
  std::string all;
  const size_t begin = line.rfind('{');
  if (begin == std::string::npos) return {};
  const std::string values = line.substr(begin);
  for (std::sregex_iterator at(values.begin(), values.end(), kNumber), end;
       at != end; ++at) {
    all += (all.empty() ? "" : ",") + (*at)[1].str();
  }
  return all;
}

/// The sizes of clusters by the names of kernels.
std::map<std::string, std::string> sizes_of(const std::string& ir) {
  static const std::regex kOne(
      R"re(\{ ptr (@[^ ,]+), [^@]*(@[^ ,)]+)[^@]*@[^ ,)]+[^@]*(@[^ ,)]+)[^}]*\})re");
  std::map<std::string, std::string> sizes, constants;
  std::string mark, all;
  std::istringstream in(ir);
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] != '@') continue;
    const std::string name = line.substr(0, line.find(' '));
    if (line.find(kMark) != std::string::npos) mark = name;
    if (name.rfind("@.args", 0) == 0) constants[name] = numbers_of(line);
    if (name == "@llvm.global.annotations") all = line;
  }
  if (mark.empty()) return sizes;
  for (std::sregex_iterator at(all.begin(), all.end(), kOne), end; at != end;
       ++at) {
    if ((*at)[2] == mark) sizes[(*at)[1]] = constants[(*at)[3]];
  }
  return sizes;
}

}  // namespace

std::string with_clusters(const std::string& ir) {
  const auto sizes = sizes_of(ir);
  if (sizes.empty()) return ir;
  std::string result;
  std::istringstream in(ir);
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("define ", 0) == 0) {
      const size_t begin = line.find('@'), end = line.find('(', begin);
      const auto it = sizes.find(line.substr(begin, end - begin));
      const size_t group = line.find(" #", line.rfind(')'));
      if (it != sizes.end() && group != std::string::npos) {
        line.insert(group, " \"nvvm.cluster_dim\"=\"" + it->second + "\"");
      }
    }
    result += line + "\n";
  }
  return result;
}

}  // namespace learn::clang
