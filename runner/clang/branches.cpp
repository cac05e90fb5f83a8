// SPDX-License-Identifier: MIT
// Between the second branch and the label of the first only labels and lines of
// the source may stand.
#include "runner/clang/branches.h"

#include <optional>
#include <sstream>
#include <string_view>
#include <vector>

namespace learn::clang {
namespace {

constexpr std::string_view kConditional = " bra \t", kAlways = "\tbra.uni \t";

/// `\t@%p1 bra \t$L_2;` in its two parts.
struct Branch {
  std::string_view guard;   // @%p1 or @!%p1
  std::string_view target;  // $L_2
};

std::optional<Branch> conditional(std::string_view line) {
  const size_t at = line.find(kConditional);
  if (line.substr(0, 2) != "\t@" || at == line.npos || line.back() != ';')
    return std::nullopt;
  std::string_view target = line.substr(at + kConditional.size());
  target.remove_suffix(1);
  return Branch{line.substr(1, at - 1), target};
}

/// The place of `bra.uni`'s target in `line`; empty when it is none.
std::string_view target_of(std::string_view line) {
  if (line.substr(0, kAlways.size()) != kAlways) return {};
  return line.substr(kAlways.size());
}

/// Whether execution comes to `label` from line `at` without an instruction.
bool falls_to(const std::vector<std::string>& lines, size_t at,
              std::string_view label) {
  for (; at < lines.size(); ++at) {
    const std::string_view line = lines[at];
    const bool is_label = !line.empty() && line.back() == ':';
    if (is_label && line.substr(0, line.size() - 1) == label) return true;
    if (!is_label && line.substr(0, 6) != "\t.loc\t" && !line.empty())
      return false;
  }
  return false;
}

std::string contrary(std::string_view guard) {
  return guard[1] == '!' ? "@" + std::string(guard.substr(2))
                         : "@!" + std::string(guard.substr(1));
}

}  // namespace

std::string with_single_branches(const std::string& ptx) {
  std::vector<std::string> lines;
  std::istringstream in(ptx);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  std::string result;
  for (size_t i = 0; i < lines.size(); ++i) {
    const auto over = conditional(lines[i]);
    const std::string_view next =
        over && i + 1 < lines.size() ? target_of(lines[i + 1]) : "";
    if (next.empty() || !falls_to(lines, i + 2, over->target)) {
      result += lines[i] + "\n";
      continue;
    }
    result += "\t" + contrary(over->guard) + std::string(kConditional) +
              std::string(next) + "\n";
    ++i;
  }
  return result;
}

}  // namespace learn::clang
